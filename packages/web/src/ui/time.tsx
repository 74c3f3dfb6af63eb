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

/** What is so near is "soon". */
const SOON_MS = 10_000;

type TimeProps = {
  readonly at: string;
  /** The exact one as text. */
  readonly exact?: boolean;
  /** In place of a time to come that is seconds away, or past already. */
  readonly soon?: string;
};

/** A time, how long ago or until when; the exact one, with its zone, on hover. */
export function Time({ at, exact = false, soon }: TimeProps) {
  const { locale } = useUi();
  const now = useSyncExternalStore(ticks.subscribe, ticks.now);
  useLayoutEffect(() => ticks.see(Date.parse(at)), [at]);
  const date = new Date(at);
  const isSoon = soon !== undefined && date.getTime() - now < SOON_MS;
  const [whole, short] = [exactText(date, locale), isSoon ? soon : relativeText(date, new Date(now), locale)];
  return (
    <time dateTime={at} title={exact ? short : whole}>
      {exact ? whole : short}
    </time>
  );
}
