import type { ErrorCode } from "#kernel/error-codes.ts";
import { AppError } from "#kernel/errors.ts";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import type { PaymentFailureCode } from "../model/failure-codes.ts";
import { bindInvoice } from "../model/invoice.ts";
import { whileOnHold } from "../model/next-step.ts";
import type { ReadyPayment, ResolvingPayment } from "../model/payment.ts";
import { readTarget } from "../model/target.ts";
import { storeInvoiceMany } from "../store/batched.ts";
import { wait } from "./apply-step.ts";
import type { DriveDeps } from "./deps.ts";
import { failPayment } from "./finish-payment.ts";
import { type FetchedInvoice, fetchInvoice, type LnurlFailure } from "./lnurl-client.ts";

/** Why a payment failed before anything was sent. */
export const UNSENT = {
  inUse: { code: "invoice_in_use", detail: "another payment of the same payment hash is pending" },
  alreadyPaid: { code: "invoice_already_paid", detail: "the invoice was paid before" },
  notOurs: { code: "self_payment", detail: "the invoice is of our own node and no charge has it" },
  sameWallet: { code: "self_payment", detail: "payer and recipient are the same wallet" },
  expired: { code: "invoice_expired", detail: "the charge has expired" },
  overMaximum: { code: "receive_limit_exceeded", detail: "the recipient's wallet may not hold this much more" },
  differs: { code: "invoice_invalid", detail: "the invoice differs from the charge" },
} as const satisfies Record<string, { code: PaymentFailureCode; detail: string }>;

/** Fails a payment of which nothing was sent. */
export async function failUnsent(
  deps: DriveDeps,
  payment: ResolvingPayment | ReadyPayment,
  { code, detail }: { code: PaymentFailureCode; detail: string },
): Promise<void> {
  await failPayment(deps, payment, { attempt: 0, code, detail, isWatched: false });
}

/**
 * Asks the recipient's server for an invoice, or this service where the address is its own, and binds it to the payment
 * (LUD-06, LUD-12, LUD-16). What that server answers is compared with what we asked.
 *
 * Returns the payment with its invoice, or undefined when it has failed, waits, or the lease was lost.
 */
export async function requestInvoice(deps: DriveDeps, payment: ResolvingPayment): Promise<ReadyPayment | undefined> {
  if (payment.onHoldFor !== undefined) {
    await wait(deps, payment, whileOnHold("resolving", deps.clock.now()));
    return undefined;
  }
  const target = readTarget(addressOf(payment));
  const asked = { amount: payment.amount, comment: payment.comment || undefined };
  const own = target instanceof URL ? deps.ownInvoice(target, asked) : undefined;
  const answer = await (own === undefined ? fetchInvoice(deps, { target, ...asked }) : answerOf(own));
  await deps.reached("after-resolve");
  if (answer.kind === "invoice") return await bind(deps, payment, answer.invoice, answer.descriptionHashMatches);
  await failUnsent(deps, payment, answer);
  return undefined;
}

/** As another server's answer: what refuses the invoice here fails the payment in the same way. */
async function answerOf(own: Promise<string>): Promise<FetchedInvoice | LnurlFailure> {
  try {
    return { kind: "invoice", invoice: decodeInvoice(await own), descriptionHashMatches: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { kind: "failed", code: FAILURES[error.code] ?? "address_unreachable", detail: error.message };
  }
}

const FAILURES: { readonly [code in ErrorCode]?: LnurlFailure["code"] } = {
  amount_out_of_range: "amount_out_of_range",
  receive_limit_exceeded: "amount_out_of_range",
  comment_too_long: "comment_too_long",
  not_found: "address_not_found",
};

/** Only an address is asked for an invoice: every other destination comes with what is paid. */
function addressOf({ id, destination }: ResolvingPayment): string {
  if (destination.kind !== "address") throw new Error(`payment ${id} to a ${destination.kind} waits for an invoice`);
  return destination.lnAddress;
}

async function bind(
  deps: DriveDeps,
  payment: ResolvingPayment,
  invoice: Invoice,
  descriptionHashMatches: boolean,
): Promise<ReadyPayment | undefined> {
  const bound = bindInvoice(invoice, deps, deps.clock.now());
  const outcome = await deps.batch(storeInvoiceMany, {
    id: payment.id,
    leaseToken: payment.lease.token,
    invoice: bound,
    descriptionHashMatches,
  });
  await deps.reached("after-store-invoice");
  switch (outcome) {
    case "stored":
      return {
        ...payment,
        version: payment.version + 1,
        progress: { ...payment.progress, kind: "ready", invoice: bound },
      };
    case "in_use":
      await failUnsent(deps, payment, UNSENT.inUse);
      return undefined;
    case "already_paid":
      await failUnsent(deps, payment, UNSENT.alreadyPaid);
      return undefined;
    case "lease_lost":
      return undefined;
  }
}
