import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Random } from "#kernel/clock.ts";
import { lockFile } from "#platform/machine/file-lock.ts";
import { readFileIfAny, writePrivateFile } from "#platform/machine/files.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { readRunning } from "./run-file.ts";

/** The folder that holds everything of one installation. One supervisor has it at a time. */
export type DataFolder = {
  readonly path: string;
  /** Name of this installation, the same in the database and in the node's log: none of the three is used without the others. */
  readonly instanceId: string;
  release(): void;
};

/**
 * Makes the folder when it is missing and takes it for this process.
 * @throws {OperatorError} when it cannot be written, or when another process has it.
 */
export function takeDataFolder(path: string, random: Pick<Random, "uuid">): DataFolder {
  makeFolder(path);
  refuseOpenFolder(path);
  const lock = lockFile(join(path, "lock"));
  if (lock === undefined) throw alreadyRunning(path);
  return { path, instanceId: readOrMakeInstanceId(path, random), release: lock.release };
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
 * A folder that other users may write to can hold their links and files, which a start would follow. The same test as
 * that of sshd for a home: owned by us or by root, and written by the owner only. Windows has no such modes.
 * @throws {OperatorError}
 */
function refuseOpenFolder(path: string): void {
  const self = process.getuid?.();
  if (self === undefined) return;
  const { uid, mode } = statSync(path);
  if (uid !== self && uid !== 0)
    throw new OperatorError(
      `the data folder ${path} belongs to another user (${uid})`,
      `Run Leyden as that user, or make the folder yours: \`chown ${self} '${path}'\`.`,
    );
  if ((mode & 0o022) !== 0)
    throw new OperatorError(
      `other users may write to the data folder ${path} (mode ${(mode & 0o777).toString(8)})`,
      `Close it: \`chmod go-w '${path}'\`; first look for files in it that are not yours.`,
    );
}

/** Node's own recursive mkdir never ends where the system says ENOENT to a folder whose parent is there, as in /proc. */
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
