import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/**
 * Writes a file that only we may read, whole or not at all: beside it first, then renamed over it. It is on disk when
 * this returns.
 */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.new`;
  const file = openSync(draft, "w", 0o600);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/** The text of a file; `undefined` when there is none. */
export function readFileIfAny(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
