import { constants } from "node:fs";
import { open, rm } from "node:fs/promises";
import { listJournalFiles } from "./list-files.ts";

/** Files are kept for as long, however new the proved backup is. */
export const KEPT_MS = 30 * 24 * 3_600_000;
/** More than the last line of a file has, a transaction of the chain included. */
const TAIL_BYTES = 1024 * 1024;

type Old = { readonly process: string; readonly path: string };

/**
 * Files whose last line is older than the newest proved backup and older than 30 days: whoever restores that backup
 * needs none of their lines. Without a proved backup there are none. A file whose last line cannot be read is kept.
 */
export async function listOldFiles(
  folder: string,
  { provedAt, now }: { readonly provedAt: Date | undefined; readonly now: Date },
): Promise<readonly Old[]> {
  if (provedAt === undefined) return [];
  const before = Math.min(provedAt.getTime(), now.getTime() - KEPT_MS);
  const old: Old[] = [];
  for (const { process, path, isRegular } of await listJournalFiles(folder)) {
    if (!isRegular) continue;
    const lastAt = await timeOfLastLine(path);
    if (lastAt !== undefined && lastAt.getTime() < before) old.push({ process, path });
  }
  return old;
}

export async function deleteFile({ path }: Old): Promise<void> {
  await rm(path, { force: true });
}

/** By the writer's clock and by the disk's, the later one. */
async function timeOfLastLine(path: string): Promise<Date | undefined> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { size, mtimeMs } = await handle.stat();
    const length = Math.min(size, TAIL_BYTES);
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, size - length);
    const text = buffer.toString("utf8");
    const whole = text.slice(0, text.lastIndexOf("\n"));
    const said = /"at":"([^"]+)"/.exec(whole.slice(whole.lastIndexOf("\n") + 1))?.[1];
    const time = said === undefined ? Number.NaN : Date.parse(said);
    return Number.isNaN(time) ? undefined : new Date(Math.max(time, mtimeMs));
  } finally {
    await handle.close();
  }
}
