import { recordIncident } from "#incidents";
import type { TransferId } from "#kernel/ids.ts";
import { JournalUnavailable } from "#kernel/journal.ts";
import { settleAll } from "#kernel/settle-all.ts";
import { listPauses } from "#ledger";
import { NodeUnavailable, type OnchainStatus } from "#lightning";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { nextStep, type OnchainStep } from "../model/next-step.ts";
import { type DispatchedOnchain, isDispatched, type OnchainPayment } from "../model/onchain-payment.ts";
import { type Replacement, replacementOf } from "../model/replacement.ts";
import { finishMany } from "../store/batched.ts";
import { leaseDuePayments, lookAgainAt } from "../store/payments.ts";
import type { OnchainDeps } from "./deps.ts";

const LEASE_MS = 30_000;
const DUE_PER_TICK_MAX = 20;

/** Takes the payments that are due. Returns how many. */
export async function workDueOnchain(deps: OnchainDeps): Promise<number> {
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const payments = await leaseDuePayments(deps.db, { now, leaseUntil, limit: DUE_PER_TICK_MAX });
  await settleAll(payments.map((payment) => driveOnchain(deps, payment))); // what has failed is due again
  return payments.length;
}

/**
 * Asks the node what became of a payment's transaction, decides (`nextStep`), and does it. Nothing for one that has
 * finished.
 */
export async function driveOnchain(deps: OnchainDeps, payment: OnchainPayment): Promise<void> {
  if (!isDispatched(payment)) return;
  const status = await lookUp(deps, payment);
  const replacement = status?.kind === "conflicted" ? await findReplacement(deps, payment, status.by) : undefined;
  const step = nextStep({
    payment,
    confirmations: deps.confirmations,
    now: deps.clock.now(),
    status,
    isReplaced: replacement !== undefined,
    isPaused: (await listPauses(deps.db)).length > 0,
  });
  switch (step.kind) {
    case "complete":
      return await finish(deps, payment, { state: "completed", replacement });
    case "fail":
      return await finish(deps, payment, { state: "failed" });
    case "publish":
      await publish(deps, payment);
      return await lookLater(deps, payment, step);
    case "wait":
      return await lookLater(deps, payment, step);
  }
}

async function lookUp({ node, log }: OnchainDeps, { id, txid }: OnchainPayment): Promise<OnchainStatus | undefined> {
  try {
    return await node.lookupOnchain(txid);
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    log.warn({ payment: id, error: error.message }, "onchain.not_looked_up");
    return undefined;
  }
}

/** Never throws because of the node or the journal: what the node did is looked up next, and it is tried again. */
async function publish({ node, log, reached, journal }: OnchainDeps, payment: DispatchedOnchain): Promise<void> {
  const { id, origin, txid, transaction, amount, fee } = payment;
  if (parseBitcoinTransaction(transaction).txid !== txid)
    throw new Error(`the stored transaction of on-chain payment ${id} is damaged; nothing was published`);
  await reached("before-publish");
  try {
    await journal.append({ what: "onchain.publish", id, origin, txid, transaction, amount, feeLimit: fee });
    const answer = await node.publishOnchain(transaction, origin.id);
    log.info({ payment: id, txid, answer }, "onchain.published");
  } catch (error) {
    if (!(error instanceof NodeUnavailable || error instanceof JournalUnavailable)) throw error;
    log.warn({ payment: id, txid, error: error.message }, "onchain.publish_failed");
  }
  await reached("after-publish");
}

/** Undefined where another payment was made with the coins, or nobody knows which. */
async function findReplacement(
  { ownNode }: OnchainDeps,
  payment: OnchainPayment,
  by: Uint8Array | undefined,
): Promise<Replacement | undefined> {
  const own = await ownNode();
  return own && replacementOf(payment, by, parseBitcoinAddress(payment.address, own.network));
}

type End = { readonly state: "completed" | "failed"; readonly replacement?: Replacement | undefined };

async function finish(deps: OnchainDeps, { id, txid, origin }: DispatchedOnchain, { state, replacement }: End) {
  const { batch, random, log, reached } = deps;
  await reached("before-onchain-finish");
  const outcome = await batch(finishMany, {
    id,
    state,
    replacement,
    incident: random.uuid(),
    isByHand: false,
    transfer: random.uuid() as TransferId,
  });
  await reached("after-onchain-finish");
  log.info({ payment: id, txid: replacement?.txid ?? txid, state, outcome }, "onchain.finished");
  if (outcome === "finished") deps.onFinished(origin);
}

async function lookLater(
  deps: OnchainDeps,
  { id, txid, origin }: DispatchedOnchain,
  { until, isOverdue }: Extract<OnchainStep, { readonly until: Date }>,
): Promise<void> {
  if (isOverdue)
    await recordIncident(deps, {
      subjectKind: origin.kind,
      subject: origin.id,
      kind: "onchain_overdue",
      detail: `transaction ${txid} has not had its confirmations for a day`,
    });
  await lookAgainAt(deps.db, id, until);
}
