import { useSyncExternalStore } from "react";
import { exactText, relativeText } from "./time-text.ts";
import { useUi } from "./words.ts";

const TICK_MS = 10_000;

/** One clock for all times of a page, which stands still while nobody reads it. */
const ticks = (() => {
  const listeners = new Set<() => void>();
  let now = Date.now();
  let timer: ReturnType<typeof setInterval> | undefined;
  const tick = () => {
    now = Date.now();
    for (const listener of listeners) listener();
  };
  return {
    subscribe(listener: () => void) {
      if (timer === undefined) {
        now = Date.now();
        timer = setInterval(tick, TICK_MS);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    now: () => now,
  };
})();

/** A time, how long ago or until when; the exact one, with its zone, on hover. `exact`: as text. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const { locale } = useUi();
  const now = useSyncExternalStore(ticks.subscribe, ticks.now);
  const date = new Date(at);
  const [whole, short] = [exactText(date, locale), relativeText(date, new Date(now), locale)];
  return (
    <time dateTime={at} title={exact ? short : whole}>
      {exact ? whole : short}
    </time>
  );
}
