import type { Currency, Minor } from "#kernel/fiat.ts";
import type { PaymentId, ProjectId, UserId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { isOnchain } from "../model/destination.ts";
import type {
  Delivery,
  Progress,
  Purchase,
  PurchaseFailureCode,
  PurchaseId,
  PurchaseState,
  Quote,
} from "../model/purchase.ts";
import type { SessionId } from "../model/session.ts";

/** A purchase as the table has it: what its state promises is there. */
export type PurchaseRow = {
  readonly id: PurchaseId;
  readonly session_id: SessionId;
  readonly project_id: ProjectId;
  readonly user_id: UserId;
  readonly state: PurchaseState;
  readonly version: number;
  readonly currency: Currency;
  readonly source_minor: Minor;
  readonly fee_minor: Minor;
  readonly price_minor: Minor;
  readonly price_source: Quote["priceSource"];
  readonly limit_minor: Minor;
  readonly amount_msats: Msats;
  readonly fee_limit_msats: Msats;
  readonly chain_fee_msats: Msats | null;
  readonly destination: string;
  readonly processor: string;
  readonly reference: string | null;
  readonly card_brand: string | null;
  readonly card_last4: string | null;
  readonly declines: number;
  readonly declined_at: Date | null;
  readonly card_given_at: Date | null;
  readonly fills_session: boolean;
  readonly invoice: string | null;
  readonly payment_id: PaymentId | null;
  readonly failure_code: PurchaseFailureCode | null;
  readonly detail: string | null;
  readonly refunded_by_hand: boolean;
  readonly on_hold_until: Date | null;
  readonly tries: number;
  readonly due_at: Date | null;
  readonly created_at: Date;
  readonly quote_until: Date;
  readonly begun_at: Date | null;
  readonly changed_at: Date;
  readonly ended_at: Date | null;
  readonly restore_id: string | null;
};

export function toPurchase(row: PurchaseRow): Purchase {
  return {
    id: row.id,
    sessionId: row.session_id,
    projectId: row.project_id,
    userId: row.user_id,
    version: row.version,
    quote: {
      currency: row.currency,
      source: row.source_minor,
      fee: row.fee_minor,
      price: row.price_minor,
      priceSource: row.price_source,
      amount: row.amount_msats,
      networkFee: row.chain_fee_msats ?? undefined,
      until: row.quote_until,
    },
    limitMinor: row.limit_minor,
    feeLimit: row.fee_limit_msats,
    destination: row.destination,
    processor: row.processor,
    card: row.card_last4 === null ? undefined : { brand: row.card_brand ?? "", last4: row.card_last4 },
    declines: row.declines,
    cardGivenAt: cardGivenAt(row),
    fillsSession: row.fills_session,
    tries: row.tries,
    dueAt: row.due_at ?? undefined,
    waitsForRestore: row.restore_id !== null,
    createdAt: row.created_at,
    changedAt: row.changed_at,
    progress: toProgress(row),
  };
}

function cardGivenAt({ card_given_at, declined_at }: PurchaseRow): Date | undefined {
  const isDeclined = card_given_at !== null && declined_at !== null && declined_at >= card_given_at;
  return isDeclined ? undefined : (card_given_at ?? undefined);
}

function toProgress(row: PurchaseRow): Progress {
  const { state } = row;
  switch (state) {
    case "quoted":
      return { kind: state };
    case "requires_payment":
      return { kind: state, begunAt: present(row, "begun_at"), reference: row.reference ?? undefined };
    case "requires_action":
      return { kind: state, begunAt: present(row, "begun_at"), reference: present(row, "reference") };
    case "authorized":
      return { kind: state, reference: present(row, "reference"), delivery: toDelivery(row) };
    case "captured":
    case "on_hold":
      return {
        kind: state,
        reference: present(row, "reference"),
        delivery: toDelivery(row),
        onHoldUntil: row.on_hold_until ?? undefined,
        detail: row.detail ?? undefined,
      };
    case "delivering":
      return { kind: state, reference: present(row, "reference"), delivery: delivery(row) };
    case "completed":
    case "disputed":
    case "won":
    case "lost":
      return {
        kind: state,
        reference: present(row, "reference"),
        delivery: delivery(row),
        endedAt: present(row, "ended_at"),
      };
    case "refund_pending":
    case "refund_failed":
      return { kind: state, ...givenBack(row) };
    case "refunded":
      return { kind: state, ...givenBack(row), byHand: row.refunded_by_hand, endedAt: present(row, "ended_at") };
    case "failed":
      return {
        kind: state,
        reference: present(row, "reference"),
        failureCode: present(row, "failure_code"),
        detail: row.detail ?? undefined,
        endedAt: present(row, "ended_at"),
      };
    case "canceled":
    case "expired":
      return { kind: state, reference: row.reference ?? undefined, endedAt: present(row, "ended_at") };
  }
}

function givenBack(row: PurchaseRow) {
  return {
    reference: present(row, "reference"),
    delivery: toDelivery(row),
    failureCode: present(row, "failure_code"),
    detail: row.detail ?? undefined,
  };
}

function delivery(row: PurchaseRow): Delivery {
  const paymentId = present(row, "payment_id");
  return isOnchain(row.destination)
    ? { kind: "onchain", paymentId }
    : { kind: "invoice", invoice: row.invoice ?? undefined, paymentId };
}

function toDelivery(row: PurchaseRow): Delivery | undefined {
  return row.payment_id === null ? undefined : delivery(row);
}

/** A column that the state promises; a null there is our bug. */
function present<Column extends keyof PurchaseRow>(row: PurchaseRow, column: Column): NonNullable<PurchaseRow[Column]> {
  const value = row[column];
  if (value === null) throw new Error(`purchase ${row.id} is ${row.state} without ${column}`);
  return value as NonNullable<PurchaseRow[Column]>;
}
