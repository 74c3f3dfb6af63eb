import { sha256 } from "@noble/hashes/sha2.js";
import { recordDecision } from "#incidents";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { listForeign, NodeUnavailable, requireOwnNode } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import type { DriveDeps } from "../drive/deps.ts";
import { completePayment, failPayment } from "../drive/finish-payment.ts";
import { mayEndInFlight } from "../model/in-flight.ts";
import { isFinished, isSent, type Payment, PaymentNotFound } from "../model/payment.ts";
import type { Finished } from "../store/batched.ts";
import { findPayment } from "../store/payments.ts";
import { type Evidence, type EvidenceDeps, gatherEvidence } from "./gather-evidence.ts";
import { endRestore, refuseUnbooked } from "./put-on-hold.ts";

type EndDeps = Pick<DriveDeps, "batch" | "clock" | "random" | "log" | "waiters" | "reached" | "journal"> & EvidenceDeps;

/**
 * A risk that an operator takes by its name. `silent_node`: the node cannot be asked. `lost_history`: the node has
 * forgotten payments that it made. `no_proof`: neither node nor preimage says that it was paid. `unbooked`: the node
 * made a payment of the same amount that nobody has explained. `in_flight`: the node
 * calls it in flight, and no channel has an HTLC of it. `replaced_node`: the node at which it was ordered was replaced;
 * only its channels, resolved on the chain, say that it was not paid.
 */
export type Risk = "silent_node" | "lost_history" | "no_proof" | "unbooked" | "in_flight" | "replaced_node";

export type EndByHand = {
  readonly id: PaymentId;
  readonly reason: string;
  readonly as:
    | { readonly kind: "completed"; readonly fee: Msats; readonly preimage?: Uint8Array | undefined }
    /** By the foreign payment with this hash: the node made it before the database was restored. */
    | { readonly kind: "completed_by"; readonly foreignHash: Uint8Array }
    | { readonly kind: "failed" };
  readonly despite: readonly Risk[];
};

/**
 * Finishes a payment by an operator's decision, when the node can no longer report what became of it. The decision
 * and its reason are recorded. The node is asked first, and its report about the hash stands: what has settled, or
 * is in flight in a channel, is never given back; what has failed or is in flight is never completed, unless the
 * node's word of a failure is no proof; and what has settled is completed with its preimage and fee. What no proof
 * decides needs the name of its risk. The hash is watched afterwards: what the node says later is an incident.
 *
 * @throws {PaymentNotFound} {AppError} with code `payment_finished` when there is nothing to finish.
 * @throws {InvalidInput} when it cannot be completed so.
 * @throws {OperatorError} when the evidence speaks against it, or a risk was not named: nothing was changed.
 */
export async function endByHand(deps: EndDeps, { id, reason, as, despite }: EndByHand): Promise<Payment> {
  const payment = await findPayment(deps.db, id);
  if (payment === undefined) throw new PaymentNotFound();
  if (isFinished(payment)) throw new AppError("payment_finished", `the payment is ${payment.progress.kind} already`);

  const proof = as.kind === "failed" ? undefined : await proofOf(deps, payment, as, despite);
  if (as.kind === "failed") await requireUnpaid(deps, payment, despite);
  const risks = despite.length === 0 ? "" : `, despite ${despite.join(", ")}`;
  const detail = `as ${as.kind === "failed" ? "failed" : "completed"}${risks}: ${reason}`;
  await recordDecision(deps, { subjectKind: "payment", subject: id, kind: "ended_by_hand", detail });

  const line = { what: "operator.book", id, kind: `end_${as.kind}`, wallet: payment.payer.wallet?.id } as const;
  await deps.journal.append({ ...line, paymentHash: hashOf(payment), amount: payment.amount });
  const finished =
    proof === undefined
      ? await failByHand(deps, payment)
      : await completePayment(deps, payment, { ...proof, isWatched: true });
  // `same_outcome`: the answer of the first try was lost, or another process was first with the same outcome.
  if (finished !== "finished" && finished !== "same_outcome")
    throw new OperatorError("the payment has moved on meanwhile; nothing was changed", "Read it and decide again.");
  await endRestore(deps.db);
  return (await findPayment(deps.db, id)) ?? payment;
}

async function failByHand(deps: EndDeps, payment: Payment): Promise<Finished> {
  return await failPayment(deps, payment, {
    attempt: isSent(payment) ? payment.progress.attempt : 0,
    code: "node_unavailable",
    detail: "ended by the operator",
    isWatched: hashOf(payment) !== undefined,
  });
}

function hashOf({ progress }: Payment): Uint8Array | undefined {
  return "invoice" in progress && typeof progress.invoice === "object" ? progress.invoice.paymentHash : undefined;
}

type Completed = Exclude<EndByHand["as"], { kind: "failed" }>;

async function proofOf(deps: EndDeps, payment: Payment, as: Completed, despite: readonly Risk[]) {
  if (as.kind === "completed_by") return await foreignProof(deps, payment, as.foreignHash);
  const { paymentHash, node, isOwnCharge } = await gatherEvidence(deps, payment);
  if (paymentHash === undefined)
    throw new InvalidInput("as", "cannot be `completed`: it has no invoice; name the foreign payment that paid it");
  if (isOwnCharge)
    throw new OperatorError(
      "this invoice is that of a charge of this service: it is paid inside the ledger, and the node sends nothing for it",
      "Nothing was changed. Let it go on, or end it as failed.",
    );
  if (as.preimage !== undefined && !Buffer.from(sha256(as.preimage)).equals(paymentHash))
    throw new InvalidInput("preimage", "does not match the payment hash");
  requireNothingOnItsWay(deps, payment);
  if (node.kind === "settled") return { preimage: node.preimage, fee: node.fee };
  const isProved = deps.node?.capabilities.failureProves !== false;
  if (node.kind === "in_flight" || (node.kind === "failed" && isProved)) throw contradicted(node);
  if (as.preimage === undefined) requireNamed(despite, "no_proof");
  return { preimage: as.preimage, fee: as.fee };
}

