import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { PurchaseChanged, type PurchaseId, PurchaseNotFound } from "../model/purchase.ts";
import { findPurchase } from "../store/purchases.ts";
import { type WriteStepDeps, writeStep } from "./write-step.ts";

/**
 * Writes down that an operator has given the money of a purchase back, because the processor could not. `reason` is
 * recorded.
 * @throws {PurchaseNotFound} {PurchaseChanged} when its refund has not failed.
 */
export async function endRefundByHand(
  deps: WriteStepDeps & { readonly db: Db; readonly journal: Pick<Journal, "append"> },
  { id, reason }: { readonly id: PurchaseId; readonly reason: string },
): Promise<void> {
  const purchase = await findPurchase(deps.db, id);
  if (purchase === undefined) throw new PurchaseNotFound();
  const { kind } = purchase.progress;
  if (kind !== "refund_failed") throw new PurchaseChanged(`its refund has not failed: it is ${kind}`);
  await deps.journal.append({ what: "operator.book", id, kind: "refunded_by_hand", subject: purchase.userId });
  const written = await writeStep(deps, purchase, { kind: "advance", to: "refunded", detail: reason, byHand: true });
  if (written !== "done") throw new PurchaseChanged();
}
