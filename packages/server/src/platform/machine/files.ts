import {
  closeSync,
  constants,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Writes a file that only we may read, whole or not at all: beside it first, then renamed over it. It is on disk when
 * this returns.
 */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.new`;
  const file = openFresh(draft);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/**
 * Makes a file that only we may read, whole or not at all, and never in the place of another: false when there was one.
 * It is on disk when this returns.
 */
export function makePrivateFile(path: string, text: string): boolean {
  const draft = `${path}.${process.pid}.new`;
  writePrivateFile(draft, text);
  try {
    linkSync(draft, path); // fails where a rename would replace
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Writes a file of any size that only we may read, whole or not at all, also over a crash of the machine: the folder is
 * on disk as well when this resolves.
 */
export async function writeFileDurably(path: string, content: Uint8Array): Promise<void> {
  const draft = `${path}.new`;
  try {
    await rm(draft, { force: true });
    const file = await open(draft, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolderAsync(dirname(path));
}

/** As `syncFolder`, on a disk that may hang: this process goes on meanwhile. */
export async function syncFolderAsync(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** For the promise of a file or folder that need not be there. */
export function undefinedIfAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
}

/** Brings the names in a folder to the disk. Windows has no such call. */
export function syncFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, constants.O_RDONLY);
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Opens a new file that only we may read. What was in its place is removed: a link there is never followed. */
export function openFresh(path: string): number {
  rmSync(path, { force: true });
  return openSync(path, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL, 0o600);
}

/** The text of a file; `undefined` when there is none, or when the process that it is about in /proc has just ended. */
export function readFileIfAny(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (["ENOENT", "ESRCH"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}
