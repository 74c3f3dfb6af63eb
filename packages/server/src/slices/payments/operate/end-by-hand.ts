import { sha256 } from "@noble/hashes/sha2.js";
import { recordDecision } from "#incidents";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type LightningNode, listForeign, NodeUnavailable, type OutgoingStatus } from "#lightning";
import { OperatorError } from "#platform/operator-error.ts";
import type { DriveDeps } from "../drive/deps.ts";
import { completePayment, failPayment } from "../drive/finish-payment.ts";
import { isFinished, isSent, type Payment, PaymentNotFound } from "../model/payment.ts";
import type { Finished } from "../store/batched.ts";
import { findPayment } from "../store/payments.ts";
import { endRestore } from "./hold-payments.ts";

type EndDeps = Pick<DriveDeps, "db" | "batch" | "clock" | "random" | "log" | "waiters" | "reached"> & {
  /** Undefined when none runs. */
  readonly node: LightningNode | undefined;
};

export type EndByHand = {
  readonly id: PaymentId;
  readonly reason: string;
  readonly as:
    | { readonly kind: "completed"; readonly fee: Msats; readonly preimage: Uint8Array | undefined }
    /** By the foreign payment with this hash: the node made it before the database was restored. */
    | { readonly kind: "completed_by"; readonly foreignHash: Uint8Array }
    | { readonly kind: "failed" };
  /** Take the risk that the node, which does not answer, has paid it or will. */
  readonly despiteSilence: boolean;
};

/**
 * Finishes a payment by an operator's decision, when the node can no longer report what became of it. The decision and its
 * reason are recorded. The node is asked first, and its report about the hash stands: what is in flight or settled is never given
 * back, what has failed or is in flight is never completed, and what has settled is completed with its preimage and fee.
 *
 * @throws {PaymentNotFound} {AppError} with code `payment_finished` when there is nothing to finish.
 * @throws {InvalidInput} when it cannot be completed so.
 * @throws {OperatorError} when the node's report speaks against it, or it does not answer: nothing was changed.
 */
export async function endByHand(deps: EndDeps, { id, reason, as, despiteSilence }: EndByHand): Promise<Payment> {
  const payment = await findPayment(deps.db, id);
  if (payment === undefined) throw new PaymentNotFound();
  if (isFinished(payment)) throw new AppError("payment_finished", `the payment is ${payment.progress.kind} already`);

  const proof = as.kind === "failed" ? undefined : await proofOf(deps, payment, as);
  if (as.kind === "failed") await requireUnpaid(deps, payment, despiteSilence);
  const detail = `as ${as.kind === "failed" ? "failed" : "completed"}: ${reason}`;
  await recordDecision(deps, { subjectKind: "payment", subject: id, kind: "ended_by_hand", detail });

  const finished = proof === undefined ? await failByHand(deps, payment) : await completePayment(deps, payment, proof);
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

async function proofOf(deps: EndDeps, payment: Payment, as: Completed) {
  const paymentHash = hashOf(payment);
  if (as.kind === "completed_by") return await foreignProof(deps, payment, as.foreignHash);
  if (paymentHash === undefined)
    throw new InvalidInput("as", "cannot be `completed`: it has no invoice; name the foreign payment that paid it");
  if (as.preimage !== undefined && !Buffer.from(sha256(as.preimage)).equals(paymentHash))
    throw new InvalidInput("preimage", "does not match the payment hash");
  requireNothingOnItsWay(deps, payment);
  const status = await askNode(deps.node, paymentHash);
  if (status?.kind === "settled") return { preimage: status.preimage, fee: status.fee };
  if (status?.kind === "in_flight" || status?.kind === "failed") throw contradicted(status);
  return { preimage: as.preimage, fee: as.fee };
}

/** A payment that had no invoice when the database was dumped was paid by the node under a hash that the database does not have. */
async function foreignProof(deps: EndDeps, payment: Payment, foreignHash: Uint8Array) {
  if (hashOf(payment) !== undefined)
    throw new InvalidInput("paid-by", "is for a payment without an invoice; this one has one");
  const foreign = (await listForeign(deps.db)).find(({ paymentHash }) => Buffer.from(paymentHash).equals(foreignHash));
  if (foreign === undefined) throw new InvalidInput("paid-by", "is no foreign payment that waits to be booked");
  if (foreign.amount !== payment.amount)
    throw new InvalidInput("paid-by", `is over ${foreign.amount} msats, this payment over ${payment.amount}`);
  const status = await askNode(deps.node, foreignHash);
  if (status === undefined || status.kind !== "settled")
    throw new OperatorError("the node does not report that foreign payment as settled", "Try again when it does.");
  return { preimage: status.preimage, fee: status.fee, foreignHash };
}

/**
 * The money may go back only when the node does not report the payment in flight or settled, and no attempt is on its way.
 */
async function requireUnpaid(deps: EndDeps, payment: Payment, despiteSilence: boolean): Promise<void> {
  requireNothingOnItsWay(deps, payment);
  const paymentHash = hashOf(payment);
  if (paymentHash === undefined) return;
  const status = await askNode(deps.node, paymentHash);
  if (status === undefined && !despiteSilence)
    throw new OperatorError(
      "the node does not answer, so it is not known whether it has paid this; nothing was changed",
      "Start the node and try again, or add --although-the-node-is-silent: if it has paid, the money is lost.",
    );
  if (status?.kind === "in_flight" || status?.kind === "settled") throw contradicted(status);
}

function contradicted({ kind }: OutgoingStatus): OperatorError {
  return new OperatorError(
    `the node reports this payment as ${kind === "in_flight" ? "in flight" : kind}; nothing was changed`,
    "Let it go on with `npm run leyden -- payment release <id>`: it finishes by itself.",
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

async function askNode(node: LightningNode | undefined, paymentHash: Uint8Array): Promise<OutgoingStatus | undefined> {
  try {
    return await node?.lookupOutgoing(paymentHash);
  } catch (error) {
    if (error instanceof NodeUnavailable) return undefined;
    throw error;
  }
}
