import { type SellDeps, writeStep } from "../drive/apply-step.ts";
import { cancelAtProcessor } from "../drive/at-processor.ts";
import { PurchaseChanged, type PurchaseId, PurchaseNotFound } from "../model/purchase.ts";
import type { Session } from "../model/session.ts";
import { findPurchase } from "../store/purchases.ts";

/**
 * Gives up what a person has begun and the bank has not authorized. Nothing is done where nothing is begun, or not any more.
 * @throws {PurchaseNotFound} {PurchaseChanged} when it is too late.
 */
export async function cancelPurchase(deps: SellDeps, session: Session, id: PurchaseId): Promise<void> {
  const purchase = await findPurchase(deps.db, id);
  if (purchase === undefined || purchase.sessionId !== session.id) throw new PurchaseNotFound();
  if (!purchase.fillsSession) return;
  if (purchase.state !== "requires_payment" && purchase.state !== "requires_action")
    throw new PurchaseChanged("nothing can be canceled now");
  const canceled = await cancelAtProcessor(deps, purchase);
  if (canceled === undefined) throw new PurchaseChanged("it is too late to cancel");
  const { declines } = canceled; // they count on the session, whatever becomes of the purchase
  await writeStep(deps, purchase, { kind: "advance", to: "canceled" }, { declines });
}
