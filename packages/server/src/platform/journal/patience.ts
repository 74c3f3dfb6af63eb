import type { Clock } from "#kernel/clock.ts";
import { NO_LONGER } from "#kernel/no-longer.ts";

/** A disk that takes longer than this for a line counts as one that cannot be written. */
export const PATIENCE_MS = 5_000;

/** Lets calls of the disk take their time, and not more. */
export type Patience = {
  /**
   * `putAway`: gets what the call gives too late, when nobody waits for it any more.
   * @throws when the call has not returned in time, or one from before has still not.
   */
  inTime<T>(call: () => Promise<T>, putAway?: (late: T) => Promise<void>): Promise<T>;
};

/**
 * A call that has not returned goes on, and holds a thread of the process that others need: until it has returned, no
 * other one is made.
 */
export function createPatience(clock: Pick<Clock, "sleep">): Patience {
  let hangs = false;
  return {
    async inTime<T>(call: () => Promise<T>, putAway: (late: T) => Promise<void> = async () => undefined): Promise<T> {
      if (hangs) throw new Error("the disk does not answer");
      const done = new AbortController();
      const work = call();
      const late = clock.sleep(PATIENCE_MS, done.signal).then(() => {
        if (done.signal.aborted) return work;
        hangs = true;
        const goesOn = () => {
          hangs = false;
        };
        work.then(putAway).then(goesOn, goesOn);
        throw new Error(`the disk took longer than ${PATIENCE_MS / 1_000} s`);
      });
      late.catch(() => undefined); // of no interest when the call has returned
      try {
        return await Promise.race([work, late]);
      } finally {
        done.abort(NO_LONGER);
      }
    },
  };
}
