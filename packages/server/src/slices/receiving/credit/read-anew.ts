import type { Db } from "#platform/database/db.ts";
import { resetNodeCursor } from "../store/receipts.ts";

/**
 * Has the node's receipts read from the beginning, because its list is another one. Those that are recorded are known,
 * and credited no second time.
 */
export async function readReceiptsAnew({ db }: { readonly db: Db }): Promise<void> {
  await resetNodeCursor(db);
}
