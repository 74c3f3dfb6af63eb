import { bytesToHex } from "@noble/hashes/utils.js";
import type { Msats } from "#kernel/money.ts";
import { type LightningNode, listForeign, NodeUnavailable } from "#lightning";
import { type BringBackDeps, bringBackPayment } from "./bring-back-payment.ts";
import { decideDeparted, type NodeSays, tellBroughtBack, tellDecision } from "./model/decide-departed.ts";
import type { Departed } from "./model/departed.ts";
import type { Imported } from "./model/imported.ts";

export type ImportDeps = BringBackDeps & {
  /** Undefined: it is not running, and says nothing. */
  readonly node: LightningNode | undefined;
};

/**
 * Brings back payments that left and that the copy lacks, in the journal's order. The one place that acts on what was
 * decided about them. Safe to repeat, after a crash at any step, and by several at once.
 */
export async function importDeparted(deps: ImportDeps, all: readonly Departed[]): Promise<readonly Imported[]> {
  const amounts = new Map((await listForeign(deps.db)).map((one) => [bytesToHex(one.paymentHash), one.amount]));
  const imported: Imported[] = [];
  for (const departed of all) imported.push(await bringBackOne(deps, { departed, all, amounts }));
  return imported;
}

type Asked = {
  readonly departed: Departed;
  readonly all: readonly Departed[];
  /** Of payments of the node that nobody has explained, by their hash. */
  readonly amounts: ReadonlyMap<string, Msats>;
};

async function bringBackOne(deps: ImportDeps, { departed, all, amounts }: Asked): Promise<Imported> {
  const { paymentHash } = departed;
  const status = await askNode(deps, paymentHash);
  const node = { status, amount: amounts.get(bytesToHex(paymentHash)) };
  const decision = decideDeparted(departed, node, all);
  if (decision.kind !== "bring_back") return tellDecision(departed, decision);
  return tellBroughtBack(departed, node, await bringBackPayment(deps, departed));
}

async function askNode({ node }: Pick<ImportDeps, "node">, paymentHash: Uint8Array): Promise<NodeSays["status"]> {
  try {
    return node === undefined ? "silent" : (await node.lookupOutgoing(paymentHash)).kind;
  } catch (error) {
    if (error instanceof NodeUnavailable) return "silent";
    throw error;
  }
}
