import { randomUUID } from "node:crypto";
import {
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { openFresh } from "../machine/files.ts";
import { OperatorError } from "../operator-error.ts";
import { SHARED_FOLDER } from "./programs.ts";
import { canReach, type UnixUser, unprivilegedUsers } from "./unix-user.ts";

/** The server's folder and the user that it runs as. */
export type Place = { readonly home: string; readonly data: string; readonly user: UnixUser | undefined };

/**
 * PostgreSQL refuses to run as root, so as root we give the folder to another user. Where that user cannot get there,
 * the folder becomes a link to one in a place that they can reach.
 *
 * As root we follow no link but our own: a folder that others could write to may hold theirs.
 * @throws {OperatorError} when the folder is a link of others, or belongs to a user who is not the database's.
 */
export function preparePlace(folder: string): Place {
  if (lstatSync(folder, { throwIfNoEntry: false }) === undefined) mkdirSync(folder, { recursive: true, mode: 0o700 });
  const [preferred, ...others] = unprivilegedUsers();
  if (preferred === undefined) return placeAt(folder, undefined);

  const isLink = lstatSync(folder).isSymbolicLink();
  if (isLink && !isOurLink(folder)) throw foreign(folder, "is a link that this service has not made");
  const user = takeFolder(isLink ? readlinkSync(folder) : folder, [preferred, ...others]);
  if (!isLink && !canReach(folder, user) && !existsSync(join(folder, "data"))) moveToReach(folder, user);
  return placeAt(folder, user);
}

function placeAt(folder: string, user: UnixUser | undefined): Place {
  const home = realpathSync(folder);
  return { home, data: join(home, "data"), user };
}

/**
 * Closes the database's files to its group again. PostgreSQL refuses a folder that its group may write to, and
 * Kubernetes (`fsGroup`) opens all that is in a volume each time that it is mounted.
 */
export function closeData({ data, user }: Place): void {
  const file = openSync(data, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const { uid, mode } = fstatSync(file);
    const isOurs = uid === (user?.uid ?? process.getuid?.());
    if (isOurs && (mode & 0o027) !== 0) fchmodSync(file, 0o700);
  } finally {
    closeSync(file);
  }
}

/** Writes a new file that the server's user can read; what was in its place is removed, never followed. */
export function writeOwn({ user }: Place, path: string, text: string): void {
  const file = openFresh(path);
  try {
    writeSync(file, text);
    if (user !== undefined) fchownSync(file, user.uid, user.gid);
  } finally {
    closeSync(file);
  }
}

/** True for a link that root made to a folder in `SHARED_FOLDER`, which only root may write to. */
function isOurLink(path: string): boolean {
  const shared = lstatSync(SHARED_FOLDER, { throwIfNoEntry: false });
  const isClosed = shared?.isDirectory() === true && shared.uid === 0 && (shared.mode & 0o022) === 0;
  return isClosed && lstatSync(path).uid === 0 && dirname(readlinkSync(path)) === SHARED_FOLDER;
}

/** Gives a folder of root to the first user; one that belongs to a user of the list stays his. */
function takeFolder(folder: string, users: readonly [UnixUser, ...UnixUser[]]): UnixUser {
  const file = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    const { uid } = fstatSync(file);
    const user = uid === 0 ? users[0] : users.find((known) => known.uid === uid);
    if (user === undefined) throw foreign(folder, `belongs to user ${uid}, who is not the database's`);
    if (uid === 0) fchownSync(file, user.uid, user.gid);
    return user;
  } finally {
    closeSync(file);
  }
}

function moveToReach(folder: string, user: UnixUser): void {
  const reachable = join(SHARED_FOLDER, randomUUID());
  mkdirSync(SHARED_FOLDER, { recursive: true, mode: 0o755 });
  mkdirSync(reachable, { mode: 0o700 });
  takeFolder(reachable, [user]);
  rmSync(folder, { recursive: true });
  symlinkSync(reachable, folder);
}

function foreign(folder: string, what: string): OperatorError {
  return new OperatorError(
    `the database's folder ${folder} ${what}`,
    `Move it away: \`mv '${folder}' '${folder}.foreign'\`. If it is yours, run Leyden as its owner instead of root.`,
  );
}
