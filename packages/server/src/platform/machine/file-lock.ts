import { chmodSync, closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export type FileLock = { release(): void };

/** What SQLite answers when another process holds the file. */
const SQLITE_BUSY = 5;

/**
 * Takes the lock on a file, or says `undefined` when another process holds it. The kernel gives it back when the holder
 * dies, however it dies. Node has no lock of its own; an exclusive SQLite transaction on an otherwise empty file is one.
 * Nobody else may read the file: whoever can open it can hold it, and so keep us from starting.
 */
export function lockFile(path: string): FileLock | undefined {
  closeSync(openSync(path, "a", 0o600));
  chmodSync(path, 0o600);
  const database = new DatabaseSync(path);
  try {
    database.exec("begin exclusive");
  } catch (error) {
    database.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}
