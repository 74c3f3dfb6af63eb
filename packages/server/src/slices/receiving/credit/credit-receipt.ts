import { bytesToHex } from "@noble/hashes/utils.js";
import type { EventId } from "#events";
import type { Random, Reached } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { UnreadableItem } from "#lightning";
import type { Batch } from "#platform/database/batch.ts";
import type { Log } from "#platform/log.ts";
import { type Credited, needsOperator } from "../model/receipt.ts";
import { creditMany, type ReceivedMoney, type Step } from "../store/batched.ts";

export type CreditDeps = {
  readonly batch: Batch;
  readonly random: Random;
  readonly log: Log;
  readonly reached: Reached;
  /** Gets every receipt that was credited, for the metrics. */
  readonly onCredited: (credited: Credited) => void;
};

/** What the node reported: money, or an item that cannot be read. */
export type Reported = ReceivedMoney | { readonly unreadable: UnreadableItem };

/**
 * Credits what the node has settled: to the wallet of its charge, or to suspense with an incident for the operator. Any
 * number of calls for one payment hash credit once. What cannot be read becomes an incident.
 */
export async function creditReceipt(deps: CreditDeps, reported: Reported, step: Step | undefined): Promise<void> {
  const { batch, random, log, reached, onCredited } = deps;
  const id = random.uuid();
  const receipt = "unreadable" in reported ? undefined : reported;
  const unreadable = "unreadable" in reported ? reported.unreadable : undefined;
  await reached("before-credit");
  const credited = await batch(creditMany, {
    id,
    transfer: newId<TransferId>(random),
    receipt,
    unreadable,
    step,
    events: { receipt: newId<EventId>(random), charge: newId<EventId>(random) },
  });
  await reached("after-credit");
  if (credited.outcome === "known") return;

  const paymentHash = receipt && bytesToHex(receipt.paymentHash);
  const facts = { receipt: id, paymentHash, amount: receipt?.amount, charge: credited.chargeId, flags: credited.flags };
  if (needsOperator(credited)) log.error({ ...facts, unreadable: unreadable?.detail }, "receipt.suspended");
  else log.info(facts, "receipt.credited");
  onCredited(credited);
}
