import type { Random } from "#kernel/clock.ts";
import type { TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import type { LightningNode } from "./port.ts";
import { bookForeignMany, type ForeignPayment, listForeign } from "./store.ts";

/** `open`: it is under way, or the node does not know it any more, which proves nothing. */
export type Reconciled = { readonly payment: ForeignPayment; readonly outcome: "booked" | "failed" | "open" };

/**
 * Books every payment that the node made without us: what left it is the operator's loss, a failed one costs nothing, an
 * open one stays on the list. Sending may go on when nothing is left and the audit is green.
 *
 * @throws {NodeUnavailable} when the node does not answer; what was booked before stays booked.
 */
export async function reconcileNode(
  deps: { db: Db; batch: Batch; random: Random; node: LightningNode },
  { because }: { because: string },
): Promise<readonly Reconciled[]> {
  const results: Reconciled[] = [];
  for (const payment of await listForeign(deps.db)) {
    const status = await deps.node.lookupOutgoing(payment.paymentHash);
    if (status.kind === "in_flight" || status.kind === "not_found") {
      results.push({ payment, outcome: "open" });
      continue;
    }
    const settled = status.kind === "settled";
    await deps.batch(bookForeignMany, {
      paymentHash: payment.paymentHash,
      transfer: deps.random.uuid() as TransferId,
      amount: settled ? payment.amount : msats(0n),
      fee: settled ? status.fee : msats(0n),
      because: payment.because ?? because,
    });
    results.push({ payment, outcome: settled ? "booked" : "failed" });
  }
  return results;
}
