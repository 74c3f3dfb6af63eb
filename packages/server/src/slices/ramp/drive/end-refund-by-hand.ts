import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import type { Advance } from "../model/next-step.ts";
import { type Purchase, PurchaseChanged, type PurchaseId, PurchaseNotFound } from "../model/purchase.ts";
import { findPurchase } from "../store/purchases.ts";
import { requireLost, type SetProcessor } from "./at-processor.ts";
import { type WriteStepDeps, writeStep } from "./write-step.ts";

type EndRefundDeps = WriteStepDeps & {
  readonly db: Db;
  readonly journal: Pick<Journal, "append">;
  readonly processor: SetProcessor;
};

/**
 * Writes down that an operator has given the money of a purchase back, because the processor could not. `reason` is
 * recorded. `isGivenUp`: also of one whose refund waits, because its processor is not set any more and gives nothing
 * back.
 * @throws {PurchaseNotFound} {PurchaseChanged} when its refund has not failed.
 * @throws {OperatorError} when its refund waits and its processor is set, which gives the money back itself.
 */
export async function endRefundByHand(
  deps: EndRefundDeps,
  { id, reason, isGivenUp }: { readonly id: PurchaseId; readonly reason: string; readonly isGivenUp: boolean },
): Promise<void> {
  const found = await find(deps, id);
  if (isGivenUp && found.progress.kind === "refund_pending") {
    requireLost(deps, found);
    await write(deps, found, { kind: "advance", to: "refund_failed", detail: "its processor is not asked any more" });
  }

  const purchase = await find(deps, id);
  const { kind } = purchase.progress;
  if (kind !== "refund_failed") throw new PurchaseChanged(`its refund has not failed: it is ${kind}`);
  await deps.journal.append({ what: "operator.book", id, kind: "refunded_by_hand", subject: purchase.userId });
  await write(deps, purchase, { kind: "advance", to: "refunded", detail: reason, byHand: true });
}

async function find({ db }: EndRefundDeps, id: PurchaseId): Promise<Purchase> {
  const purchase = await findPurchase(db, id);
  if (purchase === undefined) throw new PurchaseNotFound();
  return purchase;
}

async function write(deps: EndRefundDeps, purchase: Purchase, step: Advance): Promise<void> {
  if ((await writeStep(deps, purchase, step)) !== "done") throw new PurchaseChanged();
}
