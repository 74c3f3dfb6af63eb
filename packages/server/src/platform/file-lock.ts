import { DatabaseSync } from "node:sqlite";

export type FileLock = { release(): void };

/** What SQLite answers when another process holds the file. */
const SQLITE_BUSY = 5;

/**
 * Takes the lock on a file, or says `undefined` when another process holds it. The kernel gives it back when the holder
 * dies, however it dies. Node has no lock of its own; an exclusive SQLite transaction on an otherwise empty file is one.
 */
export function lockFile(path: string): FileLock | undefined {
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
