import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import { MAINNET_LIMITS } from "#ledger";
import type { Batch } from "#platform/database/batch.ts";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { bookEquityMany } from "./batched.ts";
import type { NodeInfo } from "./model/node-info.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import { firstEquity, hasPast, readPast, tellPast } from "./node-past.ts";
import type { LightningNode } from "./port.ts";
import { findRealMoney, insertNode, insertPastHashes, isPastAccepted, savePast } from "./store/first-start.ts";
import { insertPastTransactions } from "./store/node-money.ts";
import { type BoundNode, findNode } from "./store.ts";

type BindDeps = {
  readonly db: Db;
  readonly batch: Batch;
  readonly clock: Clock;
  readonly random: Random;
  readonly node: LightningNode;
};

/**
 * Ties the service to its node at the first start, and afterwards refuses every other, until an operator replaces it:
 * node, network and the instance id that lies in the data folder, in the database and in the node's own store must
 * agree. What the node holds at the first connection is booked as the operator's equity.
 *
 * @throws {OperatorError} when they do not agree; at the first start when an operator has not said yes to real money,
 * or to the past of the node.
 */
export async function bindNode(deps: BindDeps, { instanceId }: { instanceId: string }): Promise<BoundNode> {
  const info = await deps.node.info();
  if ((await findNode(deps.db)) === undefined) await bindFirst(deps, info, instanceId);
  const bound = await findNode(deps.db);
  if (bound === undefined) throw new Error("the node was bound and cannot be found");
  refuseStranger(bound, info, instanceId);
  deps.node.requireNode(bound.nodeId);
  await bookEquity(deps, bound);
  return bound;
}

/** Of two starts that do this concurrently one binds. What it has read of the node is written down with that. */
async function bindFirst({ db, clock, node }: BindDeps, info: NodeInfo, instanceId: string): Promise<void> {
  const { nodeId, network } = info;
  node.requireNode(nodeId);
  if (network === "mainnet" && (await findRealMoney(db)) === undefined) throw realMoneyNotAccepted();
  const past = await readPast(node);
  const isUsed = hasPast(network, past);
  if (isUsed && !(await isPastAccepted(db, nodeId))) {
    const shown = tellPast(info, past);
    await savePast(db, { nodeId, shown, now: clock.now() });
    throw pastNotAccepted(shown);
  }
  // of what no block has the time may be a later one: only their ids say that they are in the equity
  const transactions = (await node.operations?.channelTransactions()) ?? [];
  const { payments, receipts } = past;
  const places = { outgoingCursor: payments.cursor, outgoingHash: payments.settledHash };
  const limits = network === "mainnet" ? MAINNET_LIMITS : undefined;
  const draft = { nodeId, network, instanceId, now: clock.now(), equity: firstEquity(past), limits, ...places };
  await db.transaction(async (tx) => {
    if (!(await insertNode(tx, draft))) return;
    await insertPastTransactions(tx, { txids: transactions.map(({ txid }) => txid), now: draft.now });
    if (!isUsed) return;
    const { cursor: receiptCursor, hashes: received } = receipts;
    await insertPastHashes(tx, { paid: payments.hashes, received, receiptCursor });
  });
}

/** Idempotent: the database knows whether it was done. */
async function bookEquity(
  { batch, random }: Pick<BindDeps, "batch" | "random">,
  { firstChannels: channels, firstOnchain: onchain }: BoundNode,
): Promise<void> {
  await batch(bookEquityMany, { transfer: newId<TransferId>(random), channels, onchain });
}

function realMoneyNotAccepted(): OperatorError {
  return new OperatorError(
    "the Lightning node is on mainnet, and you have not said yes to real money; nothing was connected",
    "Read the text that a start prints, then start again with LEYDEN_ACCEPT_REAL_MONEY=yes; at a terminal you are asked.",
  );
}

function pastNotAccepted(shown: readonly string[]): OperatorError {
  return new OperatorError(
    `the Lightning node has a past, and the database is empty:\n${shown.map((line) => `  ${line}`).join("\n")}`,
    "Did it belong to a Leyden before: restore the database of that one. Is all of it your own: " +
      '`npm run leyden -- node adopt --reason "…"`, then start again; it is booked as your own money.',
  );
}

function refuseStranger(bound: BoundNode, info: NodeInfo, instanceId: string): void {
  const folder = bound.instanceId === instanceId ? [] : ["the data folder belongs to another database"];
  const differences = [...differencesOf(bound, info), ...folder];
  if (differences.length === 0) return;
  throw new OperatorError(
    `this is not the Lightning node of this service: ${differences.join("; ")}`,
    "Bring data folder, database and node of one installation together; nothing was sent. Is the former node dead, or " +
      "was it replaced before this copy of the database was restored: `npm run leyden -- node replace` shows both nodes.",
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
      "What it says about payments proves nothing; nothing was changed. Bring the right node back, then run this again. " +
        "Is it to take the place of the other one: `npm run leyden -- node replace`.",
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
