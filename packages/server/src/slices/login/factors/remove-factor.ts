import { AppError } from "#kernel/errors.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { message } from "#texts/reader.ts";
import {
  type FactorMark,
  hashOfMark,
  hashOfRecoveryCode,
  LastWayIn,
  markOf,
  type Removable,
  type UserFactors,
  waysIn,
  without,
} from "../model/factors.ts";
import type { RecentLogin } from "../model/recent-login.ts";
import type { SecurityChange } from "../model/security-change.ts";
import { deleteFactor, findFactors } from "../store/factors.ts";
import { type ChangeDeps, changeFactors } from "./change-factors.ts";

/**
 * Removes a factor of the user; with the authenticator app its recovery codes.
 * @throws {LoginTooOld} @throws {UserNotFound} @throws {FactorMissing} @throws {LastWayIn}
 */
export async function removeFactor(deps: ChangeDeps, login: RecentLogin, factor: Removable): Promise<void> {
  const { userId } = login;
  const owned = await changeFactors<UserFactors>(deps, login, { change: CHANGES[factor.kind] }, async (tx) => {
    const before = await findFactors(tx, userId);
    if (!(await deleteFactor(tx, userId, factor))) throw new FactorMissing();
    if (waysIn(without(before, factor), deps.outlet().kind !== "none") === 0) throw new LastWayIn();
    return before;
  });
  // After the change, which may be refused, and before the answer.
  await tellRemoved(deps, userId, markOf(owned, factor));
}

/** Writes into the journal that a user logs in with this no more; undefined: there was none. */
export async function tellRemoved(
  { journal }: { readonly journal: Pick<Journal, "appendIfPossible"> },
  id: UserId,
  mark: FactorMark | undefined,
): Promise<void> {
  if (mark === undefined) return;
  await journal.appendIfPossible({ what: "factor.remove", id, kind: mark.kind, hashes: [hashOfMark(mark)] });
}

/** Writes into the journal that these recovery codes are of no use any more. */
export async function tellRecoveryCodes(
  { journal }: { readonly journal: Pick<Journal, "appendIfPossible"> },
  id: UserId,
  codeHashes: readonly Uint8Array[],
): Promise<void> {
  const hashes = codeHashes.map(hashOfRecoveryCode);
  if (hashes.length > 0) await journal.appendIfPossible({ what: "factor.remove", id, kind: "recovery_code", hashes });
}

const CHANGES: Readonly<Record<Removable["kind"], SecurityChange>> = {
  totp: "totp_removed",
  password: "password_removed",
  passkey: "passkey_removed",
  lightning: "lightning_key_removed",
};

export class FactorMissing extends AppError {
  constructor() {
    super("factor_missing", "there is no such way to log in; it may have been removed in another window", {
      forPeople: message("failure_factor_missing"),
    });
  }
}
