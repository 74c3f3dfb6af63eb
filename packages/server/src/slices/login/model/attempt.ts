import type { UserId } from "#kernel/ids.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import type { Revision } from "./revision.ts";

/** How far a browser is with its login. */
export type Attempt =
  | { readonly kind: "none" }
  | { readonly kind: "code_sent"; readonly email: EmailAddress; readonly codeUntil: Date }
  /** The address is the browser's; it has no user yet, or the login stopped in between. */
  | { readonly kind: "proved"; readonly email: EmailAddress; readonly methods: readonly string[] }
  | {
      readonly kind: "second_factor";
      readonly userId: UserId;
      /** From before the first factor was checked. */
      readonly revision: Revision;
      readonly methods: readonly string[];
    };

/** What a code proves an address for. Those of one browser do not meet. */
export type Purpose = "log_in" | "change_email" | "second_factor" | "buy";

/** A code can be used for so long. */
export const CODE_MS = 10 * 60_000;
/** Between the proof of the address and the end of the login: a gamertag is chosen, a second factor shown. */
export const PROVED_MS = 30 * 60_000;
/** Wrong codes for each one that was sent. */
export const TRIES_MAX = 5;
/**
 * Codes for an address that one asker gets in an hour: a network, a browser that was logged in before, or a user after
 * the first proof. The last two are stopped by nobody else.
 */
export const CODES_PER_HOUR = 5;
/** Codes that an address gets in an hour for all networks together: a mailbox must not be flooded. Ours. */
export const CODES_OF_NETWORKS_PER_HOUR = 20;
/**
 * Addresses for which a network gets codes in an hour, over all browsers (`model/code-network.ts` says what a network
 * is). Ours.
 */
export const ADDRESSES_PER_HOUR = 30;
/**
 * After so many wrong codes of eight digits the next code has twelve: for an address in a day, for a network in an
 * hour, and in all in an hour. In all a stranger has 24,000 chances in 100 million a day, whatever he asks for; and
 * nobody is refused because of him. Ours.
 */
export const WRONG_MAX = { ofAddress: 100, ofNetwork: 50, ofAll: 1_000 } as const;

export type WrongCodes = { readonly [Of in keyof typeof WRONG_MAX]: number };

/** `sql/needs_long_code.sql` decides the same. */
export function needsLongCode(wrong: WrongCodes): boolean {
  return (
    wrong.ofAddress >= WRONG_MAX.ofAddress || wrong.ofNetwork >= WRONG_MAX.ofNetwork || wrong.ofAll >= WRONG_MAX.ofAll
  );
}

/** What is known of a code when it is shown. */
export type ShownCode = {
  readonly isRight: boolean;
  readonly isExpired: boolean;
  /** Tries of this code before this one. */
  readonly wrongOfCode: number;
  /** It has eight digits. */
  readonly isShort: boolean;
  /** Undefined: a browser that was logged in before asked for it, or a user after the first proof. */
  readonly wrong: WrongCodes | undefined;
};

export type CodeOutcome = "proved" | "wrong" | "expired" | "spent" | "too_short";

/** What becomes of it. `sql/check_code.sql` decides the same under a lock; a test compares the two. */
export function judgeCode({ isRight, isExpired, wrongOfCode, isShort, wrong }: ShownCode): CodeOutcome {
  if (isExpired) return "expired";
  if (wrongOfCode >= TRIES_MAX) return "spent";
  if (isShort && wrong !== undefined && needsLongCode(wrong)) return "too_short";
  return isRight ? "proved" : "wrong";
}

/** What is known of the person when the first factor is proved. */
export type Proved = {
  /** Undefined: the address has no user. */
  readonly user: { readonly isBlocked: boolean } | undefined;
  /** A second factor is due (`model/second-factor.ts` decides it for every way in). */
  readonly needsMore: boolean;
};

export type NextStep = "sign_up" | "refuse_blocked" | "ask_second_factor" | "start_session";

/** The step after a first factor, and after the user was made. */
export function afterFirstFactor({ user, needsMore }: Proved): NextStep {
  if (user === undefined) return "sign_up";
  if (user.isBlocked) return "refuse_blocked";
  return needsMore ? "ask_second_factor" : "start_session";
}
