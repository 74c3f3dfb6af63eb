import type { Clock } from "./clock.ts";

/** Answers of a look-up, remembered for a short time; also that there was none. */
export type TimedCache<Value> = {
  /**
   * What is remembered for `key`; else a promise of what `load` finds. Callers that ask concurrently share one `load`;
   * errors are not kept.
   */
  get(key: string, load: () => Promise<Value | undefined>): Value | undefined | Promise<Value | undefined>;
  /** What was found last for `key`, also when its time is over; `undefined` when nothing was, or nobody remembers. */
  last(key: string): Value | undefined;
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
  type Entry = { value: Value | undefined; loading: Promise<Value | undefined> | undefined; readonly untilMs: number };
  const entries = new Map<string, Entry>();

  const fill = async (key: string, entry: Entry, load: () => Promise<Value | undefined>) => {
    try {
      entry.value = await load();
      return entry.value;
    } catch (error) {
      if (entries.get(key) === entry) entries.delete(key);
      throw error;
    } finally {
      entry.loading = undefined;
    }
  };

  return {
    get(key, load) {
      const known = entries.get(key);
      if (known !== undefined && clock.monotonicMs() < known.untilMs) return known.loading ?? known.value;

      const entry: Entry = { value: known?.value, loading: undefined, untilMs: clock.monotonicMs() + ttlMs };
      entries.delete(key);
      entries.set(key, entry);
      const oldest = entries.size > max ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entry.loading = fill(key, entry, load);
      return entry.loading;
    },

    last: (key) => entries.get(key)?.value,

    forget(key) {
      entries.delete(key);
    },
  };
}
