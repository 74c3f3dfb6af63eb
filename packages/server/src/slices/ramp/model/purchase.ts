import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";
import type { Currency, Minor } from "#kernel/fiat.ts";
import type { PaymentId, ProjectId, TransferId, UserId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import type { SessionId } from "./session.ts";

export type PurchaseId = Brand<string, "PurchaseId">;

/** In the order of a purchase that goes well, then what may come instead. The transitions between them are a constraint of its table. */
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
] as const;
export type PurchaseState = (typeof PURCHASE_STATES)[number];

/** Bitcoin that a person buys in a session. */
export type Purchase = {
  readonly id: PurchaseId;
  readonly sessionId: SessionId;
  readonly projectId: ProjectId;
  readonly userId: UserId;
  readonly state: PurchaseState;
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
  /** Of the processor; undefined until the payment is begun there. */
  readonly reference: string | undefined;
  readonly card: { readonly brand: string; readonly last4: string } | undefined;
  readonly declines: number;
  /** Its session takes no other purchase. */
  readonly fillsSession: boolean;
  /** Written down before the payment is begun. */
  readonly delivery: Delivery | undefined;
  readonly soldTransferId: TransferId | undefined;
  readonly failureCode: PurchaseFailureCode | undefined;
  readonly detail: string | undefined;
  readonly heldUntil: Date | undefined;
  /** Looks since it is in this state. */
  readonly tries: number;
  /** When it is looked at next; while it is looked at, when others may. */
  readonly dueAt: Date | undefined;
  readonly createdAt: Date;
  readonly begunAt: Date | undefined;
  readonly changedAt: Date;
  readonly endedAt: Date | undefined;
};

/** The payment that delivers, as it was decided: of an invoice (BOLT 11) of the recipient, or to an address of the chain. */
export type Delivery =
  | { readonly kind: "invoice"; readonly invoice: string; readonly paymentId: PaymentId }
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
export type PurchaseFailureCode =
  | "declined"
  | "amount_differs"
  | "ramp_unavailable"
  | "limit_exceeded"
  | "destination_failed"
  | "delivery_failed"
  | "not_delivered_in_time"
  | "processor_gave_up";

/** A purchase without a next state of its own accord. */
export function isOver(state: PurchaseState): boolean {
  return ["failed", "canceled", "expired", "refunded", "won", "lost"].includes(state);
}

export class PurchaseNotFound extends AppError {
  constructor() {
    super("purchase_not_found", "the session has no such purchase");
  }
}

/** What the purchase is asked for does not fit its state, or somebody else has just changed it. */
export class PurchaseChanged extends AppError {
  constructor(message = "the purchase has changed; read it again") {
    super("purchase_changed", message);
  }
}
