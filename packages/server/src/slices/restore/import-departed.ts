import { bytesToHex } from "@noble/hashes/utils.js";
import type { Msats } from "#kernel/money.ts";
import { type LightningNode, listForeign, NodeUnavailable } from "#lightning";
import { findPayment } from "#payments";
import { type BringBackDeps, bringBackPayment } from "./bring-back-payment.ts";
import {
  decideDeparted,
  type Match,
  matchOf,
  type NodeSays,
  tellBroughtBack,
  tellDecision,
} from "./model/decide-departed.ts";
import type { Departed } from "./model/departed.ts";
import type { Imported } from "./model/imported.ts";
import { findPaymentOfHash } from "./store/hash-use.ts";

export type ImportDeps = BringBackDeps & {
  /** Undefined: it is not running, and says nothing. */
  readonly node: LightningNode | undefined;
  /** Where the service answers: its host is that of the own addresses. */
  readonly baseUrl: string;
};

/**
 * Brings back payments that left and that the copy lacks, in the journal's order. The one place that acts on what was
 * decided about them. Safe to repeat, after a crash at any step, and by several at once.
 */
export async function importDeparted(deps: ImportDeps, all: readonly Departed[]): Promise<readonly Imported[]> {
  const amounts = await listAmounts(deps);
  const imported: Imported[] = [];
  for (const departed of all) imported.push(await bringBackOne(deps, { departed, all, amounts }));
  return imported;
}

/** What the node says of each of these payments. Changes nothing. */
export async function matchDeparted(
  deps: Pick<ImportDeps, "db" | "node">,
  all: readonly Departed[],
): Promise<readonly { readonly departed: Departed; readonly match: Match }[]> {
  const amounts = await listAmounts(deps);
  const matched: { departed: Departed; match: Match }[] = [];
  for (const departed of all) matched.push({ departed, match: matchOf(departed, await ask(deps, departed, amounts)) });
  return matched;
}

/** Of payments of the node that nobody has explained, by their hash. */
type Amounts = ReadonlyMap<string, Msats>;

async function listAmounts({ db }: Pick<ImportDeps, "db">): Promise<Amounts> {
  return new Map((await listForeign(db)).map((one) => [bytesToHex(one.paymentHash), one.amount]));
}

type Asked = { readonly departed: Departed; readonly all: readonly Departed[]; readonly amounts: Amounts };

async function bringBackOne(deps: ImportDeps, { departed, all, amounts }: Asked): Promise<Imported> {
  const node = await ask(deps, departed, amounts);
  const decision = decideDeparted(departed, node, all);
  if (decision.kind !== "bring_back") return tellDecision(departed, decision);
  const back = await bringBackPayment(deps, departed);
  const later = back.outcome === "in_use" ? await findLater(deps, departed) : undefined;
  return later === undefined
    ? tellBroughtBack(departed, node, back)
    : tellDecision(departed, { kind: "superseded", by: later });
}

/** The payment of the same invoice that was made later, and that an earlier import has brought back. */
async function findLater({ db }: Pick<ImportDeps, "db">, { paymentHash, lastAt }: Departed) {
  const id = await findPaymentOfHash(db, paymentHash);
  const holder = id && (await findPayment(db, id));
  return holder?.isBroughtBack && holder.createdAt >= lastAt ? id : undefined;
}

async function ask({ node }: Pick<ImportDeps, "node">, { paymentHash }: Departed, amounts: Amounts): Promise<NodeSays> {
  const amount = amounts.get(bytesToHex(paymentHash));
  try {
    return { status: node === undefined ? "silent" : (await node.lookupOutgoing(paymentHash)).kind, amount };
  } catch (error) {
    if (error instanceof NodeUnavailable) return { status: "silent", amount };
    throw error;
  }
}
