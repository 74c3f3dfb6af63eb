import { sha256 } from "@noble/hashes/sha2.js";
import { AppError, InvalidInput } from "../../kernel/errors.ts";
import type { PaymentId } from "../../kernel/ids.ts";
import type { Msats } from "../../kernel/money.ts";
import type { DriveDeps } from "./deps.ts";
import { completePayment, failPayment, raise } from "./end-payment.ts";
import { isFinal, type Payment, PaymentNotFound } from "./payment.ts";
import { findPayment } from "./store.ts";

export type ResolveByHand = {
  readonly id: PaymentId;
  readonly because: string;
  readonly end:
    | { readonly kind: "completed"; readonly fee: Msats; readonly preimage: Uint8Array | undefined }
    | { readonly kind: "failed" };
};

/**
 * Ends a payment on an operator's word, for a node that can no longer say what became of it. The word and its reason are
 * recorded.
 *
 * @throws {PaymentNotFound} {AppError} with code `payment_ended` when there is nothing to resolve.
 */
export async function resolveByHand(
  deps: Pick<DriveDeps, "db" | "batch" | "clock" | "random" | "log" | "endings" | "reached">,
  { id, because, end }: ResolveByHand,
): Promise<Payment> {
  const payment = await findPayment(deps.db, id);
  if (payment === undefined) throw new PaymentNotFound();
  if (isFinal(payment)) throw new AppError("payment_ended", `the payment is ${payment.progress.kind} already`);

  if (end.kind === "completed") requireProof(payment, end.preimage);
  await raise(deps, id, "resolved_by_hand", `as ${end.kind}: ${because}`);
  if (end.kind === "completed") {
    await completePayment(deps, payment, end);
  } else {
    const attempt = "attempt" in payment.progress ? payment.progress.attempt : 0;
    await failPayment(deps, payment, { attempt, code: "node_unavailable", detail: "ended by the operator" });
  }
  return (await findPayment(deps.db, id)) ?? payment;
}

function requireProof(payment: Payment, preimage: Uint8Array | undefined): void {
  if (!("invoice" in payment.progress) || typeof payment.progress.invoice !== "object")
    throw new InvalidInput("as", "cannot be completed: the payment has no invoice yet, nothing was sent");
  const { paymentHash } = payment.progress.invoice;
  if (preimage !== undefined && !Buffer.from(sha256(preimage)).equals(paymentHash))
    throw new InvalidInput("preimage", "does not match the payment hash");
}
