import type { Loop, Scheduler } from "./clock.ts";

/** Pause at last, when nothing was found for a while. */
const PAUSE_MAX_MS = 1_000;
const PAUSE_GROWTH = 1.5;

/**
 * Takes what is due, again and again. Another process cannot notify this one that it left work, so `take` is called often while work
 * keeps coming, and once a second at last: that is all an idle worker costs the database.
 * @param take returns how much it took.
 * @param pauseMinMs between two calls while work keeps coming.
 */
export function dueLoop(
  { scheduler }: { readonly scheduler: Scheduler },
  { name, pauseMinMs, take }: { readonly name: string; readonly pauseMinMs: number; take(): Promise<number> },
): Loop {
  let pauseMs = PAUSE_MAX_MS;
  return scheduler.loop(
    name,
    () => pauseMs,
    async () => {
      const longerMs = Math.min(pauseMs * PAUSE_GROWTH, PAUSE_MAX_MS);
      pauseMs = PAUSE_MAX_MS; // after an error
      pauseMs = (await take()) > 0 ? pauseMinMs : longerMs;
    },
  );
}
