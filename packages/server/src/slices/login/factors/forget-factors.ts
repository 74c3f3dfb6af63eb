import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Tx } from "#platform/database/db.ts";
import { deleteAllFactors, lockFactors } from "../store/factors.ts";

/** Deletes what a user logs in with, in the transaction that closes the account. */
export async function forgetFactors(tx: Tx, { clock }: { readonly clock: Clock }, userId: UserId): Promise<void> {
  await lockFactors(tx, userId, clock.now());
  await deleteAllFactors(tx, userId);
}
