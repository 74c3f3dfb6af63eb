import { bytesToHex } from "@noble/hashes/utils.js";
import { AppError } from "#kernel/errors.ts";
import { newId, type PaymentId, type WalletId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { findForeign, type LightningNode } from "#lightning";
import { findPayment, type Origin, type Payment } from "#payments";
import { OperatorError } from "#platform/operator-error.ts";
import { findWallet } from "#wallets";
import { type BringBackDeps, bringBackPayment } from "./bring-back-payment.ts";
import type { BroughtBackAs, Departed } from "./model/departed.ts";
import { readOwed } from "./read-owed.ts";
import { findPaymentOfHash } from "./store/hash-use.ts";

/** What a payment of the node was, as an operator says. */
export type Assigned = {
  readonly kind: "payment" | "voucher" | "withdrawal" | "purchase" | "wallet";
  readonly id: string;
};

export const ASSIGNED_KINDS: readonly Assigned["kind"][] = ["payment", "voucher", "withdrawal", "purchase", "wallet"];

type Deps = BringBackDeps & { readonly journal: Pick<Journal, "append">; readonly node: LightningNode };

/** What is known of a payment of the node, before it is decided. */
export type NodePayment = {
  readonly paymentHash: Uint8Array;
  readonly amount: Msats;
  readonly fee: Msats;
  readonly foundAt: Date;
};

export type Assignment = {
  readonly outcome: "assigned" | "was_assigned";
  /** The payment that the node's is now; the ordinary look-up books it. */
  readonly paymentId: PaymentId;
  /** What the wallet lacked. */
  readonly lent: Msats;
};

type Assign = {
  readonly paymentHash: Uint8Array;
  readonly to: Assigned;
  readonly reason: string;
  readonly insteadOfLoss: boolean;
};

/**
 * Says what a payment was that the node made after the copy: it is brought back as the payment of that thing, so that
 * its hash is looked up and it is booked as any other. `insteadOfLoss`: it may be booked as a loss, which is taken back
 * in the same step. The evidence is compared first. Safe to repeat; of two at the
 * same time one writes it.
 *
 * @throws {AppError} `payment_not_found` when the node made no such payment without us.
 * @throws {OperatorError} when it cannot have been this: nothing was changed.
 */
export async function assignPayment(
  deps: Deps,
  { paymentHash, to, reason, insteadOfLoss }: Assign,
): Promise<Assignment> {
  const foreign = await findForeign(deps.db, paymentHash);
  const holder = await findHolder(deps, paymentHash); // later: another command explains and writes in one step
  if (holder !== undefined && isOf(holder, to)) return wasAssigned(holder);
  if (foreign !== undefined && holder !== undefined) throw notTakenBack(holder, to);
  const paid = await readNodePayment(deps, paymentHash, foreign, insteadOfLoss);
  const departed = { ...(await departedOf(deps, paid, to)), isInsteadOfLoss: insteadOfLoss };
  const { id, wallet, amount, feeLimit } = departed;
  const line = { what: "operator.book", id, kind: `reconcile_${to.kind}`, subject: to.id, wallet } as const;
  await deps.journal.append({ ...line, paymentHash, amount, feeLimit });
  const { outcome, lent } = await bringBackPayment(deps, departed);
  if (outcome === "brought_back" || outcome === "advanced") {
    deps.log.warn({ payment: id, to: to.kind, subject: to.id, reason }, "restore.payment_assigned");
    return { outcome: "assigned", paymentId: id, lent };
  }
  const faster = await findHolder(deps, paymentHash);
  if (faster !== undefined && isOf(faster, to)) return wasAssigned(faster);
  throw new OperatorError(
    REFUSALS[outcome],
    "Nothing was changed. `npm run leyden -- restore status` shows what waits.",
  );
}

/** What the node says of a payment that it made without us. @throws {OperatorError} unless it is settled. */
export async function readNodePayment(
  { node }: Pick<Deps, "node">,
  hash: Uint8Array,
  foreign: Awaited<ReturnType<typeof findForeign>>,
  isDecidedAgain: boolean,
): Promise<NodePayment> {
  if (foreign === undefined)
    throw new AppError("payment_not_found", "the node has no payment with this hash that is not ours");
  if ((foreign.isBooked || foreign.isSetAside) && !isDecidedAgain)
    throw new OperatorError(
      `it is decided already: ${foreign.reason}`,
      "Nothing was changed. If it was booked as your loss and was this, add --instead-of-loss.",
    );
  const status = await node.lookupOutgoing(hash);
  if (status.kind !== "settled")
    throw new OperatorError(
      `the node does not report ${bytesToHex(hash)} as settled, but as ${status.kind.replace("_", " ")}`,
      "Wait for its end. `--set-aside` provides for one that is in flight, so that it holds nobody.",
    );
  return { paymentHash: hash, amount: foreign.amount, fee: status.fee, foundAt: foreign.foundAt };
}

/** The payment of ours that has this hash. */
async function findHolder({ db }: Deps, hash: Uint8Array): Promise<Payment | undefined> {
  const paymentId = await findPaymentOfHash(db, hash);
  return paymentId === undefined ? undefined : await findPayment(db, paymentId);
}

function isOf({ id: paymentId, origin, payer }: Payment, { kind, id }: Assigned): boolean {
  if (kind === "payment") return paymentId === id;
  if (kind === "wallet") return origin.kind === "request" && payer.wallet?.id === id;
  return origin.kind === kind && origin.id === id;
}

const wasAssigned = ({ id }: Payment): Assignment => ({ outcome: "was_assigned", paymentId: id, lent: msats(0n) });

/**
 * What was said to be something else, or brought back as that, stays so: its payer and its recipient were told that it
 * is final, and what it was reversed for could be paid once more. docs/operate.md says it to operators.
 */
function notTakenBack({ id, origin, payer }: Payment, to: Assigned): OperatorError {
  const of = origin.kind === "request" ? `wallet ${payer.wallet?.id}` : `${origin.kind} ${origin.id}`;
  return new OperatorError(
    `this payment of the node is payment ${id} of ${of} already, and that is not taken back`,
    `Nothing was changed. If that was wrong: ${INSTEAD[to.kind](to.id)} Then pay back what it took from the wrong one, ` +
      'from a wallet of yours. "A wrong reconcile" in docs/operate.md says why.',
  );
}

/** How the right one is kept from being paid again. */
const INSTEAD: Readonly<Record<Assigned["kind"], (id: string) => string>> = {
  payment: (id) => `\`payment end ${id} --as failed\` ends the right one unsent; ask its owner for the money.`,
  voucher: (id) => `\`voucher revoke ${id}\` ends the right one, so that its link pays nothing more.`,
  withdrawal: (id) => `\`voucher revoke ${id}\` ends the right one, so that its link pays nothing more.`,
  purchase: (id) => `give the money of purchase ${id} back in the processor's dashboard, so that nothing is delivered.`,
  wallet: (id) => `wallet ${id} still has the money: ask its owner for it.`,
};

async function departedOf(deps: Deps, paid: NodePayment, to: Assigned): Promise<Departed> {
  const common = { paymentHash: paid.paymentHash, amount: paid.amount, attempts: 1, ...timesOf(paid) };
  const unknown = { internalId: undefined, idempotency: undefined };
  if (to.kind === "payment") return { ...common, ...unknown, ...(await ofPayment(deps, paid, to)) };
  const id = newId<PaymentId>(deps.random);
  if (to.kind === "wallet") {
    const wallet = await findWallet(deps.db, to.id as WalletId);
    if (wallet === undefined) throw new OperatorError(`no wallet has the id ${to.id}`, "Nothing was changed.");
    const origin: Origin = { kind: "request" };
    return { ...common, ...unknown, id, wallet: wallet.id, origin, feeLimit: paid.fee, isAssigned: true };
  }
  const owed = await readOwed(deps.db, to.kind, to.id);
  if (owed === undefined) throw new OperatorError(`no ${to.kind} has the id ${to.id}`, "Nothing was changed.");
  requireFits(paid, owed, to);
  const origin = { kind: to.kind, id: to.id } as Origin;
  const feeLimit = msats(owed.total - paid.amount);
  return { ...common, ...unknown, id, wallet: owed.wallet, origin, feeLimit };
}

async function ofPayment({ db }: Deps, paid: NodePayment, { id }: Assigned) {
  const payment = await findPayment(db, id as PaymentId);
  if (payment === undefined) throw new OperatorError(`no payment has the id ${id}`, "Nothing was changed.");
  if (payment.onHoldFor === undefined)
    throw new OperatorError(
      "this payment is not on hold: it goes on, or is over, by itself",
      "Nothing was changed. `npm run leyden -- payment show <id>` shows it.",
    );
  const { amount, feeLimit, createdAt, origin, payer } = payment;
  requireFits(
    paid,
    { least: amount, most: amount, total: msats(amount + feeLimit), createdAt },
    { kind: "payment", id },
  );
  return { id: payment.id, wallet: payer.wallet?.id, origin, feeLimit };
}

/** @throws {OperatorError} when amount, fee or time speak against it. */
function requireFits(
  { amount, fee, foundAt }: NodePayment,
  owed: { readonly least: Msats; readonly most: Msats; readonly total: Msats; readonly createdAt: Date },
  { kind, id }: Assigned,
): void {
  const why =
    amount < owed.least || amount > owed.most
      ? `the node paid ${amount} msats; for ${kind} ${id} it pays ${rangeOf(owed)}`
      : amount + fee > owed.total
        ? `with its fee of ${fee} msats it took ${amount + fee}; ${kind} ${id} allows ${owed.total}`
        : owed.createdAt > foundAt
          ? `${kind} ${id} was made after the node's payment was found`
          : undefined;
  if (why !== undefined) throw new OperatorError(why, "Nothing was changed.");
}

function rangeOf({ least, most }: { readonly least: Msats; readonly most: Msats }): string {
  return least === most ? `${most}` : `${least} to ${most}`;
}

/** The node's list has no times: it was paid before it was found. */
function timesOf({ foundAt }: NodePayment) {
  return { firstAt: foundAt, lastAt: foundAt };
}

const REFUSALS: Readonly<Record<Exclude<BroughtBackAs, "brought_back" | "advanced">, string>> = {
  known: "that payment has an invoice of its own, or is over: its own hash says what became of it",
  failed: "that payment has failed with this hash: what the node settled since is a loss, or another payment",
  differs: "that payment has another amount, payer or hash",
  in_use: "another payment has this hash",
  booked: "it is booked already, and not as a loss that can be taken back",
  no_wallet: "the wallet is not in this database",
  origin_unknown: "there is no such thing in this database",
  origin_ended: "it has ended already: it was redeemed, given back, or delivered",
  origin_claimed: "it is being paid out by another payment, which has to end first",
  origin_delivering: "it is being delivered by another payment, which has to end first",
  origin_not_paid:
    "the processor has not been asked yet whether the card has paid; after `restore release` the service asks it",
  origin_differs: "its amount or its wallet is another one",
};
