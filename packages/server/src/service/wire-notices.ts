import type { Config } from "#config.ts";
import type { WatchedNode } from "#lightning";
import type { Sight } from "#notices";
import type { BackupHealth } from "#platform/backup-metrics.ts";
import { type NoticeLoopDeps, noticeLoop } from "#slices/notices/jobs.ts";
import { together, type Worker } from "./worker.ts";

type Options = Pick<Config, "operatorEmails" | "language" | "lowLightning" | "baseUrl"> & {
  /** This process works without requests. */
  readonly sends: boolean;
};

type Machine = Omit<NoticeLoopDeps, "settings" | "sight" | "baseUrl"> & {
  readonly watched: Pick<WatchedNode, "isUp" | "report">;
  /** Undefined in a process that makes none. */
  readonly backups: (() => BackupHealth) | undefined;
};

/** What tells the operator and the contacts of projects of what they should know. */
export function wireNotices(
  { sends, operatorEmails: operators, language, lowLightning, baseUrl }: Options,
  { watched, backups, ...machine }: Machine,
): Worker {
  if (!sends) return together([]);
  const sight: Sight = {
    sendable: () => (watched.isUp() ? watched.report()?.sendable : undefined),
    backups: () => backups && agesOf(backups()),
  };
  return together([noticeLoop({ ...machine, baseUrl, sight, settings: { operators, language, lowLightning } })]);
}

/** Undefined: the disk of the backups has not answered since the start. */
function agesOf({ folder, archivedUntil }: BackupHealth) {
  return folder && { newest: folder.newest?.endedAt, archivedUntil };
}
