import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { deleteUnpaid, forgetNetworks } from "../store/unpaid-invoices.ts";

/**
 * Deletes unpaid invoices of pay links that expired `keptMs` ago, `limit` in a statement, and forgets which networks
 * asked for the others. Returns how many were deleted.
 */
export async function forgetUnpaid(
  {
    db,
    clock,
    keptMs,
    limit,
  }: { readonly db: Db; readonly clock: Clock; readonly keptMs: number; readonly limit: number },
  signal?: AbortSignal,
): Promise<number> {
  await forgetNetworks(db, { before: clock.now() });
  const before = new Date(clock.now().getTime() - keptMs);
  let all = 0;
  let deleted: number;
  do {
    deleted = await deleteUnpaid(db, { before, limit });
    all += deleted;
  } while (deleted === limit && signal?.aborted !== true);
  return all;
}
