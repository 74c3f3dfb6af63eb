import { useLayoutEffect, useSyncExternalStore } from "react";
import { createTicks } from "./ticks.ts";
import { exactText, relativeText } from "./time-text.ts";
import { useUi } from "./words.ts";

const ticks = createTicks({
  now: () => Date.now(),
  every(ms, act) {
    const timer = setInterval(act, ms);
    return () => clearInterval(timer);
  },
});

/** A time, how long ago or until when; the exact one, with its zone, on hover. `exact`: as text. */
export function Time({ at, exact = false }: { at: string; exact?: boolean }) {
  const { locale } = useUi();
  const now = useSyncExternalStore(ticks.subscribe, ticks.now);
  useLayoutEffect(() => ticks.see(Date.parse(at)), [at]);
  const date = new Date(at);
  const [whole, short] = [exactText(date, locale), relativeText(date, new Date(now), locale)];
  return (
    <time dateTime={at} title={exact ? short : whole}>
      {exact ? whole : short}
    </time>
  );
}
