import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { bookForeignMany } from "./batched.ts";
import type { LightningNode } from "./port.ts";
import { type ForeignPayment, findForeign, listForeign, updateAdoption, wasReceived } from "./store.ts";

export type Reconciled = {
  readonly payment: ForeignPayment;
  /**
   * `open`: it is under way, or the node does not know it any more, which proves nothing, or it was paid to the node
   * itself and its receipt is not here yet; it is booked when it has an outcome. `on_hold`: it may be what the node
   * paid for something that waits for a restore; it is booked when that is decided. `ours`: a payment of ours has
   * its hash, and books it when it ends.
   */
  readonly outcome: "booked" | "failed" | "open" | "on_hold" | "ours";
};

type ReconcileDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly node: LightningNode;
  /** Whether a payment may be what something paid that waits for a restore; the restore slice knows. */
  readonly mayBeWaiting: () => Promise<(payment: Pick<ForeignPayment, "paymentHash" | "amount">) => boolean>;
};

/**
 * So long the receipt of what the node paid to itself is waited for. One that has not come by then is no receipt that
 * the node's list has, and the operator's loss holds what left: one that comes all the same lies in suspense.
 */
const OWN_RECEIPT_MS = 24 * 3_600_000;
/** Of a node whose word of a failure is no proof, what it calls failed is waited for as long. Ours. */
const FAILED_MS = 24 * 3_600_000;

/**
 * Books the foreign payments that an operator has adopted; with `reason` it adopts all of them first. What left the
 * node is the operator's loss, a failed one costs nothing, an open one is booked by a later call. One that may be a
 * thing that waits for a restore is not booked: the operator says which one it was, or lets it go on.
 *
 * @throws {NodeUnavailable} when the node does not answer; what was booked before stays booked.
 */
export async function reconcileNode(
  deps: ReconcileDeps,
  { reason }: { readonly reason: string | undefined },
): Promise<readonly Reconciled[]> {
  const results: Reconciled[] = [];
  const mayBeWaiting = await deps.mayBeWaiting();
  for (const payment of await listForeign(deps.db)) {
    const why = await reasonOf(deps, payment, reason);
    if (why === undefined) continue;
    results.push({
      payment,
      outcome: await book(deps, { payment, reason: why, mayBeOnHold: !payment.isSetAside && mayBeWaiting(payment) }),
    });
  }
  return results;
}

/** Why it is the operator's; `reason` where nothing says it. What another call has said meanwhile stays. */
async function reasonOf({ db }: Pick<ReconcileDeps, "db">, payment: ForeignPayment, reason: string | undefined) {
  if (payment.reason !== undefined || reason === undefined) return payment.reason;
  const { paymentHash } = payment;
  const isFirst = await updateAdoption(db, { paymentHash, reason, isExplained: false, isFirst: true });
  return isFirst ? reason : (await findForeign(db, paymentHash))?.reason;
}

/** Books one, where it has an outcome. */
export async function book(
  { db, batch, clock, random, node }: Omit<ReconcileDeps, "mayBeWaiting">,
  { payment, reason, mayBeOnHold }: { payment: ForeignPayment; reason: string; mayBeOnHold: boolean },
): Promise<Reconciled["outcome"]> {
  const { paymentHash, amount } = payment;
  const status = await node.lookupOutgoing(paymentHash);
  if (status.kind === "in_flight" || status.kind === "not_found") return "open";
  const ageMs = clock.now().getTime() - payment.foundAt.getTime();
  if (status.kind === "failed" && node.capabilities.failureProves === false && ageMs < FAILED_MS) return "open";
  if (status.kind === "settled" && mayBeOnHold && !payment.isSelf) return "on_hold";
  // its receipt is credited in a moment: what came back is booked with what left
  const mayCome = payment.isSelf && ageMs < OWN_RECEIPT_MS;
  if (status.kind === "settled" && mayCome && !(await wasReceived(db, paymentHash))) return "open";
  const spent = status.kind === "settled" ? { amount, fee: status.fee } : { amount: msats(0n), fee: msats(0n) };
  const [transfer, returned] = [newId<TransferId>(random), newId<TransferId>(random)];
  const booked = await batch(bookForeignMany, { paymentHash, transfer, returned, ...spent, reason });
  if (booked === "ours") return "ours";
  return status.kind === "settled" ? "booked" : "failed";
}
