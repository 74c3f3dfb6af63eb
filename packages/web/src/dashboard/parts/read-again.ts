/** A look takes a moment. */
const LOOK_MS = 2_000;
/** So late, and from then on so often, where a look is late. */
const LATE_MS = 10_000;
/** A browser's timer does not count much further. */
const WAIT_MS_MAX = 86_400_000;

/** After how long something is read again that names the time of its next look; false: it names none. */
export function readAgainMs(nextCheckAt: string | null, nowMs: number): number | false {
  if (nextCheckAt === null) return false;
  const leftMs = Date.parse(nextCheckAt) - nowMs;
  if (leftMs <= -LATE_MS) return LATE_MS;
  return Math.min(Math.max(leftMs, 0) + LOOK_MS, WAIT_MS_MAX);
}

/** The first of some times; null: there is none. */
export function firstOf(times: readonly (string | null)[]): string | null {
  return times.filter((time) => time !== null).sort()[0] ?? null;
}
