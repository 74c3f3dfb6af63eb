import { findOnchainOutcomes } from "#onchain";
import type { Db } from "#platform/database/db.ts";
import type { Purchase } from "../model/purchase.ts";

/** Of the transaction that delivers a purchase to an address of the chain, as soon as it may be on its way. */
export async function findTxid(db: Db, { delivery }: Pick<Purchase, "delivery">): Promise<string | undefined> {
  if (delivery?.kind !== "onchain") return undefined;
  return (await findOnchainOutcomes(db, [delivery.paymentId])).get(delivery.paymentId)?.txid;
}
