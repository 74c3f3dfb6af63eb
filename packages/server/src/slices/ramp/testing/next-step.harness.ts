import fc from "fast-check";
import { minor } from "#kernel/fiat.ts";
import type { PaymentId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import {
  type Advance,
  CARD_MS,
  type DeliveryOutcome,
  type Facts,
  HOLD_MS,
  type LastStep,
  PAY_MS,
  RESOLVE_MS,
  type Step,
} from "../model/next-step.ts";
import type { ProcessorPayment } from "../model/ports.ts";
import {
  type Delivery,
  deliveryOf,
  type Progress,
  type Purchase,
  type PurchaseId,
  type PurchaseState,
} from "../model/purchase.ts";
import { WAITING } from "./processor-payment.harness.ts";

export const ID = "01a1f9c6-2a10-7b44-8c11-0f3a6d1e9b20" as PurchaseId;
export const START = Date.parse("2026-01-01T00:00:00Z");

export const PAYING: readonly PurchaseState[] = ["requires_payment", "requires_action"];
export const OWED: readonly PurchaseState[] = ["captured", "on_hold"];
export const timeAfter = (ms: number) => new Date(START + ms);
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const ages = fc.constantFrom(
  ...[0, 1_000, 60_000 + CARD_MS, RESOLVE_MS, PAY_MS, HOLD_MS, HOLD_MS + 1_000, 2 * HOLD_MS - 1, 2 * HOLD_MS],
);
const times = ages.map(timeAfter);

export const QUOTE = {
  currency: "EUR",
  source: minor(2_500n),
  fee: minor(50n),
  price: minor(9_200_000n),
  priceSource: "fixed",
  amount: msats(26_630_000n),
  networkFee: undefined,
  until: timeAfter(60_000),
} as const satisfies Purchase["quote"];

const processors: fc.Arbitrary<ProcessorPayment> = fc.record({
  reference: fc.constant("pay_1"),
  purchaseId: fc.constantFrom(ID, ID, undefined, "another"),
  amount: fc.constantFrom(QUOTE.source, QUOTE.source, minor(2_499n), minor(2_501n), minor(250_000n), minor(1n)),
  currency: fc.constantFrom("EUR", "EUR", "USD"),
  state: fc.constantFrom("waiting", "requires_action", "authorized", "captured", "canceled"),
  declined: fc.constant(undefined),
  declines: fc.nat(4),
  refund: fc.constantFrom("none", "pending", "succeeded", "failed"),
  dispute: fc.constantFrom("none", "open", "won", "lost"),
  fee: maybe(fc.constant(minor(75n))),
  card: fc.constant(undefined),
});

const outcomes: fc.Arbitrary<DeliveryOutcome> = fc.constantFrom(
  { kind: "pending" },
  { kind: "completed", fee: msats(0n) },
  { kind: "failed", code: "no_route" },
);

const deliveries: fc.Arbitrary<Delivery> = fc.constantFrom(
  { kind: "onchain", paymentId: "pay" as PaymentId },
  { kind: "invoice", invoice: "lnbc1", paymentId: "pay" as PaymentId },
);

/** All that a state allows. */
export function progressOf(kind: PurchaseState): fc.Arbitrary<Progress> {
  const reference = fc.constant("pay_1");
  const begunAt = fc.constant(timeAfter(0));
  const endedAt = fc.constant(timeAfter(0));
  const is = <Kind extends PurchaseState>(state: Kind) => fc.constant(state);
  const failed = { failureCode: fc.constant("declined" as const), detail: fc.constant(undefined) };
  switch (kind) {
    case "quoted":
      return fc.record({ kind: is(kind) });
    case "requires_payment":
      return fc.record({ kind: is(kind), begunAt, reference: maybe(reference) });
    case "requires_action":
      return fc.record({ kind: is(kind), begunAt, reference });
    case "authorized":
      return fc.record({ kind: is(kind), reference, delivery: maybe(deliveries) });
    case "captured":
    case "on_hold": {
      const detail = fc.constant(undefined);
      return fc.record({ kind: is(kind), reference, delivery: maybe(deliveries), onHoldUntil: maybe(times), detail });
    }
    case "delivering":
      return fc.record({ kind: is(kind), reference, delivery: deliveries });
    case "completed":
    case "disputed":
    case "won":
    case "lost":
      return fc.record({ kind: is(kind), reference, delivery: deliveries, endedAt });
    case "refund_pending":
    case "refund_failed":
      return fc.record({ kind: is(kind), reference, delivery: maybe(deliveries), ...failed });
    case "refunded":
      return fc.record({
        kind: is(kind),
        reference,
        delivery: maybe(deliveries),
        ...failed,
        byHand: fc.boolean(),
        endedAt,
      });
    case "failed":
      return fc.record({ kind: is(kind), reference, ...failed, endedAt });
    case "canceled":
    case "expired":
      return fc.record({ kind: is(kind), reference: maybe(reference), endedAt });
  }
}

export const purchaseIn = (progress: Progress, tries = 0): Purchase => ({
  id: ID,
  sessionId: "s" as never,
  projectId: "p" as never,
  userId: "u" as never,
  version: 1,
  quote: { ...QUOTE, networkFee: deliveryOf({ progress })?.kind === "onchain" ? msats(282_000n) : undefined },
  limitMinor: minor(2_500n),
  feeLimit: msats(10_000n),
  destination: "a@b.example",
  processor: "test",
  card: undefined,
  declines: 0,
  cardGivenAt: undefined,
  fillsSession: true,
  tries,
  dueAt: undefined,
  waitsForRestore: false,
  createdAt: timeAfter(0),
  changedAt: timeAfter(0),
  progress,
});

const GIVEN_UP: readonly Advance[] = [
  { kind: "advance", to: "failed", failure: "declined" },
  { kind: "advance", to: "failed", failure: "destination_failed", detail: "it takes nothing" },
];
const EXPIRED: Advance = { kind: "advance", to: "expired" };

/** What a step in this state may have come to. */
function lastIn(state: PurchaseState): fc.Arbitrary<LastStep> | undefined {
  const given = (...steps: readonly Advance[]) =>
    fc.record({ kind: fc.constant("cancel"), next: fc.constantFrom(...steps) });
  const detail = fc.constant("it said no");
  const prepared = fc.record({ kind: fc.constant("prepare_delivery"), isFinal: fc.boolean(), detail });
  switch (state) {
    case "requires_payment":
    case "requires_action": {
      const refusal = fc.constantFrom("ramp_unavailable", "limit_exceeded");
      return fc.oneof(given(EXPIRED, ...GIVEN_UP), fc.record({ kind: fc.constant("advance"), refusal }));
    }
    case "authorized":
      return fc.oneof(given(...GIVEN_UP), prepared, fc.constant<LastStep>({ kind: "capture" }));
    case "captured":
    case "on_hold":
      return fc.oneof(
        prepared,
        fc.record({ kind: fc.constant("deliver"), isDropped: fc.boolean(), detail }),
        fc.record({ kind: fc.constant("drop_delivery"), wasPaid: fc.boolean() }),
      );
    case "refund_pending":
      return fc.constant<LastStep>({ kind: "refund" });
    default:
      return undefined;
  }
}

export const factsOf = (states: readonly PurchaseState[]): fc.Arbitrary<Facts> =>
  fc.constantFrom(...states).chain((state) =>
    fc
      .record({
        purchase: fc.tuple(progressOf(state), fc.nat(20)).map(([progress, tries]) => purchaseIn(progress, tries)),
        now: times,
        processor: maybe(processors),
        isProcessorLost: fc.boolean(),
        outcome: maybe(outcomes),
        invoiceExpiresAt: maybe(times),
        firstCardHoldMs: fc.constantFrom(0, 3_600_000, HOLD_MS),
        isKnownCard: fc.boolean(),
        isClosed: fc.constant(false),
        last: maybe(lastIn(state) ?? fc.constant(undefined)),
      })
      .map((facts) => (facts.processor === undefined ? facts : { ...facts, isProcessorLost: false }))
      // There is no payment without the id that a purchase was bound to.
      .map((facts) => (deliveryOf(facts.purchase) === undefined ? { ...facts, outcome: undefined } : facts)),
  );

export function targetOf(step: Step): Advance | undefined {
  if (step.kind === "cancel") return step.next;
  return step.kind === "advance" ? step : undefined;
}

/** A processor that says of the purchase what is expected, but for `change`. */
export function said(
  { progress, now = timeAfter(1_000) }: { readonly progress: Progress; readonly now?: Date },
  change: Partial<ProcessorPayment>,
): Facts {
  const payment: ProcessorPayment = {
    reference: "pay_1",
    purchaseId: ID,
    amount: QUOTE.source,
    currency: QUOTE.currency,
    ...WAITING,
  };
  return {
    purchase: purchaseIn(progress),
    now,
    processor: { ...payment, ...change },
    isProcessorLost: false,
    outcome: undefined,
    invoiceExpiresAt: undefined,
    firstCardHoldMs: 0,
    isKnownCard: false,
    isClosed: false,
    last: undefined,
  };
}
