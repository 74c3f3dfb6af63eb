import { findTotals } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { listUnbooked } from "./book-channel-costs.ts";
import { type Difference, explainDifference, type InTwoPlaces, verdictOf } from "./model/explain-difference.ts";
import type { NodeBalances } from "./model/node-info.ts";
import type { LightningNode, NodeOperations } from "./port.ts";
import { assetsOf } from "./read-solvency.ts";
import { findForwardsPlace } from "./store/node-money.ts";

/** Node and books side by side, in msats. */
export type EquityCompared = {
  readonly books: InTwoPlaces;
  readonly node: InTwoPlaces & { readonly balances: NodeBalances };
  readonly difference: InTwoPlaces;
  /** They add up to the difference. */
  readonly parts: readonly Difference[];
  readonly verdict: "ok" | "warning" | "wrong";
  /** False: the books changed while the node was asked; what is in between may look like a difference. */
  readonly isQuiet: boolean;
};

type Books = InTwoPlaces & { readonly reserved: bigint };

const TRIES = 3;

/**
 * Compares what the books say of the node's channels and of its wallet with what the node holds, and explains the
 * difference. The books are read before and after the node, and all of it again while they change. Nothing is written.
 *
 * @throws {NodeUnavailable}
 */
export async function compareEquity({
  db,
  node,
}: {
  readonly db: Db;
  readonly node: Pick<LightningNode, "balances" | "operations">;
}): Promise<EquityCompared> {
  for (let tries = 1; ; tries++) {
    const before = await readBooks(db);
    const { balances, ...said } = await askNode(db, node);
    const books = await readBooks(db);
    const isQuiet = isSame(before, books);
    if (!isQuiet && tries < TRIES) continue;
    const held = { channels: assetsOf({ ...balances, onchain: ZERO }), chain: balances.onchain };
    const difference = { channels: held.channels - books.channels, chain: held.chain - books.chain };
    const found = { difference, reserved: books.reserved, booked: books.channels + books.chain, ...said };
    const parts = explainDifference(found);
    const { reserved, ...places } = books;
    return {
      books: places,
      node: { ...held, balances },
      difference,
      parts,
      verdict: verdictOf(parts, { reserved, booked: found.booked }),
      isQuiet,
    };
  }
}

const ZERO = 0n as NodeBalances["onchain"];

/** Fees that the node paid for routing have left its channels. */
async function readBooks(db: Db): Promise<Books> {
  const { system } = await findTotals(db);
  const balance = (name: string) => system.get(name) ?? 0n;
  return {
    channels: -balance("lightning_node") - balance("routing_expense"),
    chain: -balance("onchain"),
    reserved: balance("reserved"),
  };
}

async function askNode(db: Db, node: Pick<LightningNode, "balances" | "operations">) {
  const { operations } = node;
  const transactions = operations && (await listUnbooked(db, operations));
  const forwards = operations && (await readForwards(db, operations));
  return { transactions, forwards, balances: await node.balances() };
}

/** All that is not booked. */
async function readForwards(db: Db, operations: Pick<NodeOperations, "forwards">) {
  const place = await findForwardsPlace(db);
  if (place === undefined) return undefined;
  let [earned, count, cursor] = [0n, 0, place.cursor];
  for (;;) {
    const page = await operations.forwards(cursor, place.since);
    if (page === undefined) return undefined;
    if (page.count === 0) return { earned, count };
    [earned, count, cursor] = [earned + page.earned, count + page.count, page.cursor];
  }
}

function isSame(one: Books, other: Books): boolean {
  return one.channels === other.channels && one.chain === other.chain && one.reserved === other.reserved;
}
