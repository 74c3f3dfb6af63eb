import { bytesToHex } from "@noble/hashes/utils.js";
import type { Wallet } from "#kernel/caller.ts";
import type { ChargeId, PaymentId } from "#kernel/ids.ts";
import { listPaymentsById, type PayDeps, type Payment, paymentHashOf } from "#payments";
import { type Charge, listChargesById } from "#receiving";
import type { StatementEntry } from "#statements";
import { type EmailPayment, listEmailPayments, listVouchersById, type Voucher } from "#vouchers";
import type { Bought, FindBought } from "./model/bought.ts";
import type { ItemKind, Sought } from "./model/history.ts";
import { type OwnPayment, presentEmailPayment, presentOwnPayment } from "./present-own-payment.ts";
import { type EmailSent, listEmailsSent } from "./store/email-payments.ts";
import { listNotes } from "./store/notes.ts";

type Deps = Pick<PayDeps, "db" | "clock" | "capabilities"> & { readonly bought: FindBought };

/** One line of the history, what a search compares, and the movement that it stands for. */
export type Line<Entry extends StatementEntry = StatementEntry> = {
  readonly entry: Entry;
  readonly item: ReturnType<typeof itemOf>;
  readonly sought: Sought;
};

/** What is known of the things that movements are about, by their ids. */
type Details = {
  readonly payments: ReadonlyMap<string, Payment>;
  readonly charges: ReadonlyMap<string, Charge>;
  readonly vouchers: ReadonlyMap<string, Voucher>;
  readonly emailPayments: ReadonlyMap<string, EmailPayment>;
  readonly emails: ReadonlyMap<string, EmailSent>;
  readonly notes: ReadonlyMap<string, string>;
  /** By the invoices of charges. */
  readonly bought: ReadonlyMap<string, Bought>;
};

/**
 * The lines for movements of a wallet, in their order. What belongs to a payment is in the payment's line: a route's
 * rest, what a failed one gave back, our fee. `all`: each movement has a line of its own, as a file has it.
 */
export async function linesOf<Entry extends StatementEntry>(
  deps: Deps,
  wallet: Wallet,
  entries: readonly Entry[],
  { all = false }: { readonly all?: boolean } = {},
): Promise<readonly Line<Entry>[]> {
  if (entries.length === 0) return [];
  const details = await detailsOf(deps, wallet, entries);
  return entries
    .filter((entry) => all || !isPartOfAnother(entry, details))
    .map((entry) => {
      const item = itemOf(deps, entry, details);
      return { entry, item, sought: soughtOf(entry, item, details) };
    });
}

function isPartOfAnother({ type, voucherId = "" }: StatementEntry, { emailPayments }: Details): boolean {
  return type === "refund" || type === "fee_refund" || (type === "fee" && emailPayments.has(voucherId));
}

async function detailsOf(
  { db, bought: findBought }: Deps,
  wallet: Wallet,
  entries: readonly StatementEntry[],
): Promise<Details> {
  const idsOf = (of: (entry: StatementEntry) => string | undefined) => [
    ...new Set(entries.flatMap((entry) => of(entry) ?? [])),
  ];
  const voucherIds = idsOf(({ voucherId }) => voucherId);
  const [payments, charges, vouchers, emailPayments, emails, notes] = await Promise.all([
    listPaymentsById(db, idsOf(({ paymentId }) => paymentId) as PaymentId[]),
    listChargesById(db, idsOf(({ chargeId }) => chargeId) as ChargeId[]),
    listVouchersById(db, voucherIds),
    listEmailPayments(db, wallet.id, voucherIds),
    listEmailsSent(db, wallet.id, voucherIds),
    listNotes(db, wallet.id, idsOf(aboutOf)),
  ]);
  const invoices = [...charges.values()].map(({ invoice }) => invoice);
  const { owner } = wallet;
  const bought = owner.kind === "user" && invoices.length > 0 ? await findBought(owner.id, invoices) : new Map();
  return { payments, charges, vouchers, emailPayments, emails, notes, bought };
}

