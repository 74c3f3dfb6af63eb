import { type Currency, decimalOf, type Minor } from "#kernel/fiat.ts";
import { PURCHASE_FAILURES, PURCHASE_LINES } from "#texts/progress.ts";
import { message } from "#texts/reader.ts";
import type { Happening, Standing } from "#things";
import { HOLD_MS, laterOf, PAY_MS, RESOLVE_MS } from "./next-step.ts";
import { failureCodeOf, type Purchase, type PurchaseFailureCode, type PurchaseState } from "./purchase.ts";

type Read = {
  readonly now: Date;
  /** When the payment that delivers it has ended at the latest, where that is known. */
  readonly deliveryEndsBy: Date | undefined;
};

/** How a purchase stands. */
export function purchaseStanding(purchase: Purchase, { now, deliveryEndsBy }: Read): Standing {
  const { progress, dueAt } = purchase;
  const failure = failureCodeOf(purchase);
  const isOver = ENDED.includes(progress.kind);
  return {
    status: progress.kind,
    where: message(WHERE[progress.kind]),
    ...(failure === undefined || purchase.waitsForRestore
      ? lineSaid(lineOf(purchase, now))
      : afterFailure(progress.kind, failure)),
    nextCheckAt: isOver ? undefined : dueAt,
    endsBy: isOver || purchase.waitsForRestore ? undefined : endsBy(purchase, deliveryEndsBy),
  };
}

/** What is looked at after its end is looked at for the operator. */
const ENDED: readonly PurchaseState[] = ["completed", "failed", "canceled", "expired", "refunded", "won", "lost"];

const WHERE = {
  quoted: "progress_buy_where_card",
  requires_payment: "progress_buy_where_card",
  requires_action: "progress_buy_where_card",
  authorized: "progress_buy_where_promised",
  captured: "progress_buy_where_paid",
  on_hold: "progress_buy_where_paid",
  delivering: "progress_buy_where_sent",
  completed: "progress_buy_where_arrived",
  disputed: "progress_buy_where_arrived",
  won: "progress_buy_where_arrived",
  lost: "progress_buy_where_lost",
  refund_pending: "progress_buy_where_refund",
  refund_failed: "progress_buy_where_operator",
  refunded: "progress_buy_where_back",
  failed: "progress_buy_where_card",
  canceled: "progress_buy_where_card",
  expired: "progress_buy_where_card",
} as const satisfies Readonly<Record<PurchaseState, string>>;

function lineOf({ progress, waitsForRestore }: Purchase, now: Date): keyof typeof PURCHASE_LINES {
  if (waitsForRestore) return "restored";
  switch (progress.kind) {
    case "captured":
    case "on_hold":
      return progress.onHoldUntil !== undefined && progress.onHoldUntil > now ? "first_card" : progress.kind;
    case "delivering":
      return progress.delivery.kind === "onchain" ? "chain" : "delivering";
    case "refund_pending":
    case "refund_failed":
    case "refunded":
    case "failed":
      throw new Error(`a purchase is ${progress.kind} and no failure says why`);
    default:
      return progress.kind;
  }
}

function lineSaid(line: keyof typeof PURCHASE_LINES): Pick<Standing, "why" | "next"> {
  const { why, next } = PURCHASE_LINES[line];
  return { why: message(why), next: next === undefined ? undefined : message(next) };
}

function afterFailure(state: PurchaseState, failure: PurchaseFailureCode): Pick<Standing, "why" | "next"> {
  const why = message(PURCHASE_FAILURES[failure]);
  switch (state) {
    case "refund_pending":
    case "refunded":
      return { why, next: message("progress_buy_next_refund") };
    case "refund_failed":
      return { why, next: message("progress_buy_next_hand") };
    default:
      return { why, next: undefined };
  }
}

/** When a purchase has gone on, or is given up: the bounds of `nextStep`. */
export function endsBy({ progress, changedAt }: Purchase, deliveryEndsBy?: Date): Date | undefined {
  switch (progress.kind) {
    case "requires_payment":
    case "requires_action":
      return later(progress.begunAt, PAY_MS);
    case "authorized":
      return later(changedAt, RESOLVE_MS);
    case "captured":
    case "on_hold":
      return later(laterOf(changedAt, progress.onHoldUntil), HOLD_MS);
    case "delivering":
      return deliveryEndsBy;
    default:
      return undefined;
  }
}

function later(time: Date, ms: number): Date {
  return new Date(time.getTime() + ms);
}

/** What the books of the cards have of it. */
export type Booked = { readonly kind: string; readonly amountMinor: bigint; readonly at: Date };

export type Begun = {
  readonly begunAt: Date;
  readonly endedAt: Date | undefined;
  /** When the last card was declined. */
  readonly declinedAt: Date | undefined;
};

/** What happened to a purchase that was begun. */
export function purchaseHappenings(purchase: Purchase & Begun, booked: readonly Booked[]): readonly Happening[] {
  const { quote, createdAt, begunAt, declinedAt, declines } = purchase;
  const { amount } = quote;
  return [
    {
      at: createdAt,
      said: message("progress_buy_did_quoted", { amount, money: moneyOf(quote.source, quote.currency) }),
    },
    { at: begunAt, said: message("progress_buy_did_begun") },
    ...(declinedAt === undefined
      ? []
      : [{ at: declinedAt, said: message("progress_buy_did_declined", { count: declines }) }]),
    ...booked.flatMap((entry) => bookedSaid(entry, quote.currency)),
    ...endOf(purchase),
  ];
}

function moneyOf(amount: Minor, currency: Currency): string {
  return `${decimalOf(amount)} ${currency}`;
}

const BOOKED = {
  sale: "progress_buy_did_sale",
  refund: "progress_buy_did_refund",
  late_refund: "progress_buy_did_refund",
  dispute: "progress_buy_did_dispute",
  late_dispute: "progress_buy_did_dispute",
  dispute_won: "progress_buy_did_dispute_won",
  late_dispute_won: "progress_buy_did_dispute_won",
} as const;

/** What the processor keeps is between it and the operator. */
function bookedSaid({ kind, amountMinor, at }: Booked, currency: Currency): readonly Happening[] {
  if (!Object.hasOwn(BOOKED, kind)) return [];
  const money = moneyOf(amountMinor as Minor, currency);
  return [{ at, said: message(BOOKED[kind as keyof typeof BOOKED], { money }) }];
}

function endOf({ progress, endedAt }: Purchase & Begun): readonly Happening[] {
  if (endedAt === undefined) return [];
  switch (progress.kind) {
    case "completed":
    case "disputed":
    case "won":
    case "lost":
      return [{ at: endedAt, said: message("progress_buy_did_delivered") }];
    case "failed":
      return [{ at: endedAt, said: message("progress_buy_did_failed"), detail: progress.detail }];
    case "canceled":
      return [{ at: endedAt, said: message("progress_buy_did_canceled") }];
    case "expired":
      return [{ at: endedAt, said: message("progress_buy_did_expired") }];
    default:
      return [];
  }
}
