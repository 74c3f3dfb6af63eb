import { findOnchainOutcomes } from "#onchain";
import type { Db } from "#platform/database/db.ts";
import { deliveryOf, type Purchase } from "../model/purchase.ts";

/** Of the transaction that delivers a purchase to an address of the chain, as soon as it may be on its way. */
export async function findTxid(db: Db, purchase: Purchase): Promise<string | undefined> {
  const delivery = deliveryOf(purchase);
  if (delivery?.kind !== "onchain") return undefined;
  return (await findOnchainOutcomes(db, [delivery.paymentId])).get(delivery.paymentId)?.txid;
}
