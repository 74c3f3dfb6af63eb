import type { Db } from "#platform/database/db.ts";
import { updateClosed, updateOpen } from "./store.ts";

type Deps = { readonly db: Db };

/**
 * Closes the ledger at a start: until something tells that this database is the one that the service worked with
 * before, nothing that moves value is done, in any process. A restore that is open stays open, and
 * the database of another installation as it is.
 */
export async function closeUntilCompared({ db }: Deps, installation: string): Promise<void> {
  await updateClosed(db, installation);
}

/** Opens the ledger after the comparison. False when it was open, or a restore is. */
export async function openAfterComparison({ db }: Deps): Promise<boolean> {
  return await updateOpen(db);
}
