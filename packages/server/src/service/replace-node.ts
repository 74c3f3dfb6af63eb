import { readBooks } from "#audit";
import type { TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import {
  type BoundNode,
  type EarlierReplacement,
  findNode,
  hashOfNode,
  type LightningNode,
  listEquityTransfers,
  lookAtSuccessor,
  replaceNode,
  type Successor,
} from "#lightning";
import { listUnderWay, type OnchainPayment } from "#onchain";
import { listOrdered, type Ordered } from "#payments";
import type { Db } from "#platform/database/db.ts";
import type { JournalLine } from "#platform/journal/format.ts";
import { listKnownFiles } from "#platform/journal/known-files.ts";
import { readJournal } from "#platform/journal/read.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { listPendingCharges, type PendingCharge } from "#receiving";
import type { JournalPlace } from "./import-journal.ts";

type Deps = Parameters<typeof replaceNode>[0];

/** What an operator is shown before a node is replaced. */
export type ShownReplacement = {
  readonly former: BoundNode;
  readonly successor: Successor;
  /** By the books, in msats. */
  readonly limbo: bigint;
  readonly payments: readonly Ordered[];
  readonly charges: readonly PendingCharge[];
  /** Payments to addresses of the chain that are under way, the oldest first. */
  readonly onchain: readonly OnchainPayment[];
  /** The journal tells that it was done then, and the database has gone back since. */
  readonly earlier: EarlierReplacement | undefined;
};

/**
 * Reads what would be replaced by what. Changes nothing.
 * @throws {NodeUnavailable}
 * @throws {OperatorError} when there is no node to replace.
 */
export async function showReplacement(
  { db }: Pick<Deps, "db">,
  { node, place }: { readonly node: LightningNode; readonly place: JournalPlace },
): Promise<ShownReplacement> {
  const former = await findNode(db);
  if (former === undefined)
    throw new OperatorError("no Lightning node was connected yet", "`npm start` connects the first one.");
  const { nodeId } = await node.info();
  const earlier = nodeId === former.nodeId ? undefined : await findEarlier(db, place, nodeId);
  const successor = await lookAtSuccessor(node, earlier);
  const { held: limbo } = await readBooks(db);
  const [payments, charges] = [await listOrdered(db), await listPendingCharges(db)];
  const onchain = await listUnderWay(db, ONCHAIN_MAX);
  return { former, successor, limbo, payments, charges, onchain, earlier };
}

/** More of them are not shown. */
const ONCHAIN_MAX = 1_000;

type Yes = {
  readonly instanceId: string;
  readonly reason: string;
  /** The former node is lost, or who pays it from now on is the operator's to credit. */
  readonly althoughInvoicesAreOpen: boolean;
};

/**
 * Does what was shown. Safe to repeat, and by several at once; `known`: it was done before.
 * @throws {OperatorError} while invoices of the former node are open, which its payers can pay as long as it runs. A
 * charge that was made after they were shown makes the statement fail.
 */
export async function replaceAsShown(
  deps: Deps,
  { payments, charges, ...shown }: ShownReplacement,
  { instanceId, reason, althoughInvoicesAreOpen }: Yes,
): Promise<"replaced" | "known"> {
  const isSame = shown.former.nodeId === shown.successor.info.nodeId;
  const mayBePaid = charges.length > 0 && shown.earlier === undefined && !isSame;
  if (mayBePaid && !althoughInvoicesAreOpen) throw invoicesAreOpen(charges.length);
  const ids = { payments: payments.map(({ id }) => id), charges: charges.map(({ id }) => id) };
  return await replaceNode(deps, { ...shown, ...ids, instanceId, reason });
}

function invoicesAreOpen(count: number): OperatorError {
  return new OperatorError(
    `invoices of the former node are open, ${count} of them: who pays one there is credited nowhere; nothing was changed`,
    "Does that node run: set LEYDEN_NODE to it again, and run the service until they have expired. " +
      "Is it lost: add --although-invoices-are-open.",
  );
}

/** The newest line that tells that this node was put in the place of another one, which the database lacks. */
async function findEarlier(db: Db, place: JournalPlace, nodeId: string): Promise<EarlierReplacement | undefined> {
  const hash = Buffer.from(hashOfNode(nodeId)).toString("hex");
  const lines = new Map<string, JournalLine>();
  await readJournal({ ...place, known: await listKnownFiles(db) }, async ({ line }) => {
    if (line.what !== "operator.book") return;
    if (line.kind === "replace_node" && line.hashes?.[0] === hash) lines.set(line.id, line);
    if (line.kind === "refused") lines.delete(line.id);
  });
  const here = await listEquityTransfers(db);
  const lacking = [...lines.values()].filter(({ subject }) => subject !== undefined && !here.has(subject));
  const newest = lacking.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);
  return newest && earlierOf(newest);
}

function earlierOf({ id, at, subject, amount = 0n, feeLimit = 0n, paymentHash, hashes = [] }: JournalLine) {
  const bytesOf = (hex: string | undefined) => (hex === undefined ? undefined : Buffer.from(hex, "hex"));
  return {
    at,
    transfers: { limbo: id as TransferId, equity: subject as TransferId },
    equity: { channels: msats(amount), onchain: msats(feeLimit) },
    pastUntil: { payment: bytesOf(paymentHash), receipt: bytesOf(hashes[1]) },
  };
}
