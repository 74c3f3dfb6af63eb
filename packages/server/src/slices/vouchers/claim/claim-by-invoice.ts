import type { ErrorCode } from "#kernel/error-codes.ts";
import { newId, type PaymentId } from "#kernel/ids.ts";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import { checkInvoice } from "#protocol/lnurl.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { ClaimRefused } from "../model/claim-refused.ts";
import { hashOfToken, k1OfToken } from "../model/secrets.ts";
import { type ClaimingVoucher, isClaiming, type Voucher } from "../model/voucher.ts";
import { type PayoutRules, payoutRange } from "../model/withdraw-offer.ts";
import { type Claimed, claimMany } from "../store/batched.ts";
import { findVoucherByToken } from "../store/vouchers.ts";
import { LOOK_AFTER_MS, type PayoutDeps, payClaim } from "./pay-claim.ts";

export type ClaimByInvoice = { readonly token: string; readonly k1: string; readonly invoice: string };

/**
 * Takes the invoice of a wallet for a voucher or a withdrawal request (LUD-03, step 5), and has it paid: when this has
 * returned, the payment exists and finishes by itself. The same invoice again is taken again.
 *
 * @throws {ClaimRefused} when nothing is paid for this invoice. One that was refused by the payment leaves the voucher
 * open.
 */
export async function claimByInvoice(deps: PayoutDeps, { token, k1, invoice: text }: ClaimByInvoice): Promise<void> {
  const tokenHash = hashOfToken(token);
  const voucher = tokenHash && (await findVoucherByToken(deps.db, tokenHash));
  if (!tokenHash || !voucher || k1 !== k1OfToken(token)) throw new ClaimRefused("unknown");
  const invoice = readInvoice(text);
  const now = deps.clock.now();

  const isBoundTo = isClaiming(voucher) && voucher.state.claim.invoice === invoice.text;
  if (voucher.state.kind === "open") await checkInvoiceFor(deps, voucher, invoice, now);
  else if (voucher.state.kind === "claiming" && !isBoundTo) throw new ClaimRefused("claiming");

  const claimed: Claimed = await deps.batch(claimMany, {
    tokenHash,
    paymentId: newId<PaymentId>(deps.random),
    invoice: invoice.text,
    paymentHash: invoice.paymentHash,
    amount: invoice.amount ?? voucher.amount,
    dueAt: new Date(now.getTime() + LOOK_AFTER_MS),
  });
  if (claimed === "same") return;
  if (claimed !== "claimed") throw new ClaimRefused(claimed);
  await deps.reached("after-claim");

  const claiming = await findVoucherByToken(deps.db, tokenHash);
  if (claiming === undefined || !isClaiming(claiming)) return; // another process has looked after it already
  await payOrRefuse(deps, claiming);
}

async function payOrRefuse(deps: PayoutDeps, voucher: ClaimingVoucher): Promise<void> {
  const refusal = await payClaim(deps, voucher);
  if (refusal === undefined) return;
  throw ABOUT_THE_INVOICE.has(refusal.code)
    ? new ClaimRefused("not_paid", refusal.message)
    : new ClaimRefused("not_paid");
}

/**
 * What a stranger may read of a refusal. All others are about the issuer: what the wallet holds, its limits, a pause.
 */
const ABOUT_THE_INVOICE: ReadonlySet<ErrorCode> = new Set([
  "invoice_expired",
  "invoice_in_use",
  "invoice_already_paid",
  "invoice_invalid",
]);

function readInvoice(text: string): Invoice {
  try {
    return decodeInvoice(text);
  } catch (error) {
    if (error instanceof ProtocolError) throw new ClaimRefused("invoice", error.message);
    throw error;
  }
}

/** @throws {ClaimRefused} when the invoice is not one that this can be paid out to. */
async function checkInvoiceFor(
  deps: PayoutDeps & PayoutRules,
  { amount: value }: Voucher,
  invoice: Invoice,
  now: Date,
): Promise<void> {
  const range = payoutRange(value, deps);
  if (range === undefined) throw new ClaimRefused("too_small");
  const { amount } = invoice;
  if (amount === undefined || amount < range.min || amount > range.max)
    throw new ClaimRefused("invoice", `the invoice must ask for ${range.min} to ${range.max} msats`);
  const own = await deps.ownNode();
  if (own === undefined) throw new ClaimRefused("not_paid", "the Lightning node has not answered yet");
  const check = checkInvoice(invoice, { amount, network: own.network, now });
  if (check.kind === "refused") throw new ClaimRefused("invoice", check.detail);
}
