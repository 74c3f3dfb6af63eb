/** After a failure lines must be written in time for so long before sending goes on. */
export const QUIET_MS = 10_000;
const QUIET_MAX_MS = 600_000;
/** A disk that was good for so long is as good as any other. */
const FORGET_MS = 1_800_000;

/** What is held against a disk that has failed. Times are those of a clock that only goes forward. */
export type Doubt = {
  readonly failedAtMs: number;
  readonly quietMs: number;
  /** Sending went on after it. */
  readonly isLetGo: boolean;
};

/**
 * After one more failure. One that comes when sending goes on again doubles the wait: a disk that is only just too slow
 * would otherwise let payments go on and stop them for ever in turn. While it is down, the wait does not grow.
 */
export function doubtAfter(before: Doubt | undefined, nowMs: number): Doubt {
  const doubt = { failedAtMs: nowMs, isLetGo: false };
  if (before === undefined) return { ...doubt, quietMs: QUIET_MS };
  if (!before.isLetGo) return { ...doubt, quietMs: before.quietMs };
  const isForgotten = nowMs - before.failedAtMs >= before.quietMs + FORGET_MS;
  return { ...doubt, quietMs: isForgotten ? QUIET_MS : Math.min(before.quietMs * 2, QUIET_MAX_MS) };
}

export function isOver({ failedAtMs, quietMs }: Doubt, nowMs: number): boolean {
  return nowMs - failedAtMs >= quietMs;
}
