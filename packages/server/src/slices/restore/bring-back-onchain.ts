import { findNode } from "#lightning";
import type { BringBackDeps } from "./bring-back-payment.ts";
import {
  addressPaid,
  type DepartedOnchain,
  type OnchainBroughtBack,
  readTransaction,
} from "./model/departed-onchain.ts";
import { insertOnchain } from "./store/departed.ts";
import { listCopies } from "./store/purchases.ts";

/**
 * Brings back a payment to an address of the chain that may have been published before the restore, and binds its
 * purchase to it. From there it is any payment: what the node does not know is published again, the same bytes. One
 * step; safe to repeat, and by several at once.
 */
export async function bringBackOnchain(
  { db, clock, random, log }: BringBackDeps,
  departed: DepartedOnchain,
): Promise<OnchainBroughtBack> {
  if (readTransaction(departed) === undefined) return "damaged";
  const node = await findNode(db);
  const [purchase] = await listCopies(db, { ids: [departed.purchase], references: [] });
  if (purchase === undefined || node === undefined) return "origin_unknown";
  const { destination } = purchase;
  const address = addressPaid(departed, destination, node.network);
  if (address === undefined) return "origin_differs";
  const outcome = await insertOnchain(db, departed, {
    destination,
    address: address.text,
    transfer: random.uuid(),
    now: clock.now(),
  });
  if (outcome === "brought_back")
    log.warn({ payment: departed.id, txid: departed.txid, purchase: purchase.id }, "restore.onchain_restored");
  return outcome;
}
