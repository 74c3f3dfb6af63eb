import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { afterLookup } from "./expiry.ts";

const expiresAt = new Date("2026-01-31T12:00:00.000Z");
const later = (ms: number) => new Date(expiresAt.getTime() + ms);
const DAY_MS = 86_400_000;

describe("afterLookup", () => {
  it("credits what is settled, at any time", () => {
    const settled = { kind: "settled", amount: msats(1n), cost: msats(0n), settledAt: later(5) } as const;
    expect(afterLookup(settled, expiresAt, later(2 * DAY_MS))).toEqual({ ...settled, kind: "credit" });
  });

  it("never ends a charge whose payment is held", () => {
    fc.assert(
      fc.property(fc.nat(10 * DAY_MS), (ms) => {
        expect(afterLookup({ kind: "held" }, expiresAt, later(ms)).kind).toBe("wait");
      }),
    );
  });

  it("asks at intervals that double, for 24 hours", () => {
    const pauses: number[] = [];
    for (let now = expiresAt; ; ) {
      const next = afterLookup({ kind: "unpaid" }, expiresAt, now);
      if (next.kind !== "expire" || next.dueAt === undefined) break;
      pauses.push((next.dueAt.getTime() - now.getTime()) / 60_000);
      now = next.dueAt;
    }
    expect(pauses).toEqual([1, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 416]);
  });

  it("asks again later than now, or never", () => {
    fc.assert(
      fc.property(fc.constantFrom("unpaid", "held", "not_found", "cancelled"), fc.nat(3 * DAY_MS), (kind, ms) => {
        const next = afterLookup({ kind }, expiresAt, later(ms));
        if ("dueAt" in next && next.dueAt !== undefined)
          expect(next.dueAt.getTime()).toBeGreaterThan(later(ms).getTime());
        else expect(ms).toBeGreaterThanOrEqual(DAY_MS);
      }),
    );
  });
});
