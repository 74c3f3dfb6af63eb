import { closeSync, constants, fchmodSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

export type FileLock = { release(): void };

/** What SQLite answers when another process holds the file. */
const SQLITE_BUSY = 5;

/**
 * Takes the lock on a file; `undefined` when another process holds it. The kernel releases it when the holder dies,
 * however it dies. Node has no lock of its own; an exclusive SQLite transaction on an otherwise empty file is one.
 * No other user may read the file: a user who can open it can hold it, and so keep us from starting.
 */
export function lockFile(path: string): FileLock | undefined {
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0), 0o600); // no link
  fchmodSync(file, 0o600);
  closeSync(file);
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
