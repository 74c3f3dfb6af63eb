import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { type Config, readConfig } from "#config.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { journalFolder } from "#platform/journal/place.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { megabytes } from "#platform/postgres/recover.ts";
import { SECRET_KEY_FILE } from "#platform/secrets/open-sealer.ts";
import { type Restored, restoreBackup } from "#supervisor/backup/restore-backup.ts";
import { bookLines, requireEmbedded } from "./backups.ts";
import { liveLine } from "./live-line.ts";
import { print } from "./output.ts";

export function addRestoreCommand(program: Command): void {
  const restore = program.commands.find((command) => command.name() === "restore") ?? program.command("restore");
  restore
    .description("put a backup of the embedded database in its place; the service must be stopped")
    .option("--from <folder>", "a backup, or the folder of the backups: then the newest proved one")
    .option(
      "--until <time>",
      "as the database was then, such as 2026-11-23T22:40:00Z; without it all that the archive has",
    )
    .option("--accept-gap", "restore what is before a gap of the archive, and lose what it names")
    .action((wanted: Wanted) => restoreFrom(wanted));
}

type Wanted = { readonly from?: string; readonly until?: string; readonly acceptGap?: boolean };

async function restoreFrom({ from, until, acceptGap = false }: Wanted): Promise<void> {
  const config = readConfig();
  requireEmbedded(config);
  // also with LEYDEN_BACKUP_DIR: the command alone must not replace a database
  if (from === undefined) throw new InvalidInput("--from", "must be a folder of `npm run leyden -- backup list`");
  const time = until === undefined ? undefined : timeOf(until);
  const { say, end } = liveLine();
  const { dataDir, trustedFolders } = config;
  const deps = { clock: machineClock, dataDir, trustedFolders, journal: journalFolder(config), say };
  tell(await restoreBackup(deps, { from, until: time, acceptGap }).finally(end), config);
}

/** Whether its month has that day: a Date takes the 30th of February for the 2nd of March. */
function isDay(time: string): boolean {
  const [day = ""] = time.split("T");
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day);
}

function timeOf(text: string): Date {
  const time = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9]{2}:[0-9]{2})$/.test(text) ? new Date(text) : undefined;
  if (time === undefined || Number.isNaN(time.getTime()) || !isDay(text))
    throw new InvalidInput("--until", "must be a time with its zone, such as 2026-11-23T22:40:00Z");
  return time;
}

function tell(
  { backup, aside, gapAt, journalFiles, channels, ...found }: Restored,
  { dataDir, secretKey }: Config,
): void {
  print(`Restored: ${backup.path} (${megabytes(backup.bytes)}), made at ${backup.endedAt.toISOString()}.`);
  for (const line of bookLines(found)) print(line);
  if (gapAt !== undefined)
    print(`THE ARCHIVE HAS A GAP at ${gapAt}: what was written after it is lost, although later parts are there.`);
  if (journalFiles instanceof OperatorError)
    print(`THE JOURNAL WAS NOT TAKEN FROM THE BACKUP: ${journalFiles.message}. What is in its folder stays.`);
  else if (journalFiles > 0)
    print(
      `${journalFiles} files of the journal were missing and came from the backup, as they were then. When the journal lies elsewhere, put its files into their place before \`restore import\`: what left since the backup is only there.`,
    );
  tellChannels(channels);
  if (aside !== undefined) print(`The database from before is in ${aside}. Remove it when all is well.`);
  const key = join(dataDir, SECRET_KEY_FILE);
  if (secretKey === undefined && !existsSync(key))
    print(`Next: put your copy of ${SECRET_KEY_FILE} back: ${key} is missing. Then \`npm start\`.`);
  else print("Next: `npm start`.");
  print("Then go on with docs/operate.md, After a restore.");
}

function tellChannels(channels: Restored["channels"]): void {
  if (channels instanceof OperatorError)
    print(`THE CHANNEL BACKUP WAS NOT TAKEN FROM THE BACKUP: ${channels.message}.`);
  else if (channels !== undefined)
    print(
      `Channel backup of node ${channels.nodeId}: ${channels.path}, of ${channels.at.toISOString()}, rescues ${channels.channels.length} channels. It is for a lost node alone: at one that runs it would close them.`,
    );
}
