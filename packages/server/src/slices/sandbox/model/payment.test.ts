import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { minor } from "#kernel/fiat.ts";
import type { PurchaseId } from "#ramp";
import { WAITING } from "#slices/ramp/testing/processor-payment.harness.ts";
import type { Behaviour } from "./card.ts";
import {
  changeOf,
  feeOf,
  type PaymentCommand,
  type PaymentReference,
  presentPayment,
  type SandboxPayment,
} from "./payment.ts";

const NEW: SandboxPayment = {
  reference: "sbp_1" as PaymentReference,
  purchaseId: "p" as PurchaseId,
  amount: minor(2_500n),
  currency: "EUR",
  email: "alice@example.com",
  description: "Bitcoin",
  ...WAITING,
  due: undefined,
  version: 0,
  createdAt: new Date(0),
};
const card = (behaviour: Behaviour): PaymentCommand => ({
  kind: "take_card",
  card: { behaviour, fingerprint: "f", brand: "visa", last4: "4242" },
});
const KINDS = [
  ...(["approve", "fail", "capture", "cancel", "refund", "dispute", "win_dispute", "lose_dispute"] as const),
  ...(["succeed_refund", "advance"] as const),
];
const commands = fc.oneof(
  fc.constantFrom<Behaviour>("plain", "asks", "disputed", "late", "refund_fails").map(card),
  fc.constantFrom<PaymentCommand>({ kind: "decline", reason: "card_declined" }),
  fc.constantFrom(...KINDS.map((kind) => ({ kind }))),
);

function run(given: readonly (PaymentCommand | { readonly waitMs: number })[]): SandboxPayment {
  let now = 0;
  return given.reduce<SandboxPayment>((payment, command) => {
    if ("kind" in command) return changeOf(payment, command, new Date(now))?.payment ?? payment;
    now += command.waitMs;
    return payment;
  }, NEW);
}

describe("a payment of the sandbox", () => {
  it("never leaves its end, and gives back or loses only what was captured, whatever is commanded in whatever order", () => {
    const steps = fc.oneof(
      commands,
      fc.integer({ min: 0, max: 6_000 }).map((waitMs) => ({ waitMs })),
    );
    fc.assert(
      fc.property(fc.array(steps, { maxLength: 15 }), fc.array(steps, { maxLength: 5 }), (first, then) => {
        const before = run(first);
        const after = run([...first, ...then]);
        if (before.state === "captured" || before.state === "canceled") expect(after.state).toBe(before.state);
        if (before.dispute === "lost" || before.dispute === "won") expect(after.dispute).toBe(before.dispute);
        if (before.refund === "succeeded") expect(after.refund).toBe("succeeded");
        if (after.state !== "captured")
          expect([after.refund, after.dispute, after.fee]).toEqual(["none", "none", undefined]);
        expect(after.refund !== "none" && (after.dispute === "open" || after.dispute === "lost")).toBe(false);
        expect(after.declines).toBeGreaterThanOrEqual(before.declines);
      }),
      { numRuns: inject("runs") * 2_000 },
    );
  });

  it("settles late with the card that does, and not before its time", () => {
    expect(run([card("late"), { waitMs: 4_999 }, { kind: "advance" }])).toMatchObject({ state: "waiting" });
    expect(run([card("late"), { waitMs: 5_000 }, { kind: "advance" }])).toMatchObject({ state: "authorized" });
    expect(run([card("late"), card("plain")]).due?.kind).toBe("authorize");
    expect(run([card("late"), { kind: "cancel" }, { waitMs: 5_000 }, { kind: "advance" }]).state).toBe("canceled");
  });

  it("is disputed by itself with the card that is, unless it was given back before", () => {
    const paid: PaymentCommand[] = [card("disputed"), { kind: "capture" }];
    expect(run([...paid, { waitMs: 5_000 }, { kind: "advance" }]).dispute).toBe("open");
    expect(run([...paid, { kind: "refund" }, { waitMs: 5_000 }, { kind: "advance" }])).toMatchObject({
      refund: "succeeded",
      dispute: "none",
    });
  });

  it("is not given back with the card whose refund fails, until the operator makes it", () => {
    const failed = [card("refund_fails"), { kind: "capture" }, { kind: "refund" }] as const;
    expect(run(failed).refund).toBe("pending");
    const late = [...failed, { waitMs: 2_000 }, { kind: "advance" } as const];
    expect(run(late).refund).toBe("failed");
    expect(run([...late, { kind: "succeed_refund" }]).refund).toBe("succeeded");
  });

  it("shows a card when the card was charged, and why one was declined while it waits for another", () => {
    expect(presentPayment(run([card("asks")])).card).toBeUndefined();
    expect(presentPayment(run([card("asks"), { kind: "approve" }])).card?.last4).toBe("4242");
    expect(presentPayment(run([card("asks"), { kind: "fail" }])).declined).toBe("authentication_failed");
    expect(presentPayment(run([card("asks"), { kind: "fail" }, { kind: "cancel" }])).declined).toBeUndefined();
  });

  it("costs a fee that is never more than the amount", () => {
    expect(feeOf(minor(2_500n))).toBe(63n); // 37.5, rounded up, and 25
    expect(feeOf(minor(10n))).toBe(10n);
  });
});
