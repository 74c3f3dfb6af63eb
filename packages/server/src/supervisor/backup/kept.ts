import type { Manifest } from "./manifest.ts";

/** Which backups are due, and which are kept. Pure. */

/** What is known of a backup without its files. */
export type Known = Pick<Manifest, "endedAt" | "line" | "proof">;

/** A backup is made when the newest one is so old. */
export const DAY_MS = 86_400_000;

/** After a failure so long passes until the next try: each one reads the whole database. */
export const RETRY_MS = 3_600_000;

export function newestFirst<Backup extends Pick<Known, "endedAt">>(backups: readonly Backup[]): readonly Backup[] {
  return backups.toSorted((a, b) => b.endedAt.getTime() - a.endedAt.getTime());
}

/**
 * What is to be done: a backup when there is none of the last day, or none with the present line of the archive; a
 * proof when the newest one has none.
 */
export function due<Backup extends Known>(
  backups: readonly Backup[],
  { now, line, isReached }: { now: Date; line: string; isReached: (backup: Backup) => boolean },
): "backup" | "proof" | "nothing" {
  const [newest] = newestFirst(backups);
  if (newest === undefined || newest.line !== line || !isReached(newest)) return "backup";
  if (now.getTime() - newest.endedAt.getTime() >= DAY_MS) return "backup";
  return newest.proof === undefined ? "proof" : "nothing";
}

/**
 * The backups that are not kept any more: those that are older than the newest `keep` proved ones. While there are not
 * so many, all are kept, however old.
 */
export function expired<Backup extends Known>(backups: readonly Backup[], keep: number): readonly Backup[] {
  const ordered = newestFirst(backups);
  const proved = ordered.filter(({ proof }) => proof !== undefined);
  const last = proved[keep - 1];
  return last === undefined ? [] : ordered.slice(ordered.indexOf(last) + 1);
}

/**
 * The backup to restore from: the newest proved one that ends before `until`, or the newest of all when none is proved.
 */
export function chosen<Backup extends Known>(backups: readonly Backup[], until: Date | undefined): Backup | undefined {
  const fitting = newestFirst(backups).filter(({ endedAt }) => until === undefined || endedAt <= until);
  return fitting.find(({ proof }) => proof !== undefined) ?? fitting[0];
}

/**
 * What is older than this is in every proved backup that is kept, whichever of them is restored; undefined while the
 * newest proved one is not whole with its log.
 */
export function coveredBy<Backup extends Known & Pick<Manifest, "begunAt">>(
  backups: readonly Backup[],
  isReached: (backup: Backup) => boolean,
): Date | undefined {
  const proved = newestFirst(backups).filter(({ proof }) => proof !== undefined);
  const [newest] = proved;
  if (newest === undefined || !isReached(newest)) return undefined;
  return new Date(Math.min(...proved.map(({ begunAt }) => begunAt.getTime())));
}
