import { findClosure } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { type AtProcessorDeps, atProcessor } from "../drive/at-processor.ts";
import { type WriteStepDeps, writeStep } from "../drive/write-step.ts";
import { PurchaseChanged, type PurchaseId, PurchaseNotFound } from "../model/purchase.ts";
import type { Session } from "../model/session.ts";
import { findPurchase } from "../store/purchases.ts";

export type CancelPurchaseDeps = AtProcessorDeps & WriteStepDeps & { readonly db: Db };

/**
 * Gives up what a person has begun and the bank has not authorized. Nothing is done where nothing is begun, or not
 * any more.
 * @throws {PurchaseNotFound} {PurchaseChanged} when it is too late.
 */
export async function cancelPurchase(deps: CancelPurchaseDeps, session: Session, id: PurchaseId): Promise<void> {
  const purchase = await findPurchase(deps.db, id);
  if (purchase === undefined || purchase.sessionId !== session.id) throw new PurchaseNotFound();
  if (!purchase.fillsSession) return;
  const { kind } = purchase.progress;
  if (kind !== "requires_payment" && kind !== "requires_action")
    throw new PurchaseChanged("nothing can be canceled now");
  if (purchase.waitsForRestore || (await findClosure(deps.db)) !== undefined)
    throw new PurchaseChanged("nothing can be canceled while the service checks its books");
  const answer = await atProcessor(deps, purchase, (processor, reference) => processor.cancel(reference, id));
  if (answer?.state !== "canceled") throw new PurchaseChanged("it is too late to cancel");
  const { declines } = answer; // they count on the session, whatever becomes of the purchase
  await writeStep(deps, purchase, { kind: "advance", to: "canceled" }, { declines });
}
