import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Restore } from "./model/restore.ts";
import { updateImported } from "./store.ts";

/** From now on `restore release` does not ask for the import any more. */
export async function noteImport(
  { db, clock }: { readonly db: Db; readonly clock: Pick<Clock, "now"> },
  restore: Restore,
): Promise<void> {
  await updateImported(db, restore, clock.now());
}
