import type { PaymentId } from "#kernel/ids.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { bindInvoice, readInvoice, refusalOfInvoice } from "../model/invoice.ts";
import { type Origin, type Payer, PaymentRefused } from "../model/payment.ts";
import type { PayDeps } from "./deps.ts";
import { NODE_UNKNOWN } from "./find-terms.ts";
import { reservePayment } from "./reserve-payment.ts";

export type PayForOrigin = {
  /** Chosen by the caller, which has written it down with the thing that is paid out. */
  readonly id: PaymentId;
  /** The account that pays: of a wallet, or a system account such as `vouchers_outstanding`. */
  readonly payer: Payer;
  /**
   * The owner whose money it was; undefined: the operator, who sells. The payment takes a slot of this owner's share of
   * the node.
   */
  readonly fundedBy: string | undefined;
  readonly origin: Exclude<Origin, { readonly kind: "request" }>;
  /** BOLT 11: the one that the thing is bound to. */
  readonly invoice: string;
  /** Of the invoice; or what is paid where the invoice leaves it to the payer. */
  readonly amount: Msats;
  /**
   * The most that the route may cost. Amount and fee limit are reserved together; what the route does not take goes
   * back to the payer.
   */
  readonly feeLimit: Msats;
};

/**
 * Pays an invoice for a thing of another slice: a voucher, a withdrawal, a purchase. The same machine as for a request,
 * on another account.
 *
 * The caller writes the payment's id and the invoice down with its thing first, then calls this, and again after a
 * crash, as long as `findOutcomes` does not know the id: one id is one payment, however often and from however many
 * processes it is asked for. When this has returned, the payment exists and finishes by itself. What becomes of it is
 * asked for with `findOutcomes(db, ids)`; `waiters.wait(id, …)` ends when this process writes the outcome. The money is
 * where it belongs by then: gone with the payment, or back on the payer's account.
 *
 * An invoice of our own node is paid inside the ledger, and no fee is reserved for it.
 *
 * @throws {PaymentRefused} {InsufficientFunds} nothing was reserved and no payment has the id, unless an earlier call
 *   has made it: ask `findOutcomes` before the thing is given back. `invoice_in_use` and `invoice_already_paid` say
 *   that another payment has the invoice; `sending_paused`, `too_many_pending`, `over_service_day` and `unavailable`
 *   that a later call may succeed.
 */
export async function payForOrigin(deps: PayDeps, request: PayForOrigin): Promise<void> {
  const { id, payer, fundedBy, origin, amount, feeLimit } = request;
  const invoice = readInvoice(request.invoice);
  if (invoice.amount !== undefined && invoice.amount !== amount)
    throw new PaymentRefused("invoice_invalid", `the invoice is over ${invoice.amount} msats, not ${amount}`);
  const own = await deps.ownNode();
  if (own === undefined) throw new PaymentRefused("unavailable", NODE_UNKNOWN);
  const now = deps.clock.now();
  const refusal = refusalOfInvoice(invoice, own.network, now);
  if (refusal !== undefined) throw refusal;

  const bound = bindInvoice(invoice, own, now);
  const terms = {
    destination: { kind: "invoice", invoice: invoice.text },
    amount,
    feeLimit: bound.isOwn ? msats(0n) : feeLimit,
    recipient: undefined,
    invoice: bound,
    keysendPreimage: undefined,
    allowedAs: undefined, // no key asks
  } as const;
  await reservePayment(deps, { id, payer, fundedBy, origin }, terms);
}
