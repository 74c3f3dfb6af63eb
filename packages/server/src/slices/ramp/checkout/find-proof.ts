import { findPayment } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { deliveryOf, type Purchase } from "../model/purchase.ts";
import type { Proof } from "../model/receipt.ts";
import { findTxid } from "./find-txid.ts";

/** That a purchase was delivered; undefined: not yet, or inside this service, where nothing is sent. */
export async function findProof(db: Db, purchase: Purchase): Promise<Proof | undefined> {
  const delivery = deliveryOf(purchase);
  if (delivery === undefined) return undefined;
  if (delivery.kind === "onchain") {
    const txid = await findTxid(db, purchase);
    return txid === undefined ? undefined : { kind: "txid", text: txid };
  }
  const payment = await findPayment(db, delivery.paymentId);
  const preimage = payment?.progress.kind === "completed" ? payment.progress.preimage : undefined;
  return preimage === undefined ? undefined : { kind: "preimage", text: Buffer.from(preimage).toString("hex") };
}
