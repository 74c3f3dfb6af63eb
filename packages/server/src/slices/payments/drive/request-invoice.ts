import type { ErrorCode } from "#kernel/error-codes.ts";
import { AppError } from "#kernel/errors.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { type BegunAttempt, firstDispatched } from "../model/attempt.ts";
import type { PaymentFailureCode } from "../model/failure-codes.ts";
import { bindInvoice } from "../model/invoice.ts";
import { whileOnHold } from "../model/next-step.ts";
import type { ReadyPayment, ResolvingPayment, SentPayment } from "../model/payment.ts";
import { readTarget } from "../model/target.ts";
import { storeInvoiceMany } from "../store/batched.ts";
import { wait } from "./apply-step.ts";
import type { DriveDeps } from "./deps.ts";
import { firstAttempt } from "./dispatch-payment.ts";
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

/** A payment with its invoice; with the first attempt, where that is written down with it. */
export type Bound =
  | { readonly payment: ReadyPayment; readonly begun?: undefined }
  | { readonly payment: SentPayment; readonly begun: BegunAttempt };

/**
 * Asks the recipient's server for an invoice, or this service where the address is its own, and binds it to the payment
 * (LUD-06, LUD-12, LUD-16). What that server answers is compared with what we asked. `isNew`: as of a payment that is
 * driven.
 *
 * Returns the payment with its invoice, or undefined when it has failed, waits, or the lease was lost.
 */
export async function requestInvoice(
  deps: DriveDeps,
  payment: ResolvingPayment,
  isNew: boolean,
): Promise<Bound | undefined> {
  if (payment.onHoldFor !== undefined) {
    await wait(deps, payment, whileOnHold("resolving", deps.clock.now()));
    return undefined;
  }
  const target = readTarget(addressOf(payment));
  const asked = { amount: payment.amount, comment: payment.comment || undefined };
  const own = target instanceof URL ? deps.ownInvoice(target, asked) : undefined;
  const answer = await (own === undefined ? fetchInvoice(deps, { target, ...asked }) : answerOf(own));
  await deps.reached("after-resolve");
  if (answer.kind === "invoice") return await bind(deps, payment, { ...answer, isNew });
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

type Received = Pick<FetchedInvoice, "invoice" | "descriptionHashMatches"> & { readonly isNew: boolean };

async function bind(
  deps: DriveDeps,
  payment: ResolvingPayment,
  { invoice: received, descriptionHashMatches, isNew }: Received,
): Promise<Bound | undefined> {
  const invoice = bindInvoice(received, deps, deps.clock.now());
  const begun = isNew ? firstAttempt(deps, invoice) : undefined;
  const { id, lease, progress } = payment;
  const outcome = await deps.batch(storeInvoiceMany, {
    id,
    leaseToken: lease.token,
    invoice,
    descriptionHashMatches,
    dispatchDeadline: begun?.deadline,
  });
  await deps.reached("after-store-invoice");
  const stored = { ...payment, version: payment.version + 1 };
  switch (outcome.kind) {
    case "stored":
      return { payment: { ...stored, progress: { ...progress, kind: "ready", invoice } } };
    case "dispatched": {
      if (begun === undefined) throw new Error(`an attempt of payment ${id} was begun elsewhere`);
      const { at } = outcome;
      const { dueAt } = progress;
      return { payment: { ...stored, progress: firstDispatched(invoice, { ...begun, at, dueAt }) }, begun };
    }
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
