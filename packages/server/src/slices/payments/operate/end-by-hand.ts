import { sha256 } from "@noble/hashes/sha2.js";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import type { PaymentId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { OperatorError } from "#platform/operator-error.ts";
import type { DriveDeps } from "../drive/deps.ts";
import { completePayment, failPayment, raise } from "../drive/finish-payment.ts";
import { isFinal, isSent, type Payment, PaymentNotFound } from "../model/payment.ts";
import { findPayment } from "../store/store.ts";

type ResolveDeps = Pick<DriveDeps, "db" | "batch" | "clock" | "random" | "log" | "endings" | "reached">;

export type ResolveByHand = {
  readonly id: PaymentId;
  readonly because: string;
  readonly end:
    | { readonly kind: "completed"; readonly fee: Msats; readonly preimage: Uint8Array | undefined }
    | { readonly kind: "failed" };
};

/**
 * Ends a payment on an operator's word, for a node that can no longer say what became of it. The word and its reason are
 * recorded, also when it comes too early.
 *
 * @throws {PaymentNotFound} {AppError} with code `payment_ended` when there is nothing to resolve.
 * @throws {InvalidInput} when it is called paid and cannot be.
 * @throws {OperatorError} when an order to the node may be on its way: nothing was changed.
 */
export async function resolveByHand(deps: ResolveDeps, { id, because, end }: ResolveByHand): Promise<Payment> {
  const payment = await findPayment(deps.db, id);
  if (payment === undefined) throw new PaymentNotFound();
  if (isFinal(payment)) throw new AppError("payment_ended", `the payment is ${payment.progress.kind} already`);

  if (end.kind === "completed") requireProof(payment, end.preimage);
  else requireRest(deps, payment);
  await raise(deps, id, "resolved_by_hand", `as ${end.kind}: ${because}`);
  const outcome =
    end.kind === "completed"
      ? await completePayment(deps, payment, end)
      : await failPayment(deps, payment, {
          attempt: isSent(payment) ? payment.progress.attempt : 0,
          code: "node_unavailable",
          detail: "ended by the operator",
        });
  if (outcome !== "ended")
    throw new OperatorError("the payment has moved on meanwhile; nothing was changed", "Look at it and decide again.");
  return (await findPayment(deps.db, id)) ?? payment;
}

function requireProof(payment: Payment, preimage: Uint8Array | undefined): void {
  if (!isSent(payment)) throw new InvalidInput("as", "cannot be `completed`: nothing was sent yet");
  const { paymentHash } = payment.progress.invoice;
  if (preimage !== undefined && !Buffer.from(sha256(preimage)).equals(paymentHash))
    throw new InvalidInput("preimage", "does not match the payment hash");
}

/** Whoever wrote the last order down may be about to give it to the node. */
function requireRest({ clock }: ResolveDeps, payment: Payment): void {
  const onItsWayMs = isSent(payment) ? payment.progress.orderUntil.getTime() - clock.now().getTime() : 0;
  if (onItsWayMs > 0)
    throw new OperatorError(
      "an order to the node may still be on its way; nothing was changed",
      `Try again in ${Math.ceil(onItsWayMs / 1_000)} seconds.`,
    );
}
