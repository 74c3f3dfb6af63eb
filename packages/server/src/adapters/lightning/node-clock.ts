import { type Clock, YEAR_10000_MS } from "#kernel/clock.ts";
import type { NodeClock } from "#lightning";

/** The form of the head `Date` (RFC 9110, section 5.6.7). */
const DATE = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;
/** What nodes say has whole seconds, rounded down, and a server may keep it for one more. */
const SECOND_MS = 1_000;

/** Whole seconds since 1970 of a head `Date`. Undefined: there is none, or it says no time. */
export function secondsOf(date: unknown): number | undefined {
  if (typeof date !== "string" || !DATE.test(date)) return undefined;
  const ms = Date.parse(date);
  return Number.isNaN(ms) ? undefined : ms / 1_000;
}

/**
 * Begins when a question leaves. What it returns is called when the answer comes, with the time in it: undefined where
 * it has none, or one that nothing can be made of. By our clock the answer was given in the middle.
 */
export function beginTiming(clock: Pick<Clock, "now" | "monotonicMs">) {
  const sentMs = clock.monotonicMs();
  return (seconds: number | undefined): NodeClock | undefined => {
    if (seconds === undefined || !Number.isSafeInteger(seconds)) return undefined;
    if (seconds < 0 || seconds >= YEAR_10000_MS / 1_000) return undefined;
    const halfMs = (clock.monotonicMs() - sentMs) / 2;
    const oursMs = clock.now().getTime() - halfMs;
    return { aheadMs: seconds * 1_000 + SECOND_MS / 2 - oursMs, withinMs: halfMs + SECOND_MS };
  };
}
