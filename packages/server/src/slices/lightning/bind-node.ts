import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { bookEquityMany } from "./batched.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { LightningNode, NodeInfo } from "./port.ts";
import { assetsOf } from "./read-solvency.ts";
import { type BoundNode, findNode, insertNode } from "./store.ts";

/**
 * Ties the service to its node at the first start, and afterwards refuses every other: node, network and the instance
 * id that lies in the data folder, in the database and in the node's own store must agree. What the node holds at the
 * first connection is booked as the operator's equity.
 *
 * @throws {OperatorError} when they do not agree, and when a node with a past meets an empty database.
 */
export async function bindNode(
  deps: { db: Db; batch: Batch; clock: Clock; random: Random; node: LightningNode },
  { instanceId }: { instanceId: string },
): Promise<BoundNode> {
  const info = await deps.node.info();
  const bound = await findNode(deps.db);
  if (bound === undefined) {
    await refuseWithPast(deps.node);
    await insertNode(deps.db, { nodeId: info.nodeId, network: info.network, instanceId, now: deps.clock.now() });
  }
  const now = bound ?? (await findNode(deps.db));
  if (now === undefined) throw new Error("the node was bound and cannot be found");
  refuseStranger(now, info, instanceId);
  deps.node.requireNode(now.nodeId);
  await bookEquity(deps);
  return now;
}

/** Idempotent: the database knows whether it was done. */
async function bookEquity({
  batch,
  random,
  node,
}: Pick<Parameters<typeof bindNode>[0], "batch" | "random" | "node">): Promise<void> {
  const balances = await node.balances();
  await batch(bookEquityMany, {
    transfer: newId<TransferId>(random),
    channels: msats(assetsOf(balances) - balances.onchain),
    onchain: balances.onchain,
  });
}

async function refuseWithPast(node: LightningNode): Promise<void> {
  const [outgoing, received] = await Promise.all([node.outgoing(""), node.received("", 0)]);
  if (outgoing.length === 0 && received.length === 0) return;
  throw new OperatorError(
    "the Lightning node has a past, and the database is empty: this is not the database that belongs to it",
    "Restore the database that belongs to this node, or start with a new data folder.",
  );
}

function refuseStranger(bound: BoundNode, info: NodeInfo, instanceId: string): void {
  const folder = bound.instanceId === instanceId ? [] : ["the data folder belongs to another database"];
  const differences = [...differencesOf(bound, info), ...folder];
  if (differences.length === 0) return;
  throw new OperatorError(
    `this is not the Lightning node of this service: ${differences.join("; ")}`,
    "Bring data folder, database and node of one installation together; nothing was sent.",
  );
}

/**
 * Makes sure that a command asks our node and no other: that another one does not know a payment proves nothing. A node
 * that does not answer may be ours. Before the first start there is none to compare with.
 *
 * @throws {OperatorError} when another node answers.
 */
export async function requireOwnNode(db: Db, node: Pick<LightningNode, "requireNode" | "info">): Promise<void> {
  const bound = await findNode(db);
  if (bound === undefined) return;
  node.requireNode(bound.nodeId);
  const differences = await node.info().then(
    (info) => differencesOf(bound, info),
    (error: unknown) => {
      if (error instanceof NodeUnavailable) return [];
      throw error;
    },
  );
  if (differences.length > 0)
    throw new OperatorError(
      `another node answers in place of the one of this service: ${differences.join("; ")}`,
      "What it says about payments proves nothing; nothing was changed. Bring the right node back, then run this again.",
    );
}

/** What tells the node that answers from the one that belongs to us; empty: it is that one. */
export function differencesOf(bound: BoundNode, info: NodeInfo): readonly string[] {
  return [
    bound.nodeId !== info.nodeId && `the node is ${info.nodeId}, the database belongs to ${bound.nodeId}`,
    bound.network !== info.network && `the node is on ${info.network}, the database belongs to ${bound.network}`,
    info.instanceId !== undefined &&
      info.instanceId !== bound.instanceId &&
      "the node's store belongs to another data folder",
  ].filter((difference) => difference !== false);
}