/**
 * A payment that had no invoice when the database was dumped was paid by the node under a hash that the database does
 * not have.
 */
async function foreignProof(deps: EndDeps, payment: Payment, foreignHash: Uint8Array) {
  if (hashOf(payment) !== undefined)
    throw new InvalidInput("paid-by", "is for a payment without an invoice; this one has one");
  const foreign = (await listForeign(deps.db)).find(({ paymentHash }) => Buffer.from(paymentHash).equals(foreignHash));
  if (foreign === undefined) throw new InvalidInput("paid-by", "is no foreign payment that waits to be booked");
  if (foreign.amount !== payment.amount)
    throw new InvalidInput("paid-by", `is over ${foreign.amount} msats, this payment over ${payment.amount}`);
  const status = await lookUpForeign(deps, foreignHash);
  if (status === undefined || status.kind !== "settled")
    throw new OperatorError("the node does not report that foreign payment as settled", "Try again when it does.");
  return { preimage: status.preimage, fee: status.fee, foreignHash };
}

async function lookUpForeign({ db, node }: EndDeps, foreignHash: Uint8Array) {
  if (node === undefined) return undefined;
  await requireOwnNode(db, node);
  try {
    return await node.lookupOutgoing(foreignHash);
  } catch (error) {
    if (error instanceof NodeUnavailable) return undefined;
    throw error;
  }
}

/**
 * The money may go back only when the node does not report the payment in flight or settled, and no attempt is on its
 * way. "Not found" is worth nothing of a node that has reported it in flight, or has lost its history.
 */
async function requireUnpaid(deps: EndDeps, payment: Payment, despite: readonly Risk[]): Promise<void> {
  requireNothingOnItsWay(deps, payment);
  const { paymentHash, node, history, wasInFlight } = await gatherEvidence(deps, payment);
  if (paymentHash === undefined) {
    if (!despite.includes("unbooked")) await refuseUnbooked(deps.db, payment.id);
    return;
  }
  if (node.kind === "replaced") return requireNamed(despite, "replaced_node");
  if (node.kind === "settled") throw contradicted(node);
  if (node.kind === "in_flight") {
    if (!mayEndInFlight(node.htlcs, sinceAttemptMs(deps, payment))) throw contradicted(node);
    requireNamed(despite, "in_flight");
  }
  if (node.kind === "silent" || history === "silent") requireNamed(despite, "silent_node");
  const saysFailed = node.kind === "failed" || node.kind === "in_flight";
  if (!saysFailed && (wasInFlight || history === "broken")) requireNamed(despite, "lost_history");
}

/** Of one without an attempt nothing is in a channel of this service's doing: it counts as just begun. */
function sinceAttemptMs({ clock }: EndDeps, payment: Payment): number {
  return isSent(payment) ? clock.now().getTime() - payment.progress.dispatchedAt.getTime() : 0;
}

/** What is said when a risk was not named: what it is, and by which option of the command it is taken. */
const RISKS: Readonly<Record<Exclude<Risk, "unbooked">, readonly [message: string, advice: string]>> = {
  silent_node: [
    "the node does not answer, so it is not known whether it has paid this; nothing was changed",
    "Start the node and try again, or add --although-the-node-is-silent: if it has paid, the money is lost.",
  ],
  lost_history: [
    "the node does not know this payment, and has forgotten payments that it made; nothing was changed",
    "Ask the recipient. If it was not paid, add --although-its-history-is-lost: if it was, the money is lost.",
  ],
  in_flight: [
    "the node calls this payment in flight, and no channel is known to have it; nothing was changed",
    "It is given back by itself a day after its time lock. To do it now add --although-it-is-called-in-flight: if it is paid after all, the money is lost.",
  ],
  replaced_node: [
    "it was ordered at a node that was replaced, and no other node knows whether it was paid; nothing was changed",
    "When all channels of that node are closed and resolved on the chain, and no output of them was taken with the " +
      "preimage, add --although-its-node-was-replaced: if it was paid, the money is lost.",
  ],
  no_proof: [
    "neither the node nor a preimage says that this was paid; nothing was changed",
    "Ask the recipient for the preimage (--preimage), or add --without-proof: if it was not paid, the payer loses it.",
  ],
};

function requireNamed(despite: readonly Risk[], risk: keyof typeof RISKS): void {
  if (!despite.includes(risk)) throw new OperatorError(...RISKS[risk]);
}

function contradicted({ kind }: Evidence["node"]): OperatorError {
  return new OperatorError(
    `the node reports this payment as ${kind === "in_flight" ? "in flight" : kind}; nothing was changed`,
    "It finishes by itself. One that is on hold after a restore first wants `npm run leyden -- payment release <id>`, unless it was brought back.",
  );
}

function requireNothingOnItsWay({ clock }: EndDeps, payment: Payment): void {
  const onItsWayMs = isSent(payment) ? payment.progress.dispatchDeadline.getTime() - clock.now().getTime() : 0;
  if (onItsWayMs > 0)
    throw new OperatorError(
      "an attempt may still be on its way to the node; nothing was changed",
      `Try again in ${Math.ceil(onItsWayMs / 1_000)} seconds.`,
    );
}
