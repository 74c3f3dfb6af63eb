import type { UserId } from "#kernel/ids.ts";
import type { EmailAddress } from "#protocol/email-address.ts";

/** How far a browser is with its login. */
export type Attempt =
  | { readonly kind: "none" }
  | { readonly kind: "code_sent"; readonly email: EmailAddress; readonly codeUntil: Date }
  /** The address is the browser's; it has no user yet, or the login stopped in between. */
  | { readonly kind: "proved"; readonly email: EmailAddress; readonly methods: readonly string[] }
  | { readonly kind: "second_factor"; readonly userId: UserId; readonly methods: readonly string[] };

/** What a code proves an address for. Those of one browser do not meet. */
export type Purpose = "log_in" | "change_email" | "second_factor" | "buy";

/** A code can be used for so long. */
export const CODE_MS = 10 * 60_000;
/** Between the proof of the address and the end of the login: a gamertag is chosen, a second factor shown. */
export const PROVED_MS = 30 * 60_000;
/** Wrong codes for each one that was sent. */
export const TRIES_MAX = 5;
/** Codes that an address gets in an hour, over all browsers. */
export const CODES_PER_HOUR = 5;
/** Addresses for which a network gets codes in an hour, over all browsers (`model/code-network.ts` says what a network is). Ours. */
export const ADDRESSES_PER_HOUR = 30;
/** Wrong codes for an address in a day, over all browsers and codes: a guess has 15 in a million. */
export const WRONG_PER_DAY = 15;

/** What is known of a code when it is shown. `wrong`: tries before this one, of this code and of its address in 24 hours. */
export type ShownCode = {
  readonly isRight: boolean;
  readonly isExpired: boolean;
  readonly wrongOfCode: number;
  readonly wrongOfAddress: number;
};

export type CodeOutcome = "proved" | "wrong" | "expired" | "spent" | "too_many_wrong";

/** What becomes of it. `sql/check_code.sql` decides the same under a lock; a test compares the two. */
export function judgeCode({ isRight, isExpired, wrongOfCode, wrongOfAddress }: ShownCode): CodeOutcome {
  if (wrongOfAddress >= WRONG_PER_DAY) return "too_many_wrong";
  if (isExpired) return "expired";
  if (wrongOfCode >= TRIES_MAX) return "spent";
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
