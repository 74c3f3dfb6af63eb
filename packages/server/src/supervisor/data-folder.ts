import { accessSync, constants, existsSync, lstatSync, mkdirSync, readlinkSync } from "node:fs";
import { dirname, join, parse, resolve, sep } from "node:path";
import type { Random } from "#kernel/clock.ts";
import { lockFile } from "#platform/machine/file-lock.ts";
import { readFileIfAny, writePrivateFile } from "#platform/machine/files.ts";
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
  release(): void;
};

/**
 * Makes the folder when it is missing and takes it for this process.
 * @throws {OperatorError} when it cannot be written, or when another process has it.
 */
export function takeDataFolder(path: string, random: Pick<Random, "uuid">): DataFolder {
  refuseOpenPath(path);
  makeFolder(path);
  refuseOpenPath(path);
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
 * A folder that other users may write to can hold their links and files, which a start would follow; and in a folder
 * above it they can put a link in its place. The same test as that of sshd for a home, for each part of the path from
 * the root on: owned by us or by root, and written by the owner only. Windows has no such modes.
 * @throws {OperatorError}
 */
function refuseOpenPath(path: string): void {
  const self = process.getuid?.();
  if (self === undefined) return;
  for (const part of partsOf(path)) {
    const what = part.isLast ? "the data folder" : part.isLink ? "the link" : "the folder above the data";
    if (part.uid !== self && part.uid !== 0)
      throw new OperatorError(
        `${what} ${part.path} belongs to another user (${part.uid})`,
        part.isLast
          ? `Run Leyden as that user, or make the folder yours: \`chown ${self} '${part.path}'\`.`
          : "Run Leyden as that user, or name a folder below your own ones with LEYDEN_DATA_DIR.",
      );
    if (isWrittenByOthers(part))
      throw new OperatorError(
        `other users may write to ${what} ${part.path} (mode ${(part.mode & 0o7777).toString(8)})`,
        `Close it: \`chmod go-w '${part.path}'\`; first look for files in it that are not yours.`,
      );
  }
}

type Part = {
  readonly path: string;
  readonly uid: number;
  readonly gid: number;
  readonly mode: number;
  readonly isLink: boolean;
  /** The data folder itself. */
  readonly isLast: boolean;
};

/** As many as Linux follows. */
const LINKS_MAX = 40;

/** The folders and links that lead to `path`, from the root on; as far as they are there. None is followed unseen. */
function partsOf(path: string): readonly Part[] {
  const root = parse(resolve(path)).root;
  const parts: Part[] = [];
  let at = root;
  let names = ["", ...namesIn(resolve(path))];
  for (let links = 0; names.length > 0; ) {
    const [name = "", ...rest] = names;
    const next = join(at, name);
    const stat = lstatSync(next, { throwIfNoEntry: false });
    if (stat === undefined) return parts;
    const isLink = stat.isSymbolicLink();
    parts.push({
      path: next,
      uid: stat.uid,
      gid: stat.gid,
      mode: stat.mode,
      isLink,
      isLast: !isLink && rest.length === 0,
    });
    if (isLink && ++links > LINKS_MAX)
      throw new OperatorError(`the path ${path} has too many links`, "Name the folder itself with LEYDEN_DATA_DIR.");
    const target = isLink ? resolve(at, readlinkSync(next)) : next;
    names = isLink ? [...namesIn(target), ...rest] : rest;
    at = isLink ? root : next;
  }
  return parts;
}

function namesIn(path: string): string[] {
  return path.split(sep).filter((name) => name !== "");
}

/**
 * In a folder with the sticky bit, such as /tmp, others can make entries and take none away: an entry that is ours is
 * safe. A link has no mode.
 */
function isWrittenByOthers({ mode, gid, isLink, isLast }: Part): boolean {
  if (isLink || (!isLast && (mode & 0o1000) !== 0)) return false;
  if (isLast) return (mode & 0o022) !== 0;
  return (mode & 0o002) !== 0 || ((mode & 0o020) !== 0 && !isOwnGroup(gid));
}

/** A group that this user has alone, as many systems make one for each user. */
function isOwnGroup(gid: number): boolean {
  const self = process.getuid?.();
  const users = linesOf("/etc/passwd");
  const own = users.filter(([, , uid]) => Number(uid) === self || uid === "0").map(([name]) => name);
  const group = linesOf("/etc/group").find(([, , id]) => Number(id) === gid);
  if (group === undefined) return false;
  const members = (group[3] ?? "").split(",").filter((name) => name !== "");
  const others = users.filter(([name, , , id]) => Number(id) === gid && !own.includes(name));
  return others.length === 0 && members.every((name) => own.includes(name));
}

function linesOf(file: string): readonly (readonly string[])[] {
  return (readFileIfAny(file) ?? "").split("\n").map((line) => line.split(":"));
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
