/** Pause at last, when nothing was found for a while. */
export const DUE_PAUSE_MAX_MS = 1_000;
const PAUSE_GROWTH = 1.5;

export type DuePause = {
  /** Before the next run. */
  readonly ms: () => number;
  /** Runs `take`, which returns how much it took, and sets the pause by it. */
  after(take: () => Promise<number>): Promise<void>;
};

/**
 * The pauses of a loop that takes what is due. Another process cannot notify this one that it left work, so the loop
 * runs often while work keeps coming (`minMs`), and once a second at last.
 */
export function duePause(minMs: number): DuePause {
  let pauseMs = DUE_PAUSE_MAX_MS;
  return {
    ms: () => pauseMs,
    async after(take) {
      const longerMs = Math.min(pauseMs * PAUSE_GROWTH, DUE_PAUSE_MAX_MS);
      pauseMs = DUE_PAUSE_MAX_MS; // after an error
      pauseMs = (await take()) > 0 ? minMs : longerMs;
    },
  };
}
