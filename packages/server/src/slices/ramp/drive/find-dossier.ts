import { listIncidentsOf } from "#incidents";
import { findChildren, findOnchainPayment } from "#onchain";
import { findPayment } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { deliveryOf, type Purchase } from "../model/purchase.ts";
import { listEntries } from "../store/books.ts";
import { findSession } from "../store/sessions.ts";

/** All that an operator needs to end a purchase: who bought, what was booked, and by which bytes it was paid. */
export async function findDossier(db: Db, purchase: Purchase) {
  const { id, sessionId } = purchase;
  const delivery = deliveryOf(purchase);
  const session = await findSession(db, sessionId);
  const onchain = delivery?.kind === "onchain" ? await findOnchainPayment(db, delivery.paymentId) : undefined;
  const child = onchain && (await findChildren(db, [onchain.id])).get(onchain.id);
  const payment = delivery?.kind === "invoice" ? await findPayment(db, delivery.paymentId) : undefined;
  return {
    email: session?.email ?? null,
    referenceId: session?.referenceId ?? null,
    invoice: (delivery?.kind === "invoice" ? delivery.invoice : undefined) ?? null,
    paymentState: payment?.progress.kind ?? onchain?.progress.kind ?? null,
    txid: onchain?.txid ?? null,
    /** Signed: whoever has it may publish it, which pays nobody but the destination. */
    transaction: onchain === undefined ? null : Buffer.from(onchain.transaction).toString("hex"),
    networkFeePaidMsats: onchain?.fee ?? null,
    /** What raises its fee. */
    child: child === undefined ? null : { txid: child.txid, costMsats: child.cost, state: child.progress.kind },
    entries: await listEntries(db, id),
    incidents: (await listIncidentsOf(db, id)).map(({ kind, detail, createdAt, isOpen }) => ({
      kind,
      detail,
      createdAt,
      isOpen,
    })),
  };
}
