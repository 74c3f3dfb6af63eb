import type { Config } from "#config.ts";
import type { WatchedNode } from "#lightning";
import type { Sight } from "#notices";
import type { BackupHealth } from "#platform/backup-metrics.ts";
import type { Sealer } from "#platform/secrets/seal.ts";
import { type NoticeLoopDeps, noticeLoop, type ReceivedLoopDeps, receivedLoop } from "#slices/notices/jobs.ts";
import { dashboardUrlOf, walletPathOf } from "./people-pages.ts";
import { together, type Worker } from "./worker.ts";

type Options = Pick<Config, "operatorEmails" | "language" | "lowLightning" | "baseUrl" | "web"> & {
  /** This process works without requests. */
  readonly sends: boolean;
};

type Machine = Omit<NoticeLoopDeps & ReceivedLoopDeps, "settings" | "sight" | "baseUrl" | "walletPath" | "mac"> & {
  readonly sealer: Sealer;
  readonly watched: Pick<WatchedNode, "isUp" | "report">;
  /** Undefined in a process that makes none. */
  readonly backups: (() => BackupHealth) | undefined;
};

/** What tells people by mail what they should know, and users who want it what their wallets have received. */
export function wireNotices(
  { sends, operatorEmails: operators, language, lowLightning, baseUrl, web }: Options,
  { watched, backups, ...machine }: Machine,
): Worker {
  if (!sends) return together([]);
  const sight: Sight = {
    sendable: () => (watched.isUp() ? watched.report()?.sendable : undefined),
    backups: () => backups && agesOf(backups()),
  };
  return together([
    noticeLoop({
      ...machine,
      baseUrl,
      sight,
      settings: { operators, language, lowLightning, dashboard: dashboardUrlOf({ baseUrl, web }) },
    }),
    receivedLoop({ ...machine, baseUrl, walletPath: walletPathOf({ web }), mac: machine.sealer.mac }),
  ]);
}

/** Undefined: the disk of the backups has not answered since the start. */
function agesOf({ folder, archivedUntil }: BackupHealth) {
  return folder && { newest: folder.newest?.endedAt, archivedUntil };
}
