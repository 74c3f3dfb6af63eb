import type { Caller } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import { type Msats, minOf, msats } from "#kernel/money.ts";
import { findBalance, findIsSending, findLimits, findRemaining } from "#ledger";
import { availableOf } from "#login";
import {
  findPaymentByHash,
  listPendingOfWallet,
  type PayDeps,
  type Payment,
  type Quote,
  quoteAll,
  quoteAmount,
} from "#payments";
import type { Db } from "#platform/database/db.ts";
import { findChargeByHash } from "#receiving";
import { emailPaymentFee } from "#vouchers";
import { type FindRecipientDeps, type Found, findRecipient } from "./find-recipient.ts";
import { findLastPaid } from "./list-people.ts";
import { needsRepeating } from "./model/amounts.ts";
import { destinationIn, recipientIn } from "./model/recipient.ts";
import { personKey } from "./person-key.ts";
import { presentOwnPayment } from "./present-own-payment.ts";

export type PreviewDeps = FindRecipientDeps & { readonly paying: PayDeps };

export type PreviewRecipient = {
  readonly caller: Caller;
  /** As a person types or pastes it. */
  readonly recipient: string;
  readonly amount: Msats | undefined;
  /** Asked before a server of others is. @throws {AppError} `rate_limited` */
  readonly admitAsking: () => void;
};

type Reason = { readonly code: string; readonly message: string };
/** What a person may give now. `left`: of the spending limits, which count no fees; undefined: there is none. */
type Standing = { readonly available: Msats; readonly balance: Msats; readonly left: Msats | undefined };

/**
 * Who would be paid, what it would cost, and what is under way to the same recipient. Nothing is moved, and no invoice
 * is made.
 *
 * @throws {AppError} when the text means nobody who can be paid.
 */
export async function previewRecipient(deps: PreviewDeps, asked: PreviewRecipient) {
  const { caller, amount } = asked;
  const { db } = deps.paying;
  const read = recipientIn(asked.recipient, deps.paying.baseUrl);
  const [found, standing, limits, isSending, pending] = await Promise.all([
    findRecipient(deps, read, asked.admitAsking),
    standingOf(deps.paying, caller),
    findLimits(db, caller.wallet.account),
    findIsSending(db),
    listPendingOfWallet(db, caller.wallet.id),
  ]);
  const wanted = found.fixed ?? amount;
  const cost = wanted === undefined ? undefined : await costOf(deps, { caller, found, amount: wanted });
  const most = await findMost(deps, { caller, found, available: standing.available });
  const refusal = isSending ? refusalOf({ found, cost: cost ?? selfIn(most), amount: wanted, standing }) : PAUSED;
  const { lastPaidAt, ended } = await pastOf(deps.paying, caller, found);
  return {
    kind: found.kind,
    recipient: found.recipient,
    name: found.name,
    description: found.description ?? null,
    isHere: found.isHere || (cost !== undefined && !(cost instanceof AppError) && cost.isInternal),
    amount: { fixed: textOf(found.fixed), least: String(found.least), most: textOf(found.most) },
    commentCharactersMax: found.commentCharactersMax,
    cost: cost === undefined || cost instanceof AppError ? null : presentCost(cost),
    available: String(standing.available),
    mostNow: most instanceof AppError ? null : textOf(most),
    repeatAmount: wanted !== undefined && needsRepeating(wanted, limits),
    lastPaidAt: lastPaidAt?.toISOString() ?? null,
    pending: pending.filter(({ destination }) => personKey(destination) === found.key).map(presentPending(deps.paying)),
    refusal: ended ?? refusal ?? null,
    doubt: found.doubt === undefined ? null : reasonOf(found.doubt),
  };
}

type Past = { readonly lastPaidAt: Date | undefined; readonly ended: Reason | undefined };

/** When the wallet has paid the recipient last; and why it cannot pay an invoice, as far as it may know. */
async function pastOf(deps: PayDeps, { wallet }: Caller, { key, recipient, invoice }: Found): Promise<Past> {
  if (invoice === undefined) return { lastPaidAt: await findLastPaid(deps.db, wallet, key), ended: undefined };
  const [before, charge] = await Promise.all([
    findPaymentByHash(deps.db, wallet.id, invoice.paymentHash),
    findChargeByHash(deps.db, invoice.paymentHash),
  ]);
  if (before?.progress.kind === "completed")
    return { lastPaidAt: before.progress.at, ended: { code: "invoice_already_paid", message: "you have paid this" } };
  const isOwn = charge?.walletId === wallet.id && charge.invoice === recipient;
  return { lastPaidAt: undefined, ended: endOf(invoice, deps.clock.now(), { isOwn, before }) };
}

