import { join, resolve } from "node:path";
import type { Command } from "commander";
import { type Config, readConfig } from "#config.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { journalFolder } from "#platform/journal/place.ts";
import { readFileIfAny } from "#platform/machine/files.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { megabytes } from "#platform/postgres/recover.ts";
import { archivedUntil, type Backup, listBackups } from "#supervisor/backup/backup-folder.ts";
import { newestFirst } from "#supervisor/backup/kept.ts";
import { proveOwn } from "#supervisor/backup/prove-own.ts";
import { takeBackup } from "#supervisor/backup/take-backup.ts";
import { liveLine } from "./live-line.ts";
import { JSON_OPTION, type Json, print, printJson, printTable } from "./output.ts";
import { withDatabase } from "./session.ts";

export function addBackupCommands(program: Command): void {
  const backup = program
    .command("backup")
    .description("back up the embedded database into LEYDEN_BACKUP_DIR now, and prove it by restoring it on trial")
    .option("--when-due", "only when the newest one is a day old, or not proved")
    .action(({ whenDue = false }: { whenDue?: boolean }) => backUp(whenDue));
  backup
    .command("prove <url>")
    .description(
      "compare a copy of your own PostgreSQL, restored on trial, with the running database: files of the journal are " +
        "deleted behind it",
    )
    .action((url: string) => proveCopy(url));
  backup
    .command("list")
    .description("list the backups, newest first")
    .option("--from <folder>", "the folder of the backups; without it LEYDEN_BACKUP_DIR")
    .option(...JSON_OPTION)
    .action(({ from, json }: { from?: string } & Json) => list(from, json));
}

async function proveCopy(url: string): Promise<void> {
  if (readConfig().databaseUrl === undefined)
    throw new OperatorError(
      "the backups of the embedded database are proved when they are made",
      "`npm run leyden -- backup` makes one and proves it.",
    );
  const { reaches, postingNo } = await withDatabase((session) => proveOwn(session, url));
  print(`Proved: the copy reaches ${reaches.toISOString()}, posting ${postingNo}.`);
}

/** @throws {OperatorError} when this installation has no backups of its own. */
export function requireEmbedded({ databaseUrl }: Config): void {
  if (databaseUrl !== undefined)
    throw new OperatorError(
      "DATABASE_URL names a PostgreSQL of your own, which this command neither backs up nor restores",
      "docs/operate.md, Your own PostgreSQL, says how.",
    );
}

async function backUp(onlyWhenDue: boolean): Promise<void> {
  const config = readConfig();
  requireEmbedded(config);
  const folder = requireFolder(config);
  const { say, end } = liveLine();
  const made = await withDatabase(({ clock, databaseUrl }) => {
    const instanceId = readFileIfAny(join(config.dataDir, "instance"))?.trim() ?? "";
    const { dataDir, trustedFolders, backupKeep: keep, backupSpareGb } = config;
    const spareBytes = backupSpareGb * 1e9;
    const journal = journalFolder(config);
    const ours = { dataDir, instanceId, journal, trustedFolders };
    return takeBackup({ clock, url: databaseUrl, ...ours, folder, keep, spareBytes, say }, { onlyWhenDue });
  }).finally(end);
  const { path, bytes, proof } = made;
  print(`${path}: ${megabytes(bytes)}`);
  if (proof !== undefined) {
    print(`Proved: restored on trial in ${(proof.tookMs / 1_000).toFixed(1)} s.`);
    for (const line of bookLines(proof)) print(line);
    if (proof.journal !== undefined) print(journalText(proof.journal));
  }
  const { channels } = made;
  if (channels !== undefined)
    print(`Channel backup: of ${channels.at.toISOString()}, rescues ${channels.count} channels.`);
  if (config.secretKey === undefined)
    print(`Not in it: ${join(config.dataDir, "secret.key")}. Keep a copy of that file in another place.`);
}

function journalText({ lines, isWhole }: { readonly lines: number; readonly isWhole: boolean }): string {
  return `Journal: ${lines} lines${isWhole ? "" : "; THE JOURNAL HAS DAMAGED FILES, and the copy has what is left"}`;
}

/** The end of a book, as one compares it: in the backup, after a restore, in the running service. */
export function bookLines({ book, newestAt }: Pick<NonNullable<Backup["proof"]>, "book" | "newestAt">): string[] {
  return [`Book: posting ${book.no}, hash ${book.hash}`, `Newest posting: ${newestAt?.toISOString() ?? "none"}`];
}

function requireFolder({ backupDir }: Config): string {
  if (backupDir === undefined)
    throw new OperatorError("there is no folder for backups", "Name one on another device with LEYDEN_BACKUP_DIR.");
  return backupDir;
}

async function list(from: string | undefined, json: true | undefined): Promise<void> {
  if (from === "") throw new InvalidInput("--from", "must be a folder");
  const folder = from === undefined ? requireFolder(readConfig()) : resolve(from);
  const backups = await Promise.all(
    newestFirst(await listBackups(folder)).map(async (backup) => ({
      ...backup,
      until: (await archivedUntil(folder, backup.line))?.toISOString(),
    })),
  );
  if (json) {
    printJson(backups.map(({ files, ...backup }) => backup));
    return;
  }
  const rows = backups.map(({ path, endedAt, until, bytes, proof, channels }) => ({
    "made at": endedAt.toISOString(),
    "restores up to": until,
    size: megabytes(bytes),
    proved: proof?.at.toISOString(),
    posting: proof?.book.no.toString(),
    channels: channels && `${channels.count} at ${channels.at.toISOString()}`,
    folder: path,
  }));
  printTable(rows, `There are no backups in ${folder}.`);
}
