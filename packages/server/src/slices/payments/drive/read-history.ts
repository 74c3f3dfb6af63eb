import type { PaymentId } from "#kernel/ids.ts";
import { listPauses } from "#ledger";
import { findNode } from "#lightning";
import { findNewestReceipt } from "#receiving";
import type { History } from "../model/next-step.ts";
import { listSettledHashesAround } from "../store/payments.ts";
import type { DriveDeps } from "./deps.ts";

/** How many settled payments on each side of the one in question the node must still know. */
const SAMPLE = 3;

type HistoryDeps = Pick<DriveDeps, "db" | "node">;

/**
 * What the node's "not found" is worth for this payment. A node that was rebuilt from its seed has the same key and an
 * empty list, a restored one has a gap, and both look whole again after some more payments. So it is asked for what
 * settled right before and after this payment, for the newest, and for what it showed us last. `broken` as well while
 * the pause holds that was set when it went back. `silent`: it does not follow the chain yet, which says nothing.
 *
 * @throws {NodeUnavailable}
 */
export async function readHistory(deps: HistoryDeps, id: PaymentId): Promise<History> {
  const { synced } = await deps.node.info();
  if (!synced) return "silent";
  if (await hasGoneBack(deps)) return "broken";
  return (await knowsSettled(deps, id)) && (await knowsWhatItShowed(deps)) ? "whole" : "broken";
}

async function knowsSettled({ db, node }: HistoryDeps, id: PaymentId): Promise<boolean> {
  for (const hash of await listSettledHashesAround(db, id, SAMPLE))
    if ((await node.lookupOutgoing(hash)).kind !== "settled") return false;
  return true;
}

/** Its lists still reach to where we have read them. */
async function knowsWhatItShowed({ db, node }: HistoryDeps): Promise<boolean> {
  const sent = (await findNode(db))?.outgoingHash;
  if (sent && (await node.lookupOutgoing(sent)).kind === "not_found") return false;
  const received = await findNewestReceipt(db);
  return received === undefined || (await node.lookupIncoming(received.paymentHash)).kind === "settled";
}

/** The node went back, and no operator has said yet what it lacks. */
export async function hasGoneBack({ db }: Pick<HistoryDeps, "db">): Promise<boolean> {
  return (await listPauses(db)).some(({ kind }) => kind === "node_went_back");
}