function endOf(
  { expiresAt }: { readonly expiresAt: Date },
  now: Date,
  { isOwn, before }: { readonly isOwn: boolean; readonly before: Payment | undefined },
): Reason | undefined {
  if (isOwn) return { code: "self_payment", message: "the invoice is one of this wallet" };
  if (before !== undefined && before.progress.kind !== "failed")
    return { code: "invoice_in_use", message: "you are paying this" };
  return expiresAt <= now ? { code: "invoice_expired", message: "the invoice has expired" } : undefined;
}

function reasonOf({ code, message }: AppError): Reason {
  return { code, message };
}

async function standingOf(
  { db, clock }: { readonly db: Db; readonly clock: PayDeps["clock"] },
  { wallet }: Caller,
): Promise<Standing> {
  const [balance, remaining] = await Promise.all([
    findBalance(db, wallet.account),
    findRemaining(db, wallet.account, clock.now()),
  ]);
  const { daily, weekly, monthly } = remaining;
  const limits = [daily, weekly, monthly].filter((left) => left !== undefined);
  const left = limits.length === 0 ? undefined : limits.reduce(minOf);
  return { balance, available: availableOf({ balance, remaining }), left };
}

type OfRecipient = { readonly caller: Caller; readonly found: Found };

/** What it takes at most, or why it cannot be paid. */
async function costOf(
  deps: PreviewDeps,
  { caller, found, amount }: OfRecipient & { readonly amount: Msats },
): Promise<Quote | AppError> {
  if (found.kind === "email") return { amount, feeLimit: emailPaymentFee(amount), isInternal: false };
  try {
    const destination = destinationIn({ kind: found.kind, text: found.recipient });
    return await quoteAmount(deps.paying, { caller, destination, amount });
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

/** What refuses every amount. */
function selfIn(most: Msats | AppError | undefined): AppError | undefined {
  return most instanceof AppError && most.code === "self_payment" ? most : undefined;
}

/** The most that can be sent now, its fee included in what is available; undefined: nothing. */
async function findMost(
  deps: PreviewDeps,
  { caller, found, available }: OfRecipient & { readonly available: Msats },
): Promise<Msats | AppError | undefined> {
  const most = await findWhole(deps, { caller, found, available });
  if (most instanceof AppError) return most;
  const bounded = most === undefined || found.most === undefined ? most : minOf(most, found.most);
  return bounded === undefined || bounded < found.least ? undefined : bounded;
}

async function findWhole(
  deps: PreviewDeps,
  { caller, found, available }: OfRecipient & { readonly available: Msats },
): Promise<Msats | AppError | undefined> {
  if (found.kind === "email") {
    const rest = available - emailPaymentFee(available);
    return rest < 1_000n ? undefined : msats(rest - (rest % 1_000n));
  }
  try {
    const destination = destinationIn({ kind: found.kind, text: found.recipient });
    return (await quoteAll(deps.paying, { caller, destination, available })).amount;
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
}

const PAUSED: Reason = { code: "sending_paused", message: "sending is paused" };

type Asked = {
  readonly found: Found;
  readonly cost: Quote | AppError | undefined;
  readonly amount: Msats | undefined;
  readonly standing: Standing;
};

/** Why it would be refused as things stand. A payment decides it again. */
function refusalOf({ found, cost, amount, standing }: Asked): Reason | undefined {
  if (cost instanceof AppError) return reasonOf(cost);
  if (amount !== undefined && (amount < found.least || (found.most !== undefined && amount > found.most)))
    return {
      code: "amount_out_of_range",
      message: `the recipient takes ${found.least} to ${found.most ?? "any"} msats`,
    };
  if (cost === undefined) return undefined;
  if (cost.amount + cost.feeLimit > standing.balance)
    return { code: "insufficient_funds", message: "amount and fee are more than the balance" };
  if (standing.left !== undefined && cost.amount > standing.left)
    return { code: "limit_exceeded", message: "the amount is more than the limits of the wallet leave now" };
  return undefined;
}

function presentCost({ amount, feeLimit }: Quote) {
  return { amount: String(amount), feeLimit: String(feeLimit), total: String(amount + feeLimit) };
}

function presentPending(deps: PayDeps) {
  return (payment: Payment) => {
    const { id, amount, createdAt, statusDetail } = presentOwnPayment(payment, undefined, deps);
    return { id, amount, createdAt, statusDetail };
  };
}

function textOf(amount: Msats | undefined): string | null {
  return amount === undefined ? null : String(amount);
}
