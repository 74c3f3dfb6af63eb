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
 * proof when the newest one has none. `isReached`: whether the archive has the log of the newest one.
 */
export function due(
  backups: readonly Known[],
  { now, line, isReached }: { now: Date; line: string; isReached: boolean },
): "backup" | "proof" | "nothing" {
  const [newest] = newestFirst(backups);
  if (newest === undefined || newest.line !== line || !isReached) return "backup";
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

/** Undefined: none is proved. */
export function newestProved<Backup extends Known>(backups: readonly Backup[]): Backup | undefined {
  return newestFirst(backups).find(({ proof }) => proof !== undefined);
}

/**
 * What is older than this is in every proved backup that is kept, whichever of them is restored. For when the newest
 * proved one is whole with its log. Undefined: none is proved.
 */
export function coveredBy(backups: readonly (Known & Pick<Manifest, "begunAt">)[]): Date | undefined {
  const proved = backups.filter(({ proof }) => proof !== undefined);
  if (proved.length === 0) return undefined;
  return new Date(Math.min(...proved.map(({ begunAt }) => begunAt.getTime())));
}
