import type { TransferId } from "#kernel/ids.ts";
import { findPause } from "#ledger";
import { NodeUnavailable } from "#lightning";
import type { Invoice } from "#protocol/bolt11.ts";
import { type Charge, findChargeByHash } from "#receiving";
import type { Payment, PaymentFailureCode, ResolvingPayment } from "../model/payment.ts";
import { readTarget } from "../model/target.ts";
import { completeHereMany, storeInvoiceMany } from "../store/batched.ts";
import type { DriveDeps } from "./deps.ts";
import { failPayment } from "./finish-payment.ts";
import { fetchInvoice } from "./lnurl-client.ts";
import { PAUSED, park } from "./park-payment.ts";

type Failure = { code: PaymentFailureCode; detail: string };

const IN_USE: Failure = { code: "invoice_in_use", detail: "another payment of the same payment hash is under way" };
const ALREADY_PAID: Failure = { code: "invoice_already_paid", detail: "the invoice was paid before" };
const NOT_OURS: Failure = { code: "self_payment", detail: "the invoice is of our own node and no charge has it" };
const SAME_WALLET: Failure = { code: "self_payment", detail: "payer and recipient are the same wallet" };
const EXPIRED: Failure = { code: "invoice_expired", detail: "the charge has expired" };

/**
 * Asks the recipient's server for an invoice and binds it to the payment (LUD-06, LUD-12, LUD-16). What that server
 * answers is compared with what we asked. An invoice of our own is paid inside the ledger.
 *
 * Returns the payment with its invoice, or undefined when it has ended or somebody else drives it now.
 */
export async function resolvePayment(deps: DriveDeps, payment: ResolvingPayment): Promise<Payment | undefined> {
  const answer = await fetchInvoice(deps, {
    target: readTarget(payment.lnAddress),
    amount: payment.amount,
    comment: payment.comment || undefined,
  });
  await deps.reached("after-resolve");
  if (answer.kind === "failed") return await fail(deps, payment, answer);

  const { invoice } = answer;
  if (invoice.payee === deps.nodeId) return await payHere(deps, payment, invoice);
  return await bind(deps, payment, invoice, answer.descriptionHashMatches);
}

async function bind(
  deps: DriveDeps,
  payment: ResolvingPayment,
  invoice: Invoice,
  descriptionHashMatches: boolean,
): Promise<Payment | undefined> {
  const bound = { text: invoice.text, paymentHash: invoice.paymentHash, expiresAt: invoice.expiresAt };
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
      return await fail(deps, payment, IN_USE);
    case "already_paid":
      return await fail(deps, payment, ALREADY_PAID);
    case "lease_lost":
      return undefined;
  }
}

/**
 * The invoice says that our own node is the payee. It is ours only when its text is that of a charge: by the hash alone a
 * thief could sign an invoice of his own with the hash of a large charge.
 */
async function payHere(deps: DriveDeps, payment: Payment, invoice: Invoice): Promise<undefined> {
  const charge = await findChargeByHash(deps.db, invoice.paymentHash);
  if (charge === undefined || charge.invoice !== invoice.text) return await fail(deps, payment, NOT_OURS);
  const refusal = refusalHere(payment, charge);
  if (refusal !== undefined) return await fail(deps, payment, refusal);
  // Looked at once more where it counts, but by then the invoice would have been taken back for nothing.
  if ((await findPause(deps.db)) !== undefined) return await park(deps, payment, { state: "resolving", ...PAUSED });

  try {
    const cancelled = await deps.node.cancelInvoice(invoice.paymentHash);
    if (cancelled === "settled") return await fail(deps, payment, ALREADY_PAID);
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return await park(deps, payment, { state: "resolving", detail: "the node does not answer", pauseMs: 1_000 });
  }

  await deps.reached("before-settle");
  const outcome = await deps.batch(completeHereMany, {
    id: payment.id,
    leaseToken: payment.lease.token,
    charge: charge.id,
    invoice: invoice.text,
    paymentHash: invoice.paymentHash,
    transfer: deps.random.uuid() as TransferId,
  });
  await deps.reached("after-settle");
  switch (outcome) {
    case "completed":
      deps.endings.announce(payment.id, { outcome: "completed", via: "ledger" });
      deps.log.info({ payment: payment.id, charge: charge.id }, "payment.completed_here");
      return undefined;
    case "charge_paid":
      return await fail(deps, payment, ALREADY_PAID);
    case "charge_expired":
      return await fail(deps, payment, EXPIRED);
    case "charge_differs":
      return await fail(deps, payment, { code: "invoice_invalid", detail: "the invoice differs from the charge" });
    case "in_use":
      return await fail(deps, payment, IN_USE);
    case "paused":
      return await park(deps, payment, { state: "resolving", ...PAUSED });
    case "lease_lost":
      return undefined;
  }
}

function refusalHere(payment: Payment, charge: Charge): Failure | undefined {
  if (charge.account === payment.account) return SAME_WALLET;
  if (charge.state.kind === "completed") return ALREADY_PAID;
  return charge.state.kind === "expired" ? EXPIRED : undefined;
}

async function fail(deps: DriveDeps, payment: Payment, failure: Failure): Promise<undefined> {
  await failPayment(deps, payment, { attempt: 0, code: failure.code, detail: failure.detail });
}
