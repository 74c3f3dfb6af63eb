import type { Clock, Random } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { setAsideMany } from "./batched.ts";
import type { LightningNode } from "./port.ts";
import { book } from "./reconcile-node.ts";
import { type ForeignPayment, findForeign, updateAdoption } from "./store.ts";

type Deps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly journal: Pick<Journal, "append">;
  readonly node: LightningNode;
};
type Decision = { readonly paymentHash: Uint8Array; readonly reason: string };

/**
 * Books a payment that the node made without us as the operator's loss. The caller knows that it is nothing that waits.
 * Safe to repeat.
 *
 * @throws {AppError} `payment_not_found` when the node made no such payment without us.
 * @throws {OperatorError} when it has no outcome yet, or a payment of ours has its hash.
 */
export async function bookAsLoss(deps: Deps, { paymentHash, reason }: Decision): Promise<"booked" | "was_booked"> {
  const payment = await requireForeign(deps, paymentHash);
  if (payment.isBooked) return "was_booked";
  await tell(deps, payment, "reconcile_loss");
  await updateAdoption(deps.db, { paymentHash, reason, isExplained: false }); // what is not over yet is booked later
  switch (await book(deps, { payment, reason, mayBeOnHold: false })) {
    case "open":
      throw new OperatorError(
        "the node has not finished this payment; it is booked when it ends",
        "It holds what it may be until then: `--set-aside` instead of `--to loss` provides for it now.",
      );
    case "ours":
      throw isOurs();
    default:
      return "booked";
  }
}

/**
 * Provides for a payment that the node keeps in flight: its amount is booked as a loss, so that it holds nobody. What
 * it really cost is booked when it ends. Safe to repeat.
 *
 * @throws {AppError} `payment_not_found` when the node made no such payment without us.
 * @throws {OperatorError} when it is over, or a payment of ours has its hash.
 */
export async function setAside(deps: Deps, { paymentHash, reason }: Decision): Promise<"set_aside" | "was_set_aside"> {
  const payment = await requireForeign(deps, paymentHash);
  if (payment.isSetAside) return "was_set_aside";
  const { kind } = await deps.node.lookupOutgoing(paymentHash);
  if (kind !== "in_flight" && kind !== "not_found")
    throw new OperatorError(`the node has ${kind} this payment`, "It has its outcome: decide with `--to`.");
  await tell(deps, payment, "set_aside");
  const outcome = await deps.batch(setAsideMany, { paymentHash, transfer: newId<TransferId>(deps.random), reason });
  if (outcome === "set_aside" || outcome === "was_set_aside") return outcome;
  if (outcome === "ours") throw isOurs();
  throw new OperatorError("it was booked meanwhile", "Nothing was changed.");
}

async function requireForeign({ db }: Deps, paymentHash: Uint8Array) {
  const payment = await findForeign(db, paymentHash);
  if (payment === undefined)
    throw new AppError("payment_not_found", "the node has no payment with this hash that is not ours");
  return payment;
}

/** A second restore during the first finds the decision. */
async function tell({ journal, random }: Deps, { paymentHash, amount }: ForeignPayment, kind: string): Promise<void> {
  await journal.append({ what: "operator.book", id: random.uuid(), kind, paymentHash, amount });
}

function isOurs(): OperatorError {
  return new OperatorError(
    "a payment of ours has this hash, and ends by what the node says of it",
    "Nothing was changed. `npm run leyden -- payment show <hash>` shows it.",
  );
}
