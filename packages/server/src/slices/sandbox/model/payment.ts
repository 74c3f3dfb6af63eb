import type { Brand } from "#kernel/brand.ts";
import { type Minor, minor, minorShare } from "#kernel/fiat.ts";
import type { Card, ProcessorPayment, PurchaseId } from "#ramp";
import type { Behaviour, DeclineReason } from "./card.ts";

/** Names a payment of the sandbox. It cannot be guessed: who has it may pay. */
export type PaymentReference = Brand<string, "SandboxPaymentReference">;

/** What happens to a payment by itself, and when. */
export type Due = { readonly kind: "authorize" | "dispute" | "fail_refund"; readonly at: Date };

/** A payment with made-up money. */
export type SandboxPayment = {
  readonly reference: PaymentReference;
  readonly purchaseId: PurchaseId;
  readonly amount: Minor;
  /** ISO 4217. */
  readonly currency: string;
  /** Of who pays. */
  readonly email: string;
  readonly description: string;
  readonly state: ProcessorPayment["state"];
  readonly declined: DeclineReason | undefined;
  readonly declines: number;
  readonly refund: ProcessorPayment["refund"];
  readonly dispute: ProcessorPayment["dispute"];
  readonly fee: Minor | undefined;
  /** The one that was taken. */
  readonly card: (Card & { readonly behaviour: Behaviour }) | undefined;
  readonly due: Due | undefined;
  readonly version: number;
  readonly createdAt: Date;
};

export type PaymentCommand =
  | { readonly kind: "take_card"; readonly card: Card & { readonly behaviour: Behaviour } }
  | { readonly kind: "decline"; readonly reason: DeclineReason }
  /** What its customer tells the bank (3-D Secure). */
  | { readonly kind: "approve" | "fail" }
  | { readonly kind: "capture" | "cancel" | "refund" }
  /** Of the operator, who plays the bank. */
  | { readonly kind: "dispute" | "win_dispute" | "lose_dispute" | "succeed_refund" }
  /** What is due by itself. */
  | { readonly kind: "advance" };

export type PaymentChange = {
  readonly payment: SandboxPayment;
  /** Past participle, for the message. */
  readonly what: string;
};

const LATE_MS = 5_000;
const DISPUTE_MS = 5_000;
const FAIL_REFUND_MS = 2_000;
const FEE_BASIS_POINTS = 150n;
const FEE_FIXED = 25n;

/** What a processor keeps of an amount: 1.5 % and 25 minor units, never more than the amount. Made up. */
export function feeOf(amount: Minor): Minor {
  const fee = minorShare(amount, FEE_BASIS_POINTS) + FEE_FIXED;
  return minor(fee < amount ? fee : amount);
}

/** The payment after a command; undefined when the command has nothing to do in this state. */
export function changeOf(payment: SandboxPayment, command: PaymentCommand, now: Date): PaymentChange | undefined {
  const { state, refund, dispute, card } = payment;
  const to = (what: string, changes: Partial<SandboxPayment>) => ({ what, payment: { ...payment, ...changes } });
  const isUndisputed = state === "captured" && refund === "none" && dispute === "none";
  switch (command.kind) {
    case "take_card":
      return takesCard(payment) ? taken(payment, command.card, now) : undefined;
    case "decline":
      return takesCard(payment) ? to("declined", declinedBy(payment, command.reason)) : undefined;
    case "approve":
      return state === "requires_action" ? to("authorized", { state: "authorized" }) : undefined;
    case "fail":
      return state === "requires_action" ? to("declined", declinedBy(payment, "authentication_failed")) : undefined;
    case "capture":
      return state === "authorized" ? to("captured", captured(payment, now)) : undefined;
    case "cancel":
      return state === "captured" || state === "canceled"
        ? undefined
        : to("canceled", { state: "canceled", due: undefined, card: state === "authorized" ? card : undefined });
    case "refund":
      return state === "captured" && refund === "none" && (dispute === "none" || dispute === "won")
        ? to("refunded", refunded(payment, now))
        : undefined;
    case "dispute":
      return isUndisputed ? to("disputed", { dispute: "open", due: undefined }) : undefined;
    case "win_dispute":
      return dispute === "open" ? to("dispute_won", { dispute: "won" }) : undefined;
    case "lose_dispute":
      return dispute === "open" ? to("dispute_lost", { dispute: "lost" }) : undefined;
    case "succeed_refund":
      return refund === "pending" || refund === "failed"
        ? to("refunded", { refund: "succeeded", due: undefined })
        : undefined;
    case "advance":
      return payment.due !== undefined && payment.due.at <= now ? advanced(payment, payment.due.kind) : undefined;
  }
}

/** No card is on its way. A customer who has closed the bank's page may take another card. */
export function takesCard({ state, due }: SandboxPayment): boolean {
  return (state === "waiting" || state === "requires_action") && due === undefined;
}

function taken(
  payment: SandboxPayment,
  card: Card & { readonly behaviour: Behaviour },
  now: Date,
): PaymentChange | undefined {
  const accepted = { ...payment, declined: undefined, card };
  if (card.behaviour === "asks")
    return payment.state === "requires_action"
      ? undefined
      : { what: "asked", payment: { ...accepted, state: "requires_action" } };
  if (card.behaviour === "late")
    return {
      what: "delayed",
      payment: { ...accepted, state: "waiting", due: { kind: "authorize", at: after(now, LATE_MS) } },
    };
  return { what: "authorized", payment: { ...accepted, state: "authorized" } };
}

function declinedBy({ declines }: SandboxPayment, declined: DeclineReason): Partial<SandboxPayment> {
  return { state: "waiting", declined, declines: declines + 1, card: undefined };
}

function captured({ amount, card }: SandboxPayment, now: Date): Partial<SandboxPayment> {
  const isDisputed = card?.behaviour === "disputed";
  const due: Due | undefined = isDisputed ? { kind: "dispute", at: after(now, DISPUTE_MS) } : undefined;
  return { state: "captured", fee: feeOf(amount), due };
}

function refunded({ card }: SandboxPayment, now: Date): Partial<SandboxPayment> {
  if (card?.behaviour !== "refund_fails") return { refund: "succeeded", due: undefined };
  return { refund: "pending", due: { kind: "fail_refund", at: after(now, FAIL_REFUND_MS) } };
}

function advanced(payment: SandboxPayment, kind: Due["kind"]): PaymentChange {
  const rest = { ...payment, due: undefined };
  switch (kind) {
    case "authorize":
      return { what: "authorized", payment: { ...rest, state: "authorized" } };
    case "dispute":
      return { what: "disputed", payment: { ...rest, dispute: "open" } };
    case "fail_refund":
      return { what: "refund_failed", payment: { ...rest, refund: "failed" } };
  }
}

function after(now: Date, ms: number): Date {
  return new Date(now.getTime() + ms);
}

/** As the ramp sees it. */
export function presentPayment(payment: SandboxPayment): ProcessorPayment {
  const { reference, purchaseId, amount, currency, state, declines, refund, dispute, fee, card } = payment;
  const isCardKnown = card !== undefined && state !== "waiting" && state !== "requires_action";
  return {
    reference,
    purchaseId,
    amount,
    currency,
    state,
    declines,
    refund,
    dispute,
    fee,
    declined: state === "waiting" ? payment.declined : undefined,
    card: isCardKnown ? { fingerprint: card.fingerprint, brand: card.brand, last4: card.last4 } : undefined,
  };
}

/** Where the customer's bank asks. */
export function challengePath(reference: PaymentReference): string {
  return `/ramp/sandbox/payments/${reference}/challenge`;
}
