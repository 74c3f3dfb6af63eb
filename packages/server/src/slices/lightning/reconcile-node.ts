import type { Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { bookForeignMany } from "./batched.ts";
import type { LightningNode } from "./port.ts";
import { type ForeignPayment, listForeign, updateAdoption, wasReceived } from "./store.ts";

export type Reconciled = {
  readonly payment: ForeignPayment;
  /**
   * `open`: it is under way, or the node does not know it any more, which proves nothing; it is booked when it has an
   * outcome. `on_hold`: it may be what the node made of a payment that is on hold after a restore; it is booked when
   * that one is decided.
   */
  readonly outcome: "booked" | "failed" | "open" | "on_hold";
};

type ReconcileDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly random: Random;
  readonly node: LightningNode;
  /** Amounts of payments without an invoice that are on hold after a restore; the payments slice knows. */
  readonly amountsOnHold: () => Promise<ReadonlySet<Msats>>;
};

/**
 * Books the foreign payments that an operator has adopted; with `reason` it adopts all of them first. What left the
 * node is the operator's loss, a failed one costs nothing, an open one is booked by a later call. One that may be a
 * payment of ours on hold is not booked: the operator finishes that payment by it, or lets it go on.
 *
 * @throws {NodeUnavailable} when the node does not answer; what was booked before stays booked.
 */
export async function reconcileNode(
  deps: ReconcileDeps,
  { reason }: { readonly reason: string | undefined },
): Promise<readonly Reconciled[]> {
  const results: Reconciled[] = [];
  const onHold = await deps.amountsOnHold();
  for (const payment of await listForeign(deps.db)) {
    const why = payment.reason ?? reason;
    if (why === undefined) continue;
    if (payment.reason === undefined) await updateAdoption(deps.db, { paymentHash: payment.paymentHash, reason: why });
    results.push({
      payment,
      outcome: await book(deps, { payment, reason: why, mayBeOnHold: onHold.has(payment.amount) }),
    });
  }
  return results;
}

async function book(
  { db, batch, random, node }: ReconcileDeps,
  { payment, reason, mayBeOnHold }: { payment: ForeignPayment; reason: string; mayBeOnHold: boolean },
): Promise<Reconciled["outcome"]> {
  const { paymentHash, amount } = payment;
  const status = await node.lookupOutgoing(paymentHash);
  if (status.kind === "in_flight" || status.kind === "not_found") return "open";
  if (status.kind === "settled" && mayBeOnHold && !payment.isSelf) return "on_hold";
  // its receipt is credited in a moment: what came back is booked with what left
  if (status.kind === "settled" && payment.isSelf && !(await wasReceived(db, paymentHash))) return "open";
  const spent = status.kind === "settled" ? { amount, fee: status.fee } : { amount: msats(0n), fee: msats(0n) };
  const [transfer, returned] = [newId<TransferId>(random), newId<TransferId>(random)];
  await batch(bookForeignMany, { paymentHash, transfer, returned, ...spent, reason });
  return status.kind === "settled" ? "booked" : "failed";
}
