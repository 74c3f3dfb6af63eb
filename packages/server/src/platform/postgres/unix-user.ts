import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

/** A user other than root, for programs that refuse to run as root. */
export type UnixUser = { readonly uid: number; readonly gid: number };

const READ = 4;
const SEARCH = 1;

/**
 * The users that may run a program for us when we are root, the preferred one first: `postgres`, `nobody`, else any.
 * Empty when we are not root.
 */
export function unprivilegedUsers(): readonly UnixUser[] {
  if (process.getuid?.() !== 0) return [];
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const usual = ["postgres", "nobody"].flatMap((wanted) => users.find(({ name }) => name === wanted) ?? []);
  const found = usual.length > 0 ? usual : users.slice(0, 1);
  if (found.length === 0) throw new Error("/etc/passwd has no user but root");
  return found.map(({ uid, gid }) => ({ uid, gid }));
}

/**
 * True when `user` may read `path`, which means going through every folder above it. No `user` means ourselves: true.
 */
export function canReach(path: string, user: UnixUser | undefined): boolean {
  if (user === undefined) return true;
  const real = realpathSync(path);
  if (!may(statSync(real), user, statSync(real).isDirectory() ? READ | SEARCH : READ)) return false;
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if (!may(statSync(folder), user, SEARCH)) return false;
    if (folder === dirname(folder)) return true;
  }
}

function may(file: Stats, user: UnixUser, wanted: number): boolean {
  const shift = file.uid === user.uid ? 6 : file.gid === user.gid ? 3 : 0;
  return ((file.mode >> shift) & wanted) === wanted;
}
