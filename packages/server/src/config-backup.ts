import { resolve } from "node:path";
import { optional, whole } from "./config-values.ts";

/** Settings about backups of the embedded database. */
export const BACKUP_SETTINGS = {
  backupDir: {
    name: "LEYDEN_BACKUP_DIR",
    about:
      "Folder on another device for backups of the embedded database: one each day, and what was written since, every ten seconds. Without it there is no backup.",
    fallback: "",
    read: optional((text: string) => resolve(text)),
  },
  backupKeep: {
    name: "LEYDEN_BACKUP_KEEP",
    about: "How many backups are kept that were proved by restoring them. Older ones are removed.",
    fallback: "7",
    read: whole(1, 1_000),
  },
  backupSpareGb: {
    name: "LEYDEN_BACKUP_SPARE_GB",
    about:
      "So many GB of the data folder's disk stay free while a backup is proved there: twice what the database keeps of its log while the backup disk is full. With less room the backup is made and not proved.",
    fallback: "8",
    read: whole(0, 10_000),
  },
} as const;
