import { type Dirent, existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Files of packages that no program reads: types, maps, sources of what is compiled already, documents, settings of
 * tools. Licences stay.
 */
const UNREAD = /^\.|\.(?:map|[cm]?ts|cc?|cpp|h|hpp|java|m4|sage|gyp|sh|md|html|ya?ml|flow)$/;
/** Names of files with the text of a licence. */
export const LICENCE = /^(?:licen[cs]e|copying|notice)/i;
/** Folders beside `package.json` of a package that only its makers need. */
const OF_MAKERS = /^(?:\..+|__tests__|tests?|bench(?:mark)?s?|examples?|fixtures?|integration|docs)$/;

/** Whether a file of a package, by its name, can be left out of a release. */
export function isUnread(name: string): boolean {
  return UNREAD.test(name) && !LICENCE.test(name);
}

/** Whether a folder beside `package.json` of a package, by its name, can be left out. */
export function isOfMakers(name: string): boolean {
  return OF_MAKERS.test(name);
}

/**
 * Removes from packages below `folder` what no program reads: more than half of their files. Where a package has its
 * licence in no file of its own, its README may have it, and stays.
 */
export function prune(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const isLeftOut = entry.isFile() ? isUnread(entry.name) && !hasLicence(entry) : isMakers(entry);
    if (isLeftOut) rmSync(join(entry.parentPath, entry.name), { recursive: true, force: true }); // with what is in it
  }
}

const isMakers = ({ name, parentPath }: Dirent) => isOfMakers(name) && existsSync(join(parentPath, "package.json"));

function hasLicence({ name, parentPath }: Dirent): boolean {
  if (!/^readme/i.test(name) || !existsSync(join(parentPath, "package.json"))) return false;
  return !readdirSync(parentPath).some((other) => LICENCE.test(other));
}
