import { accessSync, constants, existsSync, lstatSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Config } from "#config.ts";
import type { Random } from "#kernel/clock.ts";
import { lockFile } from "#platform/machine/file-lock.ts";
import { readFileIfAny, writePrivateFile } from "#platform/machine/files.ts";
import { refuseOpenPath } from "#platform/machine/open-path.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { readRunning } from "./run-file.ts";

/** The folder that holds everything of one installation. One supervisor has it at a time. */
export type DataFolder = {
  readonly path: string;
  /**
   * Name of this installation, the same in the database and in the node's log: none of the three is used without the
   * others.
   */
  readonly instanceId: string;
  /** Who else may reach it, where that cannot be known; one sentence each. */
  readonly warnings: readonly string[];
  release(): void;
};

/** The folder, and those for which the operator answers. */
type Named = Pick<Config, "dataDir" | "trustedFolders">;

/**
 * Makes the folder when it is missing and takes it for this process.
 * @throws {OperatorError} when it cannot be written, or when another process has it.
 */
export function takeDataFolder(named: Named, random: Pick<Random, "uuid">): DataFolder {
  const { dataDir: path, trustedFolders: trusted } = named;
  refuseOpenPath(path, { trusted });
  requireOwner(named);
  makeFolder(path);
  const warnings = refuseOpenPath(path, { trusted });
  const lock = lockFile(join(path, "lock"));
  if (lock === undefined) throw alreadyRunning(path);
  return { path, instanceId: readOrMakeInstanceId(path, random), warnings, release: lock.release };
}

/**
 * Files that a command makes in the journal or in the backups would be another user's, such as root's after `sudo`, and
 * the service could not go on with them. The user is that of the file `instance`: the folder itself may be root's.
 * Where the operator answers for the folder any user but root is taken: a cluster may give the service another number
 * than before, and disks of a network may have one owner for all files.
 *
 * @throws {OperatorError} when the installation belongs to another user than the one of this process.
 */
export function requireOwner({ dataDir: path, trustedFolders }: Named, self = process.getuid?.()): void {
  const uid = lstatSync(join(path, "instance"), { throwIfNoEntry: false })?.uid;
  if (self === undefined || uid === undefined || uid === self) return;
  if (self !== 0 && trustedFolders.includes(path)) return;
  throw new OperatorError(
    `the data folder ${path} belongs to user ${uid}, and this command runs as user ${self}`,
    `Run it as that user: \`sudo -u '#${uid}' npm run leyden -- …\`.`,
  );
}

function makeFolder(path: string): void {
  try {
    makeFolders(path);
    accessSync(path, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new OperatorError(
      `the data folder ${path} cannot be written: ${(error as Error).message}`,
      "Make it writable for this user, or name another one with LEYDEN_DATA_DIR.",
      { cause: error },
    );
  }
}

/**
 * Node's own recursive mkdir never ends where the system says ENOENT to a folder whose parent is there, as in /proc.
 */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  try {
    // Open for passing through: as root the database runs as another user. The files inside are closed one by one.
    mkdirSync(path, { mode: 0o711 });
  } catch (error) {
    if (!existsSync(path)) throw error; // another process may have made it
  }
}

function alreadyRunning(path: string): OperatorError {
  const running = readRunning(path);
  return running === undefined
    ? new OperatorError(
        `another process uses the data folder ${path}`,
        "Wait for it to end, or name another folder with LEYDEN_DATA_DIR.",
      )
    : new OperatorError(
        `Leyden already runs on ${path}: ${running.baseUrl} (process ${running.pid})`,
        `Use it, end it with \`kill ${running.pid}\`, or name another folder with LEYDEN_DATA_DIR.`,
      );
}

function readOrMakeInstanceId(path: string, random: Pick<Random, "uuid">): string {
  const file = join(path, "instance");
  const known = readFileIfAny(file)?.trim();
  if (known) return known;
  const made = random.uuid();
  writePrivateFile(file, `${made}\n`);
  return made;
}
