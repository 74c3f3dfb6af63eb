import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { Restore } from "./model/restore.ts";
import { type LimitsOf, updateKnown } from "./store/limits.ts";

/**
 * What was spent since the copy is written again, each in its hour: these limits count it, and their windows are full
 * no more. `restore`: the one for which the journal was read; where it was opened again since, nothing changes.
 */
export async function learnSpending(
  { db, log }: { readonly db: Db; readonly log: Log },
  { restore, known }: { readonly restore: Pick<Restore, "openedNo">; readonly known: readonly LimitsOf[] },
): Promise<void> {
  if (known.length === 0) return;
  const learned = await updateKnown(db, restore, known);
  if (learned.length > 0) log.warn({ known: learned }, "restore.spending_learned");
}
