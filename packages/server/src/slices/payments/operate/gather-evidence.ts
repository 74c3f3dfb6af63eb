import { type InFlight, type LightningNode, NodeUnavailable, type OutgoingStatus, requireOwnNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { findChargeByHash } from "#receiving";
import { hasGoneBack, readHistory } from "../drive/read-history.ts";
import type { History } from "../model/next-step.ts";
import { isSent, type Payment } from "../model/payment.ts";

export type EvidenceDeps = {
  readonly db: Db;
  /** Undefined when none runs. */
  readonly node: LightningNode | undefined;
};

/** What is known about a payment that an operator wants to end. */
export type Evidence = {
  readonly paymentHash: Uint8Array | undefined;
  /**
   * What the node says about the hash. `no_hash`: there is nothing to ask for. `replaced`: the node at which it was
   * ordered is a former one, and what another one says proves nothing.
   */
  readonly node: OutgoingStatus | { readonly kind: "silent" | "no_hash" | "replaced" };
  /** What its "not found" is worth. `broken`: it has lost payments that it made. Undefined where it was not asked. */
  readonly history: History | undefined;
  /** It has reported the payment in flight: that it does not know it now only says that it forgot. */
  readonly wasInFlight: boolean;
  /** The invoice is that of a charge of this service: it is paid inside the ledger, and nothing leaves the node. */
  readonly isOwnCharge: boolean;
};

/**
 * Asks the node, its history and our charges about a payment. The node is asked only when it is ours.
 * @throws {OperatorError} when another node answers in its place.
 */
export async function gatherEvidence({ db, node }: EvidenceDeps, payment: Payment): Promise<Evidence> {
  if (node !== undefined) await requireOwnNode(db, node);
  const invoice = invoiceOf(payment);
  const wasInFlight = isSent(payment) && payment.progress.wasInFlight;
  if (invoice === undefined)
    return { paymentHash: undefined, node: { kind: "no_hash" }, history: undefined, wasInFlight, isOwnCharge: false };
  const charge = await findChargeByHash(db, invoice.paymentHash);
  const isOwnCharge = invoice.isOwn || (charge !== undefined && charge.invoice === invoice.text);
  const asked = payment.isAtFormerNode ? REPLACED : await askNode({ db, node }, payment, invoice.paymentHash);
  return { paymentHash: invoice.paymentHash, ...asked, wasInFlight, isOwnCharge };
}

const REPLACED = { node: { kind: "replaced" }, history: undefined } as const;

/** What of its invoice is known, also where it has finished. */
function invoiceOf({ progress }: Payment) {
  if (!("invoice" in progress)) return undefined;
  if (typeof progress.invoice === "object") return progress.invoice;
  const paymentHash = "paymentHash" in progress ? progress.paymentHash : undefined;
  return paymentHash === undefined ? undefined : { paymentHash, text: progress.invoice, isOwn: false };
}

async function askNode(
  { db, node }: EvidenceDeps,
  { id }: Payment,
  paymentHash: Uint8Array,
): Promise<Pick<Evidence, "node" | "history">> {
  const silent = { node: { kind: "silent" }, history: undefined } as const;
  if (node === undefined) return silent;
  try {
    const status = await node.lookupOutgoing(paymentHash);
    if (status.kind === "in_flight") return { node: await withDoubt(db, status), history: undefined };
    const history = status.kind === "not_found" ? await readHistory({ db, node }, id) : undefined;
    return { node: status, history };
  } catch (error) {
    if (error instanceof NodeUnavailable) return silent;
    throw error;
  }
}

/** The channels of a node that went back are those of another time. */
async function withDoubt(db: Db, status: InFlight): Promise<InFlight> {
  const { kind, htlcs } = status;
  return htlcs !== undefined && (await hasGoneBack({ db })) ? { kind, htlcs: { ...htlcs, place: "unclear" } } : status;
}
