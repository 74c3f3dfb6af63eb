import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import type { OnchainStatus } from "#lightning";
import { nextStep, ONCHAIN_OVERDUE_MS, type OnchainFacts } from "./next-step.ts";

const NOW = new Date("2026-01-03T00:00:00Z");

const statuses = fc.constantFrom<(OnchainStatus | undefined)[]>(
  undefined,
  { kind: "pending" },
  { kind: "not_found" },
  { kind: "conflicted", by: undefined },
  ...[1, 2, 3, 6].map((confirmations): OnchainStatus => ({ kind: "confirmed", confirmations })),
);

const facts: fc.Arbitrary<OnchainFacts> = fc
  .record({ status: statuses, isPaused: fc.boolean(), confirmations: fc.integer({ min: 1, max: 6 }) })
  .chain((some) =>
    fc.record({ tries: fc.nat(100), ageMs: fc.nat(3 * ONCHAIN_OVERDUE_MS) }).map(({ tries, ageMs }) => ({
      ...some,
      payment: { progress: { kind: "dispatched", tries }, createdAt: new Date(NOW.getTime() - ageMs) },
      now: NOW,
    })),
  );

describe("the next step of a payment to an address of the chain", () => {
  const holds = (check: (given: OnchainFacts, step: ReturnType<typeof nextStep>) => void) =>
    fc.assert(
      fc.property(facts, (given) => check(given, nextStep(given))),
      { numRuns: inject("runs") * 2_000 },
    );

  it("completes with as many confirmations as are wanted, and with nothing else", () => {
    holds(({ status, confirmations }, step) => {
      const isDone = status?.kind === "confirmed" && status.confirmations >= confirmations;
      expect(step.kind === "complete").toBe(isDone);
    });
  });

  it("fails by a conflict that is final, and by nothing else", () => {
    holds(({ status }, step) => {
      expect(step.kind === "fail").toBe(status?.kind === "conflicted");
    });
  });

  it("publishes what the node does not know, unless sending is paused", () => {
    holds(({ status, isPaused }, step) => {
      expect(step.kind === "publish").toBe(status?.kind === "not_found" && !isPaused);
    });
  });

  it("looks again within half a minute, and calls it overdue after a day", () => {
    holds(({ payment, now }, step) => {
      if (step.kind !== "wait" && step.kind !== "publish") return;
      const pauseMs = step.until.getTime() - now.getTime();
      expect(pauseMs).toBeGreaterThanOrEqual(1_000);
      expect(pauseMs).toBeLessThanOrEqual(30_000);
      expect(step.isOverdue).toBe(now.getTime() - payment.createdAt.getTime() >= ONCHAIN_OVERDUE_MS);
    });
  });
});
