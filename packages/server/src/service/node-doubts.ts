import { listPauses } from "#ledger";
import type { LightningNode } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import { findPaymentOfHash, findRestore, type ImportDeps, readRestore } from "#restore";
import type { JournalPlace } from "./import-journal.ts";
import { type Left, readLeft } from "./left-since.ts";

/** What speaks against the word of a node about what it does not know. */
export type Doubts = {
  /** It went back, and no operator has said yet what it lacks. */
  readonly hasGoneBack: boolean;
  /** Ids of payments that left by the journal, that the node does not know, and that were not brought back. */
  readonly unknown: readonly string[];
  /** The same of those about which it gave no answer. */
  readonly silent: readonly string[];
};

/** Why the node's "not found" proves nothing, for people; undefined: nothing speaks against it. */
export function whyDoubted({ hasGoneBack, unknown, silent }: Doubts): string | undefined {
  if (hasGoneBack) return "the node went back as well (pause node_went_back)";
  if (silent.length > 0)
    return `the node gave no answer about ${silent.length} of the payments that left by the journal, such as ${silent[0]}`;
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
  const silent: string[] = [];
  for (const { id, paymentHash, match } of left) {
    if ((match !== "not_found" && match !== "node_silent") || paymentHash === undefined) continue;
    const holder = await findPaymentOfHash(db, Buffer.from(paymentHash, "hex"));
    if (holder === undefined || holder === id) (match === "not_found" ? unknown : silent).push(id);
  }
  const hasGoneBack = (await listPauses(db)).some(({ kind }) => kind === "node_went_back");
  return { hasGoneBack, unknown, silent };
}

type Deps = Pick<ImportDeps, "db" | "log"> & { readonly node: LightningNode };

export type Despite = {
  /** The operator knows that the node has paid nothing that it does not know. */
  readonly node: boolean;
  /** The operator does without what the journal tells of. */
  readonly journal: boolean;
};

/**
 * Refuses to let anything go on before the journal was imported, which only an open restore can be, and that the node
 * may have paid and forgotten.
 * @throws {OperatorError} when something speaks against it: nothing was changed.
 */
export async function requireReleasable(
  deps: Deps,
  { place, despite }: { readonly place: JournalPlace; readonly despite: Despite },
): Promise<void> {
  const restore = await findRestore(deps.db);
  if (restore === undefined) return;
  const { left } = await readLeft(deps, place);
  if (restore.importedAt === undefined && left.length > 0 && !despite.journal)
    throw new OperatorError(
      `the journal has ${left.length} things that the database lacks, and nothing was imported yet`,
      "Run `npm run leyden -- restore import` first: when the restore has ended they cannot come back. When you do " +
        "without them, add --without-import.",
    );
  if (!despite.journal) await requireCredited(deps, left);
  const why = whyDoubted(await findDoubts(deps, left));
  if (why === undefined) return;
  if (!despite.node) throw new OperatorError(why, WHEN_DOUBTED);
  deps.log.warn({ why }, "restore.doubts_overruled");
}

/** Let go, they would be delivered where their persons did not want them any more, a second time. */
async function requireCredited({ db }: Pick<ImportDeps, "db">, left: readonly Left[]): Promise<void> {
  const credited = left.filter(({ what }) => what === "purchase.credit");
  if (credited.length === 0) return;
  const waiting = new Set((await readRestore({ db })).waiting.map(({ id }) => id));
  const open = [...new Set(credited.map(({ id }) => id).filter((id) => waiting.has(id)))];
  if (open.length > 0)
    throw new OperatorError(
      `the journal says that ${open.length} purchases went to their persons' own wallets, such as ${open[0]}`,
      "Run `npm run leyden -- restore import` first, and do what it says of them. When you do without, add " +
        "--without-import: they are delivered to their first destination.",
    );
}
