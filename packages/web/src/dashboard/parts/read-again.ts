/** A look takes a moment. */
const LOOK_MS = 2_000;
/** Where a look is late. */
const READ_AGAIN_MS_MIN = 10_000;

/** After how long a timeline is read again that names the time of the next look; false: it names none. */
export function readAgainMs(nextCheckAt: string | null, nowMs: number): number | false {
  if (nextCheckAt === null) return false;
  const leftMs = Date.parse(nextCheckAt) - nowMs;
  return leftMs > 0 ? leftMs + LOOK_MS : READ_AGAIN_MS_MIN;
}
