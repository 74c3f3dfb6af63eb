import { jittered } from "#kernel/jitter.ts";

/** What came of handing a letter to the mail server. */
export type Handed =
  | { readonly kind: "accepted" }
  /** `reply`: the SMTP code. `isFinal`: the server wants this letter neither now nor later. */
  | { readonly kind: "refused"; readonly reply: number; readonly isFinal: boolean }
  /** No answer, or one that does not fit. Whether the letter was taken is not known. */
  | { readonly kind: "no_answer"; readonly reason: "aborted" | "timeout" | "connect" | "tls" | "protocol" };

export type Attempt = {
  /** 1 for the first. */
  readonly number: number;
  readonly handed: Handed;
  readonly goodUntil: Date;
  readonly now: Date;
  /** From 0 to below 1. */
  readonly fraction: number;
};

/** What becomes of a mail after an attempt. `reason` is for operators and holds nothing of the mail. */
export type Verdict =
  | { readonly kind: "sent" }
  | { readonly kind: "failed"; readonly reason: string }
  | { readonly kind: "again"; readonly at: Date; readonly reason: string };

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Pauses after the first attempt, the second and so on: about two days together. Ours; longer at the beginning than
 * those of events, because servers that know no sender yet ask for a second try after some minutes (RFC 6647).
 */
export const PAUSES_MS = [
  30_000,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  2 * HOUR_MS,
  4 * HOUR_MS,
  8 * HOUR_MS,
  12 * HOUR_MS,
  20 * HOUR_MS,
] as const;

/** Decides what becomes of a mail after an attempt. What cannot be made before it is of no use is not tried. */
export function afterAttempt({ number, handed, goodUntil, now, fraction }: Attempt): Verdict {
  if (handed.kind === "accepted") return { kind: "sent" };
  const reason = handed.kind === "refused" ? `refused ${handed.reply}` : handed.reason;
  const pauseMs = PAUSES_MS[number - 1];
  if (pauseMs === undefined || (handed.kind === "refused" && handed.isFinal)) return { kind: "failed", reason };
  const at = new Date(now.getTime() + jittered(pauseMs, fraction));
  return at < goodUntil ? { kind: "again", at, reason } : { kind: "failed", reason };
}
