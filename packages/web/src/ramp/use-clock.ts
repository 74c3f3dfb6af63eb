import { useEffect, useMemo, useState } from "react";
import type { State } from "./state.ts";

const SECOND_MS = 1_000;

/** Whole seconds until `iso` by the server's clock, 0 afterwards; renders each second. */
export function useSecondsUntil(iso: string, state: State): number {
  const [now, setNow] = useState(Date.now);
  // The clock of the browser may be minutes off; what counts is how far off.
  const offset = useMemo(() => Date.parse(state.now) - Date.now(), [state.now]);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return Math.max(0, Math.ceil((Date.parse(iso) - now - offset) / SECOND_MS));
}

/** Seconds that count down from `seconds` each time `round` changes; 0 in round 0. */
export function useCountdown(seconds: number, round: number): number {
  const [left, setLeft] = useState(0);
  useEffect(() => {
    if (round === 0) return undefined;
    const until = Date.now() + seconds * SECOND_MS;
    const tick = () => setLeft(Math.max(0, Math.ceil((until - Date.now()) / SECOND_MS)));
    tick();
    const timer = setInterval(tick, SECOND_MS);
    return () => clearInterval(timer);
  }, [seconds, round]);
  return left;
}
