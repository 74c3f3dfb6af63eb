import { listPauses } from "#ledger";
import type { LightningNode } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import { findPaymentOfHash, findRestore, type ImportDeps } from "#restore";
import type { JournalPlace } from "./import-journal.ts";
import { type Left, readLeft } from "./left-since.ts";

/** What speaks against the word of a node about what it does not know. */
export type Doubts = {
  /** It went back, and no operator has said yet what it lacks. */
  readonly hasGoneBack: boolean;
  /** Ids of payments that left by the journal, that the node does not know, and that were not brought back. */
  readonly unknown: readonly string[];
};

/** Why the node's "not found" proves nothing, for people; undefined: nothing speaks against it. */
export function whyDoubted({ hasGoneBack, unknown }: Doubts): string | undefined {
  if (hasGoneBack) return "the node went back as well (pause node_went_back)";
  if (unknown.length === 0) return undefined;
  return `the node does not know ${unknown.length} of the payments that left by the journal, such as ${unknown[0]}`;
}

/** What the operator does then. */
export const WHEN_DOUBTED =
  "What it does not know may have been paid. Run `npm run leyden -- restore import` first, and end what was not made " +
  "with `payment end`. When you know that the node has paid nothing else, add --although-the-node-may-have-gone-back.";

/**
 * What left by the journal and is not known to the node. A line whose dispatch was never made looks the same: brought
 * back it waits for itself alone, and is no doubt any more. One of an invoice that another payment here has is none.
 */
export async function findDoubts({ db }: Pick<ImportDeps, "db">, left: readonly Left[]): Promise<Doubts> {
  const unknown: string[] = [];
  for (const { id, paymentHash, match } of left) {
    if (match !== "not_found" || paymentHash === undefined) continue;
    const holder = await findPaymentOfHash(db, Buffer.from(paymentHash, "hex"));
    if (holder === undefined || holder === id) unknown.push(id);
  }
  const hasGoneBack = (await listPauses(db)).some(({ kind }) => kind === "node_went_back");
  return { hasGoneBack, unknown };
}

type Deps = Pick<ImportDeps, "db" | "log"> & { readonly node: LightningNode };

/**
 * Refuses to let anything go on that the node may have paid and forgotten. `despite`: the operator knows better.
 * @throws {OperatorError} when something speaks against the node's word: nothing was changed.
 */
export async function requireNodeKnows(
  deps: Deps,
  { place, despite }: { readonly place: JournalPlace; readonly despite: boolean },
): Promise<void> {
  if ((await findRestore(deps.db)) === undefined) return;
  const doubts = await findDoubts(deps, (await readLeft(deps, place)).left);
  const why = whyDoubted(doubts);
  if (why === undefined) return;
  if (!despite) throw new OperatorError(why, WHEN_DOUBTED);
  deps.log.warn({ why }, "restore.doubts_overruled");
}
