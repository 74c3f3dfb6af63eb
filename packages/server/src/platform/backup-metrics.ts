import type { Metrics } from "./metrics.ts";

/** What is measured of the backups. */
export type BackupHealth = {
  /** All that was committed until then is in the archive; undefined: no round has ended since the start. */
  readonly archivedUntil: Date | undefined;
  /** As their disk said last. Undefined: it has not answered since the start. */
  readonly folder: BackupLook | undefined;
};

export type BackupLook = {
  /** Undefined: there is none. */
  readonly newest: Newest | undefined;
  /** Bytes that are missing on the disk of the data folder for proving the newest one; 0: none. */
  readonly proofLacks: number | undefined;
};

type Newest = {
  readonly endedAt: Date;
  readonly bytes: number;
  /** Undefined: it was not restored on trial. */
  readonly proof: { readonly at: Date } | undefined;
};

/** Age and size of the newest backup, and how far the archive is. A value that there is not is left out. */
export function measureBackups(metrics: Metrics, read: () => BackupHealth): void {
  const seconds = (at: Date | undefined) => at && at.getTime() / 1_000;
  const ofFolder = <T>(value: (look: BackupLook) => T) => {
    const { folder } = read();
    return folder && value(folder);
  };
  metrics.gauge(
    {
      name: "leyden_backup_timestamp_seconds",
      help: "When the newest backup was made. Alarm when it is 26 hours old.",
    },
    () => ofFolder(({ newest }) => seconds(newest?.endedAt) ?? 0),
  );
  metrics.gauge(
    {
      name: "leyden_backup_proved_timestamp_seconds",
      help: "When the newest backup was restored on trial; 0 when it was not. Alarm when it is 26 hours old.",
    },
    () => ofFolder(({ newest }) => seconds(newest?.proof?.at) ?? 0),
  );
  metrics.gauge({ name: "leyden_backup_bytes", help: "Size of the newest backup, without the archive." }, () =>
    ofFolder(({ newest }) => newest?.bytes),
  );
  metrics.gauge(
    {
      name: "leyden_backup_archive_timestamp_seconds",
      help: "All that was committed until then is in the archive; 0 before the first round. Alarm when it is 5 minutes old.",
    },
    () => seconds(read().archivedUntil) ?? 0,
  );
  metrics.gauge(
    {
      name: "leyden_backup_proof_lacks_bytes",
      help: "Room that the disk of the data folder lacks for proving the newest backup. Alarm when it is not 0.",
    },
    () => ofFolder(({ proofLacks }) => proofLacks),
  );
}
