import { sha256 } from "@noble/hashes/sha2.js";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { onKnownFailure } from "#kernel/known-failure.ts";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { EarlierReplacement } from "./model/former-node.ts";
import type { NodeInfo } from "./model/node-info.ts";
import { firstEquity, type NodePast, readPast, tellPast } from "./node-past.ts";
import type { LightningNode } from "./port.ts";
import { type Replaced, updateReplaced } from "./store/former-nodes.ts";
import { insertPastTransactions } from "./store/node-money.ts";
import type { BoundNode } from "./store.ts";

/** The node that takes the place of another one, as it is now. */
export type Successor = {
  readonly info: NodeInfo;
  readonly past: NodePast;
  readonly shown: readonly string[];
  /** Transactions of its channels, as explorers write them: their costs are in the equity. */
  readonly transactions: readonly string[];
};

/**
 * Looks at the node that is to be the service's. `earlier`: it was that already, before a restore: what it did since
 * is no past.
 * @throws {NodeUnavailable}
 * @throws {OperatorError} when it does not list any more what it had shown then.
 */
export async function lookAtSuccessor(
  node: LightningNode,
  earlier: EarlierReplacement | undefined,
): Promise<Successor> {
  const info = await node.info();
  node.requireNode(info.nodeId);
  const past = await readPast(node, earlier?.pastUntil);
  // what was unconfirmed then cannot be told from what came since
  const transactions = earlier === undefined ? ((await node.operations?.channelTransactions()) ?? []) : [];
  return { info, past, shown: tellPast(info, past), transactions: transactions.map(({ txid }) => txid) };
}

type ReplaceDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly journal: Journal;
};

export type ReplaceNode = {
  readonly former: Pick<BoundNode, "nodeId">;
  readonly successor: Successor;
  /** Of the data folder. */
  readonly instanceId: string;
  readonly reason: string;
  /** Ids of the payments and charges that are pending. */
  readonly payments: readonly string[];
  readonly charges: readonly string[];
  /** It was replaced before, and the database went back since: the same is written again, as of then. */
  readonly earlier: EarlierReplacement | undefined;
};

/**
 * Puts another node in the place of the service's, in one statement: of two that do this at the same time one does it,
 * and one that dies has done all or nothing. The journal has a line of it, so that it comes back after a restore.
 * `known`: it was done before.
 *
 * @throws {OperatorError} when it cannot be; nothing was changed.
 */
export async function replaceNode(deps: ReplaceDeps, request: ReplaceNode): Promise<"replaced" | "known"> {
  const { db, clock, random, journal } = deps;
  const { former, successor, instanceId, reason, earlier } = request;
  const { info, past } = successor;
  const { nodeId, network } = info;
  const equity = earlier?.equity ?? firstEquity(past);
  const transfers = earlier?.transfers ?? { limbo: newId<TransferId>(random), equity: newId<TransferId>(random) };
  const { payments, receipts } = past;
  await insertPastTransactions(db, { txids: successor.transactions, now: clock.now() });
  if (earlier === undefined) await tell(journal, { nodeId, past, equity, transfers });
  const refuse = () => journal.appendIfPossible({ what: "operator.book", id: transfers.limbo, kind: "refused" });
  const replaced = updateReplaced(db, {
    now: earlier?.at ?? clock.now(),
    former: former.nodeId,
    nodeId,
    network,
    instanceId,
    reason,
    equity,
    outgoingCursor: payments.cursor,
    outgoingHash: payments.settledHash,
    receiptCursor: receipts.cursor,
    paid: payments.hashes,
    received: receipts.hashes,
    isEarlier: earlier !== undefined,
    transfers,
    payments: new Map(request.payments.map((id) => [id, random.uuid()])),
    charges: new Map(request.charges.map((id) => [id, random.uuid()])),
  });
  const outcome = earlier === undefined ? await onKnownFailure(replaced, refuse) : await replaced;
  if (outcome === "replaced") return outcome;
  if (earlier === undefined) await refuse();
  if (outcome === "known") return outcome;
  throw new OperatorError(...REFUSALS[outcome]);
}

type Told = Pick<EarlierReplacement, "equity" | "transfers"> & { readonly nodeId: string; readonly past: NodePast };

/** `EarlierReplacement` is what is read from this line. */
async function tell(journal: Journal, { nodeId, past, equity, transfers }: Told): Promise<void> {
  const { newest: payment } = past.payments;
  const { newest: receipt } = past.receipts;
  await journal.append({
    what: "operator.book",
    id: transfers.limbo,
    kind: "replace_node",
    subject: transfers.equity,
    amount: equity.channels,
    feeLimit: equity.onchain,
    paymentHash: payment?.paymentHash,
    hashes: [hashOfNode(nodeId), ...(receipt === undefined ? [] : [receipt.paymentHash])],
  });
}

/** Names a node in the journal, which has no field for a key. */
export function hashOfNode(nodeId: string): Uint8Array {
  return sha256(Buffer.from(nodeId, "hex"));
}

const REFUSALS: Readonly<Record<Exclude<Replaced, "replaced" | "known">, readonly [message: string, advice: string]>> =
  {
    same: [
      "this is the Lightning node of this service already, and no other one was before it; nothing was changed",
      "Set LEYDEN_NODE and its credential to the new node, then run this again.",
    ],
    not_bound: [
      "no Lightning node was connected yet, so there is none to replace; nothing was changed",
      "`npm start` connects the first one.",
    ],
    changed: ["another node was put in its place meanwhile; nothing was changed", "Run this again, and look at both."],
    former: [
      "this node was replaced before, and does not come back; nothing was changed",
      'Make a new one, and send what this one holds to it: docs/operate.md, "Replacing a node".',
    ],
    other_network: [
      "the new node is on another network than the one of this service; nothing was changed",
      "A service stays on its network: begin with a new data folder for another one.",
    ],
    restoring: [
      "a restore is open: what left before it is asked of the node of now; nothing was changed",
      "First end it: `npm run leyden -- restore status` says what waits.",
    ],
  };
