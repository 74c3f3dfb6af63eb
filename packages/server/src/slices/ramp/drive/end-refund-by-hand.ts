import { PurchaseChanged, type PurchaseId, PurchaseNotFound } from "../model/purchase.ts";
import { findPurchase } from "../store/purchases.ts";
import { type SellDeps, writeStep } from "./apply-step.ts";

type Deps = Pick<SellDeps, "db" | "batch" | "random" | "clock" | "reached">;

/**
 * Writes down that an operator has given the money of a purchase back, because the processor could not. `reason` is recorded.
 * @throws {PurchaseNotFound} {PurchaseChanged} when its refund has not failed.
 */
export async function endRefundByHand(
  deps: Deps,
  { id, reason }: { readonly id: PurchaseId; readonly reason: string },
): Promise<void> {
  const purchase = await findPurchase(deps.db, id);
  if (purchase === undefined) throw new PurchaseNotFound();
  if (purchase.state !== "refund_failed")
    throw new PurchaseChanged(`its refund has not failed: it is ${purchase.state}`);
  const written = await writeStep(deps, purchase, { kind: "advance", to: "refunded", detail: reason }, {});
  if (written !== "done") throw new PurchaseChanged();
}
