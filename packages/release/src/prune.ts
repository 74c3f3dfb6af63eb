import { type Dirent, existsSync, readdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";

/**
 * Files of packages that no program reads: types, maps, sources of what is compiled already, documents, settings of
 * tools. Licences stay.
 */
const UNREAD = /^\.|\.(?:test|spec)\.[cm]?js$|\.(?:map|[cm]?ts|cc?|cpp|h|hpp|java|m4|sage|gyp|sh|md|html|ya?ml|flow)$/;
/** Names of files with the text of a licence. */
export const LICENCE = /^(?:licen[cs]e|copying|notice)/i;
/** Files and folders beside `package.json` of a package that only its makers need. */
const OF_MAKERS =
  /^(?:\..+|__tests__|tests?|specs?|bench(?:mark)?s?|examples?|fixtures?|integration|docs|test(?:-.*)?\.[cm]?js)$/;
/** Folders in `prebuilds` of a package for machines on which no release runs. */
const OTHER_MACHINES = /^(?:android-.*|.*-(?:arm|ia32))$/;

/** Whether a file of a package, by its name, can be left out of a release. */
export function isUnread(name: string): boolean {
  return UNREAD.test(name) && !LICENCE.test(name);
}

/** Whether a file or a folder beside `package.json` of a package, by its name, can be left out. */
export function isOfMakers(name: string): boolean {
  return OF_MAKERS.test(name);
}

/**
 * Removes from packages below `folder` what no program reads: more than half of their files. Where a package has its
 * licence in no file of its own, its README may have it, and stays.
 */
export function prune(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const isLeftOut =
      isMakers(entry) || (entry.isFile() ? isUnread(entry.name) && !hasLicence(entry) : isForOthers(entry));
    if (isLeftOut) rmSync(join(entry.parentPath, entry.name), { recursive: true, force: true }); // with what is in it
  }
}

const isMakers = ({ name, parentPath }: Dirent) => isOfMakers(name) && existsSync(join(parentPath, "package.json"));

const isForOthers = ({ name, parentPath }: Dirent) => basename(parentPath) === "prebuilds" && OTHER_MACHINES.test(name);

function hasLicence({ name, parentPath }: Dirent): boolean {
  if (!/^readme/i.test(name) || !existsSync(join(parentPath, "package.json"))) return false;
  return !readdirSync(parentPath).some((other) => LICENCE.test(other));
}
