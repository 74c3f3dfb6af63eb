import { jittered } from "#kernel/jitter.ts";
import type { EndpointId } from "./event.ts";

/** What came of one attempt to send a delivery. */
export type Answer =
  | {
      readonly kind: "answered";
      readonly status: number;
      /** The header `Retry-After` as it was sent: seconds, or a date of HTTP (RFC 9110, section 10.2.3). */
      readonly retryAfter: string | undefined;
    }
  /** No complete answer, or the address may not be called. */
  | { readonly kind: "no_answer" };

export type Attempt = {
  /** 1 for the first, also for the first after the delivery was sent again: the pauses begin anew then. */
  readonly place: number;
  readonly answer: Answer;
  /** Undefined for a callbackUrl. */
  readonly endpoint: EndpointId | undefined;
  readonly now: Date;
  /** From 0 to below 1. */
  readonly fraction: number;
};

/** What becomes of the delivery. */
export type Verdict =
  | { readonly kind: "delivered" | "failed" }
  | { readonly kind: "again"; readonly at: Date }
  /** Nobody wants it: the delivery ends, and `endpoint`, if there is one, receives nothing more. */
  | { readonly kind: "gone"; readonly endpoint: EndpointId | undefined };

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/** Pauses after the first attempt, the second and so on: about three days together. Ours. */
export const PAUSES_MS = [
  5 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
] as const;

/** A receiver cannot ask for more. */
export const RETRY_AFTER_MAX_MS = 24 * HOUR_MS;

/** Decides what becomes of a delivery after an attempt. */
export function afterAttempt({ place, answer, endpoint, now, fraction }: Attempt): Verdict {
  if (answer.kind === "answered") {
    if (answer.status >= 200 && answer.status < 300) return { kind: "delivered" };
    if (answer.status === 410) return { kind: "gone", endpoint };
  }
  const pauseMs = PAUSES_MS[place - 1];
  if (pauseMs === undefined) return { kind: "failed" };
  const jitteredMs = jittered(pauseMs, fraction);
  const wishedMs = answer.kind === "answered" ? retryAfterMs(answer.retryAfter, now) : 0;
  return { kind: "again", at: new Date(now.getTime() + Math.max(jitteredMs, wishedMs)) };
}

/** How long the receiver wants to be left alone, at most a day; 0 when it does not say so in a form of RFC 9110. */
function retryAfterMs(text: string | undefined, now: Date): number {
  if (text === undefined) return 0;
  const wishedMs = /^[0-9]+$/.test(text) ? Number(text) * SECOND_MS : httpDateMs(text) - now.getTime();
  return Math.min(Math.max(wishedMs, 0), RETRY_AFTER_MAX_MS);
}

/**
 * "Sun, 06 Nov 1994 08:49:37 GMT", the form that RFC 9110, section 5.6.7 tells senders to use; any other is long ago.
 */
function httpDateMs(text: string): number {
  const isDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT$/.test(text);
  const ms = isDate ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? 0 : ms;
}
