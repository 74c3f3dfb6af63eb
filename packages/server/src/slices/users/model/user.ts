import { AppError, waitUntil } from "#kernel/errors.ts";
import type { UserId, WalletId } from "#kernel/ids.ts";
import type { Language } from "#texts/language.ts";
import { message } from "#texts/reader.ts";
import type { Level, LimitName } from "./level.ts";

/** A person with an account. Payments, limits and history belong to the id, never to the gamertag, which may change. */
export type User = {
  readonly id: UserId;
  readonly walletId: WalletId;
  /** Trimmed, in lower case. */
  readonly email: string;
  /** `undefined`: it is not proved yet that the address is the user's. */
  readonly emailVerifiedAt: Date | undefined;
  /** `undefined`: it is not proved who the user is. */
  readonly identityVerifiedAt: Date | undefined;
  readonly level: Level;
  /** Limits that an operator has set for this user; the others are those of the level. */
  readonly limitsByHand: readonly LimitName[];
  /** In the case it was typed in. In lower case it is the local part of the user's Lightning address. */
  readonly gamertag: string;
  readonly gamertagChangedAt: Date | undefined;
  readonly publicBio: string;
  readonly image: string;
  readonly twitter: string;
  readonly website: string;
  /** Of pages and mails; undefined: none is known. */
  readonly language: Language | undefined;
  readonly createdAt: Date;
  /**
   * A blocked user gets no payments to the e-mail address and cannot log in. Money in the wallet stays, and its
   * addresses can be paid.
   */
  readonly blockedAt: Date | undefined;
};

/** A gamertag can be changed once in this time. */
export const GAMERTAG_PAUSE_MS = 24 * 3_600_000;

/** When the gamertag can be changed again; undefined: now. */
export function gamertagChangeableAt(
  { gamertagChangedAt }: Pick<User, "gamertagChangedAt">,
  now: Date,
): Date | undefined {
  const at = gamertagChangedAt && new Date(gamertagChangedAt.getTime() + GAMERTAG_PAUSE_MS);
  return at !== undefined && at > now ? at : undefined;
}

export class UserNotFound extends AppError {
  constructor(by: "gamertag" | "id" | "e-mail address, gamertag or id" = "gamertag") {
    super("user_not_found", `No user found with this ${by}`, { forPeople: message("failure_account_gone") });
  }
}

export class EmailTaken extends AppError {
  constructor() {
    super("email_taken", "a user with this e-mail address exists already", {
      forPeople: message("failure_email_taken"),
    });
  }
}

export class GamertagTaken extends AppError {
  constructor(gamertag: string) {
    super("gamertag_taken", `the name "${gamertag}" is taken`, {
      forPeople: message("failure_gamertag_taken", { gamertag }),
    });
  }
}

export class GamertagChangedLately extends AppError {
  constructor(changedAt: Date, now: Date) {
    const again = new Date(changedAt.getTime() + GAMERTAG_PAUSE_MS);
    super(
      "gamertag_changed_lately",
      `a gamertag can be changed once in 24 hours; this one again after ${again.toISOString()}`,
      { forPeople: message("failure_gamertag_lately", { wait: waitUntil(again, now) }) },
    );
  }
}
