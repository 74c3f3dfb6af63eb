import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock, Random } from "#kernel/clock.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { type BegunFile, FILE_KNOWN_MS, type FileKind } from "./model/begun-file.ts";
import { upsertBegunFile } from "./store.ts";

export type BeginFileDeps = { readonly db: Db; readonly clock: Pick<Clock, "now">; readonly random: Random };

export type BeginFile = {
  readonly projectId: ProjectId;
  readonly kind: FileKind;
  /** SHA-256 of what it would pay or make, in hexadecimal digits. */
  readonly print: string;
  /** The key that the caller knows and wants to be over; undefined: the file is to be begun once. */
  readonly again?: string | undefined;
};

const KEY_BYTES = 16;

/**
 * Begins a file of a project once: each call within 14 days of the first returns the key of the first. With `again`
 * it is begun once more, once for each key that is over: of callers who know the same key one gets a new file.
 */
export async function beginFile(
  { db, clock, random }: BeginFileDeps,
  { projectId, kind, print, again }: BeginFile,
): Promise<BegunFile> {
  const now = clock.now();
  const key = bytesToHex(random.bytes(KEY_BYTES));
  const overBefore = new Date(now.getTime() - FILE_KNOWN_MS);
  return await upsertBegunFile(db, { projectId, kind, print, key, now, overBefore, overKey: again });
}
