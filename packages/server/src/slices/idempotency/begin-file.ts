import type { Clock, Random } from "#kernel/clock.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import {
  type BegunFile,
  FILE_KNOWN_MS,
  FILES_MAX,
  type FileKind,
  knownUntil,
  TooManyFiles,
} from "./model/begun-file.ts";
import { deleteFilesAbove, findOldestKnown, upsertBegunFile } from "./store.ts";

export type BeginFileDeps = { readonly db: Db; readonly clock: Pick<Clock, "now">; readonly random: Random };

export type BeginFile = {
  readonly projectId: ProjectId;
  readonly kind: FileKind;
  /** SHA-256 of what it would pay or make, in hexadecimal digits. */
  readonly print: string;
  /** The key that the caller knows and wants to be over; undefined: the file is to be begun once. */
  readonly again?: string | undefined;
};

/** `isNew`: this call began it. */
export type Begun = BegunFile & { readonly isNew: boolean };

/**
 * Begins a file of a project once: each call within 14 days of the first returns the key of the first. With `again`
 * it is begun once more, once for each key that is over: of callers who know the same key one gets a new file.
 *
 * A file that was begun so often has the same key, whatever the database knows of it. So after a restore, and for a
 * file that is forgotten, its rows ask for the payments that were made of it, and for none a second time.
 *
 * @throws {TooManyFiles} when the project knows {@link FILES_MAX} others.
 */
export async function beginFile(
  { db, clock, random }: BeginFileDeps,
  { projectId, kind, print, again }: BeginFile,
): Promise<Begun> {
  const now = clock.now();
  const overBefore = new Date(now.getTime() - FILE_KNOWN_MS);
  const by = random.uuid();
  const most = FILES_MAX;
  const begun = await upsertBegunFile(db, { projectId, kind, print, by, now, overBefore, overKey: again, most });
  if (begun === undefined) {
    const begunAt = (await findOldestKnown(db, projectId, overBefore)) ?? now;
    throw new TooManyFiles(knownUntil({ begunAt }), now);
  }
  if (begun.isNew) await deleteFilesAbove(db, { projectId, most, overBefore });
  return begun;
}
