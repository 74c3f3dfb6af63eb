import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Of the file system, in bytes. `free`: what an ordinary user may still write. */
export type DiskSpace = { readonly free: number; readonly total: number };

/**
 * The space where a folder is, or will be made. Never ends while a disk over the network does not answer: callers have
 * a time limit.
 */
export async function diskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize } = await statfs(nearest(resolve(folder)));
  return { free: bavail * bsize, total: blocks * bsize };
}

function nearest(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearest(dirname(path));
}
