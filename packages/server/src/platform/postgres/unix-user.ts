import { readFileSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";

/** Someone other than root, for programs that refuse to run as root. */
export type UnixUser = { readonly uid: number; readonly gid: number };

const READ = 4;
const SEARCH = 1;

/** The user that runs a program for us when we are root: `postgres`, else `nobody`, else any. `undefined` when we are not root. */
export function unprivilegedUser(): UnixUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => uid > 0 && gid > 0);
  const user = users.find(({ name }) => name === "postgres") ?? users.find(({ name }) => name === "nobody") ?? users[0];
  if (user === undefined) throw new Error("/etc/passwd has no user but root");
  return { uid: user.uid, gid: user.gid };
}

/** True when `user` may read `path`, which means going through every folder above it. No `user` means ourselves: true. */
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
