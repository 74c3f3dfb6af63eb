import type { Msats } from "#kernel/money.ts";
import type { Db } from "#platform/database/db.ts";
import { coarseHeadroom } from "../model/coarse-headroom.ts";
import { findReceivable } from "../store/receivable.ts";

/**
 * Whether the address of a wallet gives an invoice over this amount now, as far as limits of what is held decide it:
 * `findPayLink` offers no more than the coarse form of it.
 */
export async function takesAtAddress(
  db: Db,
  { account, amount }: { readonly account: bigint; readonly amount: Msats },
): Promise<boolean> {
  const receivable = await findReceivable(db, account);
  return receivable === undefined || amount <= coarseHeadroom(receivable);
}
