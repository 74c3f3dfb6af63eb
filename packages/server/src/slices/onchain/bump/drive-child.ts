import type { TransferId } from "#kernel/ids.ts";
import { settleAll } from "#kernel/settle-all.ts";
import { listPauses } from "#ledger";
import { NodeUnavailable, type OnchainStatus } from "#lightning";
import { parseBitcoinTransaction } from "#protocol/bitcoin-transaction.ts";
import { nextChildStep } from "../model/next-child-step.ts";
import { childReference, type OnchainChild } from "../model/onchain-child.ts";
import type { ChildDeps } from "../pay/deps.ts";
import { finishChildMany } from "../store/batched.ts";
import { leaseDueChildren, lookAtChildAgain } from "../store/children.ts";

type Deps = Omit<ChildDeps, "node"> & { readonly node: Pick<ChildDeps["node"], "publishOnchain" | "lookupOnchain"> };

const LEASE_MS = 30_000;
const DUE_PER_TICK_MAX = 20;

/** Takes the children that are due. Returns how many. */
export async function workDueChildren(deps: Deps): Promise<number> {
  const now = deps.clock.now();
  const leaseUntil = new Date(now.getTime() + LEASE_MS);
  const children = await leaseDueChildren(deps.db, { now, leaseUntil, limit: DUE_PER_TICK_MAX });
  await settleAll(children.map((child) => driveChild(deps, child))); // what has failed is due again
  return children.length;
}

/**
 * Asks the node what became of a child and of its parent, decides (`nextChildStep`), and does it. Nothing for one that
 * has ended.
 */
export async function driveChild(deps: Deps, child: OnchainChild): Promise<void> {
  const { progress, paymentId } = child;
  if (progress.kind !== "dispatched") return;
  const step = nextChildStep({
    status: await lookUp(deps, child, child.txid),
    parent: await lookUp(deps, child, child.parentTxid),
    isPaused: (await listPauses(deps.db)).length > 0,
    tries: progress.tries,
    now: deps.clock.now(),
  });
  switch (step.kind) {
    case "confirm":
      return await finish(deps, child, "confirmed");
    case "fail":
      return await finish(deps, child, "failed");
    case "publish":
      await publishChild(deps, child);
      return await lookAtChildAgain(deps.db, paymentId, step.until);
    case "wait":
      return await lookAtChildAgain(deps.db, paymentId, step.until);
  }
}

async function lookUp(
  { node, log }: Deps,
  { paymentId }: OnchainChild,
  txid: string,
): Promise<OnchainStatus | undefined> {
  try {
    return await node.lookupOnchain(txid);
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    log.warn({ payment: paymentId, txid, error: error.message }, "onchain_child.not_looked_up");
    return undefined;
  }
}

/**
 * Sends the stored bytes. Undefined where the node did not answer: what it did is looked up next, and it is tried
 * again.
 */
export async function publishChild(
  { node, log, reached }: Pick<Deps, "node" | "log" | "reached">,
  { paymentId, txid, transaction }: OnchainChild,
): Promise<"taken" | "refused" | undefined> {
  if (parseBitcoinTransaction(transaction).txid !== txid)
    throw new Error(`the stored child of on-chain payment ${paymentId} is damaged; nothing was published`);
  await reached("before-child-publish");
  try {
    const answer = await node.publishOnchain(transaction, childReference(paymentId));
    log.info({ payment: paymentId, txid, answer }, "onchain_child.published");
    await reached("after-child-publish");
    return answer;
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    log.warn({ payment: paymentId, txid, error: error.message }, "onchain_child.publish_failed");
    return undefined;
  }
}

async function finish({ batch, random, log }: Deps, { paymentId, txid }: OnchainChild, state: "confirmed" | "failed") {
  const outcome = await batch(finishChildMany, { payment: paymentId, state, transfer: random.uuid() as TransferId });
  log.info({ payment: paymentId, txid, state, outcome }, "onchain_child.finished");
}
