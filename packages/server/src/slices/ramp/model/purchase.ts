import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";
import type { Currency, Minor } from "#kernel/fiat.ts";
import type { PaymentId, ProjectId, UserId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { SessionId } from "./session.ts";

export type PurchaseId = Brand<string, "PurchaseId">;

/** Bitcoin that a person buys in a session. */
export type Purchase = {
  readonly id: PurchaseId;
  readonly sessionId: SessionId;
  readonly projectId: ProjectId;
  readonly userId: UserId;
  /** Grows with every write of the state; writes name the version they have seen. */
  readonly version: number;
  readonly quote: Quote;
  /** Counted on limits: the same in EUR cents. */
  readonly limitMinor: Minor;
  /** The most that the route may cost the operator. */
  readonly feeLimit: Msats;
  /** A Lightning address, or an address of the chain. */
  readonly destination: string;
  readonly processor: string;
  /** Undefined until the processor has named one. */
  readonly card: { readonly brand: string; readonly last4: string } | undefined;
  readonly declines: number;
  /** The page says that a card was given, and none was declined since. Nothing but the page goes by it. */
  readonly cardGivenAt: Date | undefined;
  /** Its session takes no other purchase. */
  readonly fillsSession: boolean;
  /** Looks since it is in this state. */
  readonly tries: number;
  /** When it is looked at next; while it is looked at, when others may. Undefined: not again. */
  readonly dueAt: Date | undefined;
  /** It was open in a copy of the database that was restored: it may have been delivered or refunded since. */
  readonly waitsForRestore: boolean;
  readonly createdAt: Date;
  readonly changedAt: Date;
  readonly progress: Progress;
};

/**
 * In the order of a purchase that goes well, then what may come instead. The transitions between the kinds are a
 * constraint of its table.
 */
export type Progress = Quoted | Paying | Authorized | Owed | Delivering | Delivered | GivenBack | Failed | NotPaid;

/** A price that a person may take. */
type Quoted = { readonly kind: "quoted" };

/**
 * The person has decided to pay, and the bank has promised nothing yet. `reference`: of the processor, once the
 * payment is begun there.
 */
export type Paying =
  | { readonly kind: "requires_payment"; readonly begunAt: Date; readonly reference: string | undefined }
  /** The bank asks its customer (3-D Secure). */
  | { readonly kind: "requires_action"; readonly begunAt: Date; readonly reference: string };

/** The bank has promised the money. */
export type Authorized = {
  readonly kind: "authorized";
  readonly reference: string;
  /** Written down before the capture, and before the payment is begun. */
  readonly delivery: Delivery | undefined;
};

/** The card has paid, and no payment was begun yet. */
export type Owed = {
  readonly kind: "captured" | "on_hold";
  readonly reference: string;
  readonly delivery: Delivery | undefined;
  /** Not delivered before. */
  readonly onHoldUntil: Date | undefined;
  readonly detail: string | undefined;
};

type Delivering = { readonly kind: "delivering"; readonly reference: string; readonly delivery: Delivery };

/** `endedAt`: when it was delivered, also of a purchase that was disputed after that. */
export type Delivered = {
  readonly kind: "completed" | "disputed" | "won" | "lost";
  readonly reference: string;
  readonly delivery: Delivery;
  readonly endedAt: Date;
};

/** What the card has paid goes back to it. `delivery`: the payment that has failed, where there was one. */
export type GivenBack = {
  readonly reference: string;
  readonly delivery: Delivery | undefined;
  readonly failureCode: PurchaseFailureCode;
  readonly detail: string | undefined;
} & (
  | { readonly kind: "refund_pending" | "refund_failed" }
  /** `byHand`: the operator gave it back, because the processor could not. */
  | { readonly kind: "refunded"; readonly byHand: boolean; readonly endedAt: Date }
);

type Failed = {
  readonly kind: "failed";
  readonly reference: string;
  readonly failureCode: PurchaseFailureCode;
  readonly detail: string | undefined;
  readonly endedAt: Date;
};

/** Given up by the person, or not paid in time. `reference`: where the payment was begun at the processor. */
type NotPaid = {
  readonly kind: "canceled" | "expired";
  readonly reference: string | undefined;
  readonly endedAt: Date;
};

export type PurchaseState = Progress["kind"];

export const PURCHASE_STATES = [
  "quoted",
  "requires_payment",
  "requires_action",
  "authorized",
  "captured",
  "delivering",
  "completed",
  "on_hold",
  "failed",
  "canceled",
  "expired",
  "refund_pending",
  "refunded",
  "refund_failed",
  "disputed",
  "won",
  "lost",
] as const satisfies readonly PurchaseState[];

/**
 * The payment that delivers, as it was decided: of an invoice (BOLT 11) of the recipient, or to an address of the
 * chain.
 */
export type Delivery =
  /** `invoice` undefined: its payment was brought back after a restore. */
  | { readonly kind: "invoice"; readonly invoice: string | undefined; readonly paymentId: PaymentId }
  | { readonly kind: "onchain"; readonly paymentId: PaymentId };

/** What a person is offered. It holds until `until`. */
export type Quote = {
  readonly currency: Currency;
  /** What the card pays, our fee included. */
  readonly source: Minor;
  readonly fee: Minor;
  /** Of one bitcoin. */
  readonly price: Minor;
  readonly priceSource: "market" | "fixed";
  /** What is delivered. */
  readonly amount: Msats;
  /** Of miners, taken off what is delivered; undefined over Lightning. */
  readonly networkFee: Msats | undefined;
  readonly until: Date;
};

/** Why a purchase failed, for the page and for events. */
export const PURCHASE_FAILURE_CODES = [
  "declined",
  "amount_differs",
  "ramp_unavailable",
  "limit_exceeded",
  "destination_failed",
  "delivery_failed",
  "not_delivered_in_time",
  "processor_gave_up",
] as const;
export type PurchaseFailureCode = (typeof PURCHASE_FAILURE_CODES)[number];

/** For so long a bank that was given a card may still answer. Ours. */
const CARD_ANSWER_MS = 60_000;

/** Whether a card is with its bank, as far as the page knows. */
export function isCardGiven({ progress, cardGivenAt }: Purchase, now: Date): boolean {
  const isAsked = progress.kind === "requires_payment" && cardGivenAt !== undefined;
  return isAsked && now.getTime() - cardGivenAt.getTime() < CARD_ANSWER_MS;
}

/** The name of the payment at the processor; undefined while none is begun there. */
export function referenceOf({ progress }: Pick<Purchase, "progress">): string | undefined {
  return progress.kind === "quoted" ? undefined : progress.reference;
}

/** The payment that delivers, as soon as it is decided. */
export function deliveryOf({ progress }: Pick<Purchase, "progress">): Delivery | undefined {
  return "delivery" in progress ? progress.delivery : undefined;
}

/** Why a purchase failed; undefined for one that has not. */
export function failureCodeOf({ progress }: Pick<Purchase, "progress">): PurchaseFailureCode | undefined {
  return "failureCode" in progress ? progress.failureCode : undefined;
}

/** A purchase without a next state of its own accord. */
export function isOver(state: PurchaseState): boolean {
  return ["failed", "canceled", "expired", "refunded", "won", "lost"].includes(state);
}

export class PurchaseNotFound extends AppError {
  constructor(
    message:
      | "the session has no such purchase"
      | "the project has no such purchase" = "the session has no such purchase",
  ) {
    super("purchase_not_found", message);
  }
}

/** What the purchase is asked for does not fit its state, or somebody else has just changed it. */
export class PurchaseChanged extends AppError {
  constructor(message = "the purchase has changed; read it again") {
    super("purchase_changed", message);
  }
}
