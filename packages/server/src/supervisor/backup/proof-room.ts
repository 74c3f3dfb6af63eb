import { freeBytes, roomNeeded } from "#platform/postgres/recover.ts";
import { reachOf, segmentAt } from "#platform/postgres/wal.ts";
import { listPieces } from "#platform/postgres/wal-archive.ts";
import { type Backup, walFolder } from "./backup-folder.ts";

/** Bytes that the disk of the data folder lacks for a restore on trial; 0: there is room. */
export async function proofLacks(
  { files, line, first }: Pick<Backup, "files" | "line" | "first">,
  { folder, dataDir, spareBytes }: { readonly folder: string; readonly dataDir: string; readonly spareBytes: number },
): Promise<number> {
  const reach = reachOf(await listPieces(walFolder(folder), line), segmentAt(first));
  return Math.max(0, roomNeeded(files, reach, spareBytes) - freeBytes(dataDir));
}
