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
