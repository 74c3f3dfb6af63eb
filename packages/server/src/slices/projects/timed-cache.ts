import type { Clock } from "../../kernel/clock.ts";

/** Answers of a look-up, remembered for a short time; also that there was none. */
export type TimedCache<Value> = {
  /** What is remembered for `key`, else what `load` finds. Who asks at the same time shares one `load`; errors are not kept. */
  get(key: string, load: () => Promise<Value | undefined>): Promise<Value | undefined>;
  /** What was found last for `key`, also when its time is over; `undefined` when nothing was, or nobody remembers. */
  last(key: string): Promise<Value | undefined>;
  /** The next `get` loads again, also when a `load` is under way now. */
  forget(key: string): void;
};

/** Keeps at most `max` answers, each for `ttlMs`; the oldest goes first. */
export function createTimedCache<Value>({
  clock,
  ttlMs,
  max,
}: {
  clock: Clock;
  ttlMs: number;
  max: number;
}): TimedCache<Value> {
  const entries = new Map<string, { readonly answer: Promise<Value | undefined>; readonly untilMs: number }>();

  return {
    get(key, load) {
      const known = entries.get(key);
      if (known !== undefined && clock.monotonicMs() < known.untilMs) return known.answer;

      const entry = { answer: load(), untilMs: clock.monotonicMs() + ttlMs };
      entries.delete(key);
      entries.set(key, entry);
      entry.answer.catch(() => {
        if (entries.get(key) === entry) entries.delete(key);
      });
      const oldest = entries.size > max ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      return entry.answer;
    },

    last: async (key) => entries.get(key)?.answer,

    forget(key) {
      entries.delete(key);
    },
  };
}