/** What a note of this movement is written on. */
function aboutOf({ paymentId, chargeId, voucherId, transferId }: StatementEntry): string {
  return paymentId ?? chargeId ?? voucherId ?? transferId;
}

function itemOf(deps: Deps, entry: StatementEntry, details: Details) {
  const about = aboutOf(entry);
  const note = details.notes.get(about);
  const payment = paymentOf(deps, entry, { details, note });
  const charge = details.charges.get(entry.chargeId ?? "");
  const voucher = details.vouchers.get(entry.voucherId ?? "");
  const payer = charge?.origin.kind === "pay_link" ? charge.origin : undefined;
  const { name, identifier, email } = payer?.payerData ?? {};
  return {
    id: entry.transferId as string,
    about,
    kind: kindOf(entry, details),
    amount: String(payment === undefined ? entry.amount : -takenBy(payment)),
    at: entry.at.toISOString(),
    name: payment?.name || (name ?? identifier ?? email ?? null),
    description:
      payment?.description || (payer === undefined ? charge?.description : undefined) || voucher?.description || null,
    comment: payment?.comment ?? payer?.comment ?? null,
    note: note ?? null,
    payment: payment ?? null,
    chargeId: entry.chargeId ?? null,
    voucherId: entry.voucherId ?? null,
    purchase: details.bought.get(charge?.invoice ?? "") ?? null,
    restored: entry.isRestored,
  };
}

function kindOf({ type, amount, voucherId = "" }: StatementEntry, { emailPayments, vouchers }: Details): ItemKind {
  switch (type) {
    case "refund":
    case "fee_refund":
      return "payment";
    case "voucher":
      if (amount > 0n && vouchers.get(voucherId)?.isCreditedAtOnce === true) return "receipt";
      return emailPayments.has(voucherId) ? "email" : "voucher";
    case "fee":
      return "email";
    default:
      return type;
  }
}

type Shown = { readonly details: Details; readonly note: string | undefined };

/** The payment that the movement has begun, or belongs to. */
function paymentOf(deps: Deps, entry: StatementEntry, { details, note }: Shown): OwnPayment | undefined {
  const { type, paymentId, voucherId = "" } = entry;
  if (type !== "payment" && type !== "voucher" && !isPartOfAnother(entry, details)) return undefined;
  const payment = details.payments.get(paymentId ?? "");
  if (payment !== undefined) return presentOwnPayment(payment, note, deps);
  const emailPayment = details.emailPayments.get(voucherId);
  if (emailPayment === undefined) return undefined;
  return presentEmailPayment(emailPayment, { email: details.emails.get(voucherId)?.email, note }, deps);
}

/** All that a payment takes out of the wallet: its fee limit as well, as long as the fee is not known. */
function takenBy({ status, amount, fee, feeLimit }: OwnPayment): bigint {
  switch (status) {
    case "failed":
      return 0n;
    case "processing":
      return BigInt(amount) + BigInt(feeLimit);
    default:
      return BigInt(amount) + BigInt(fee);
  }
}

function soughtOf(
  { at, amount, transferId, paymentId, chargeId, voucherId }: StatementEntry,
  { kind, name, description, comment, note, payment, purchase }: ReturnType<typeof itemOf>,
  { payments, charges }: Details,
): Sought {
  const [charge, made] = [charges.get(chargeId ?? ""), payments.get(paymentId ?? "")];
  const hash = charge?.paymentHash ?? (made && paymentHashOf(made));
  const names = [
    transferId,
    paymentId,
    chargeId,
    voucherId,
    hash && bytesToHex(hash),
    payment?.invoice,
    charge?.invoice,
    purchase?.number.toLowerCase(),
  ];
  return {
    kind,
    amount,
    at,
    names: names.filter((text) => typeof text === "string"),
    texts: [name, payment?.recipient, description, comment, note].map((text) => text ?? undefined),
  };
}
