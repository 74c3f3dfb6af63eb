import type { Db } from "#platform/database/db.ts";
import type { Advance } from "../model/next-step.ts";
import { PurchaseChanged, type PurchaseId, PurchaseNotFound } from "../model/purchase.ts";
import { findPurchase } from "../store/purchases.ts";
import { requireLost, type SetProcessor } from "./at-processor.ts";
import { type WriteStepDeps, writeStep } from "./write-step.ts";

type EndAuthorizationDeps = WriteStepDeps & { readonly db: Db; readonly processor: SetProcessor };

/** What the dashboard of a processor shows of a payment that it had authorized. */
export const SEEN = ["canceled", "captured"] as const;
export type SeenAs = (typeof SEEN)[number];

/**
 * Writes down what an operator has seen of an authorized purchase whose processor is not set any more. `canceled`:
 * also expired, as each authorization does that is not captured; nothing was taken, and the purchase has failed.
 * `captured`: the card has paid; nothing is delivered while its processor cannot be asked, so that after a day its
 * money is to be given back. `reason` is recorded.
 * @throws {PurchaseNotFound} {PurchaseChanged} when it is not authorized, or waits for a restore.
 * @throws {OperatorError} while its processor is set, which is asked itself.
 */
export async function endAuthorization(
  deps: EndAuthorizationDeps,
  { id, seen, reason }: { readonly id: PurchaseId; readonly seen: SeenAs; readonly reason: string },
): Promise<void> {
  const purchase = await findPurchase(deps.db, id);
  if (purchase === undefined) throw new PurchaseNotFound();
  const { kind } = purchase.progress;
  if (kind !== "authorized") throw new PurchaseChanged(`it is not authorized: it is ${kind}`);
  if (purchase.waitsForRestore) throw new PurchaseChanged("it waits for the restore: `leyden restore release` first");
  requireLost(deps, purchase);
  // Without a line: in an older copy it is authorized again, and nothing leaves or goes back before this is said anew.
  if ((await writeStep(deps, purchase, STEPS[seen](reason))) !== "done") throw new PurchaseChanged();
}

const STEPS: Readonly<Record<SeenAs, (reason: string) => Advance>> = {
  canceled: (reason) => ({ kind: "advance", to: "failed", failure: "processor_gave_up", detail: reason }),
  captured: (reason) => ({ kind: "advance", to: "captured", detail: reason }),
};
