import type { Random, Reached } from "#kernel/clock.ts";
import type { TransferId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Log } from "#platform/log.ts";
import { type Credit, creditMany } from "./batched.ts";
import { type Credited, needsOperator } from "./model/receipt.ts";

export type CreditDeps = {
  readonly batch: Batch;
  readonly random: Random;
  readonly log: Log;
  readonly reached: Reached;
  /** Hears of every receipt that was credited, for those who wait for a charge, and for the metrics. */
  readonly onCredited: (credited: Credited) => void;
};

/**
 * Credits what the node has settled: to the wallet of its charge, or to suspense with an incident for the operator. Any
 * number of calls for one payment hash credit once.
 */
export async function creditReceipt(
  { batch, random, log, reached, onCredited }: CreditDeps,
  receipt: Omit<Credit, "id" | "transfer">,
): Promise<void> {
  const id = random.uuid();
  await reached("before-credit");
  const credited = await batch(creditMany, { ...receipt, id, transfer: random.uuid() as TransferId });
  await reached("after-credit");
  if (!credited.isNew) return;

  const paymentHash = Buffer.from(receipt.paymentHash).toString("hex");
  const facts = { receipt: id, paymentHash, amount: receipt.amount, charge: credited.chargeId, flags: credited.flags };
  if (needsOperator(credited)) log.error(facts, "receipt.suspended");
  else log.info(facts, "receipt.credited");
  onCredited(credited);
}
