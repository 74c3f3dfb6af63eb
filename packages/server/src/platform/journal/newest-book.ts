import { type FileHandle, open, readdir } from "node:fs/promises";
import { join } from "node:path";
import { isUuid } from "#kernel/ids.ts";
import { decodeLine, FIRST_SUM, type JournalLine } from "./format.ts";
import { JOURNAL_SUFFIX } from "./line-file.ts";

/** Where the ledger ended when a line was written, and in which epoch. */
export type NewestBook = { readonly epoch: bigint; readonly number: bigint; readonly hash: Uint8Array };

/** Read from the end of a file at first; doubled where no line is whole in it. */
const TAIL_BYTES = 16 * 1024;
/** As much as two of the longest lines take. */
const TAIL_BYTES_MAX = 8 * 1024 * 1024;

/**
 * Of each epoch the furthest end of the ledger that a file's last line knows. A line counts when its sum follows from
 * the line before: a damaged one proves nothing. A folder that is not there has none.
 */
export async function newestBooks(folder: string, installation: string): Promise<readonly NewestBook[]> {
  const newest = new Map<bigint, NewestBook>();
  for (const name of await namesIn(folder)) {
    const process = name.slice(0, -JOURNAL_SUFFIX.length);
    if (!name.endsWith(JOURNAL_SUFFIX) || !isUuid(process)) continue;
    const line = await lastLineOf(join(folder, name));
    if (line?.book === undefined || line.installation !== installation || line.process !== process) continue;
    const { epoch, book } = line;
    if (book.number <= (newest.get(epoch)?.number ?? -1n)) continue;
    newest.set(epoch, { epoch, number: book.number, hash: Buffer.from(book.hash, "hex") });
  }
  return [...newest.values()];
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch {
    return []; // the writer reports a folder that cannot be used
  }
}

async function lastLineOf(path: string): Promise<JournalLine | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, "r");
    const { size } = await file.stat();
    for (let length = Math.min(TAIL_BYTES, size); ; length = Math.min(2 * length, size, TAIL_BYTES_MAX)) {
      const tail = Buffer.alloc(length);
      await file.read(tail, 0, length, size - length);
      const line = lastProved(tail.toString("utf8"), length === size);
      if (line !== undefined || length === size || length === TAIL_BYTES_MAX) return line;
    }
  } catch {
    return undefined; // it was deleted meanwhile, or cannot be read: the reader of the whole journal says so
  } finally {
    await file?.close();
  }
}

/** The last line whose sum follows from the one before. What no end of line follows was cut short. */
function lastProved(text: string, isWhole: boolean): JournalLine | undefined {
  const lines = text.split("\n").slice(0, -1);
  for (let last = lines.length - 1; last >= 0; last -= 1) {
    const before = lines[last - 1];
    if (before === undefined && !isWhole) return undefined;
    const sum = before === undefined ? FIRST_SUM : (/"sum":"([0-9a-f]{64})"\}$/.exec(before)?.[1] ?? "");
    const decoded = decodeLine(lines[last] ?? "", sum);
    if (decoded.kind === "line") return decoded.line;
  }
  return undefined;
}
