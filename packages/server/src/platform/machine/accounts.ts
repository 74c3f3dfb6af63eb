import { userInfo } from "node:os";
import { readFileIfAny } from "./files.ts";
import type { Accounts } from "./path-rights.ts";

/** `staff` and `everyone` of macOS: all its ordinary users are in them, although /etc/group names root alone. */
const EVERYBODY_ON_MACOS = [20, 12];
/** Sources of nsswitch.conf(5) that are files here, or users that a process does not meet by accident. */
const LOCAL_SOURCES = ["files", "compat", "db", "altfiles", "systemd"];

/** What the system says of its users; undefined where it has no users of this kind (Windows). */
export function readAccounts(): Accounts | undefined {
  const self = process.getuid?.();
  if (self === undefined) return undefined;
  const users = linesOf("/etc/passwd").map(([name = "", , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
  const isMac = process.platform === "darwin";
  return {
    self,
    selfName: nameOfSelf(),
    selfGroups: [process.getegid?.(), ...(process.getgroups?.() ?? [])].filter((gid) => gid !== undefined),
    users,
    groups: linesOf("/etc/group").map(([, , gid, members = ""]) => ({
      gid: Number(gid),
      members: members.split(",").filter((name) => name !== ""),
    })),
    isComplete: !isMac && areAllListed(self, users, readFileIfAny("/etc/nsswitch.conf") ?? ""),
    everybody: isMac ? EVERYBODY_ON_MACOS : [],
    isNamespace: isNamespace(readFileIfAny("/proc/self/uid_map")),
  };
}

/**
 * Whether the files have all users and groups: this process's own one is in them, and nsswitch.conf names no other
 * source. Without that file there is none (musl reads none).
 */
export function areAllListed(self: number, users: readonly { readonly uid: number }[], nsswitch: string): boolean {
  const sources = [...nsswitch.matchAll(/^\s*(?:passwd|group):([^#\n]*)/gm)]
    .flatMap(([, list = ""]) => list.replace(/\[[^\]]*\]/g, " ").split(/\s+/))
    .filter((source) => source !== "");
  return users.some(({ uid }) => uid === self) && sources.every((source) => LOCAL_SOURCES.includes(source));
}

/** Whether users are mapped: all of them to themselves is the machine's own namespace (user_namespaces(7)). */
export function isNamespace(uidMap: string | undefined): boolean {
  return uidMap !== undefined && uidMap.trim().split(/\s+/).join(" ") !== "0 0 4294967295";
}

/** The user's name, also of one that comes over the network. */
function nameOfSelf(): string | undefined {
  try {
    return userInfo().username;
  } catch {
    return undefined; // a number alone, as in many containers
  }
}

function linesOf(file: string): readonly (readonly string[])[] {
  return (readFileIfAny(file) ?? "")
    .split("\n")
    .map((line) => line.split(":"))
    .filter((fields) => fields.length > 3);
}
