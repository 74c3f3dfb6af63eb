import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { afterAttempt, PAUSES_MS } from "./retry.ts";

const now = new Date("2026-11-20T12:00:00Z");
const goodUntil = new Date("2026-12-20T12:00:00Z");
const busy = { kind: "refused", reply: 451, isFinal: false } as const;
const base = { now, goodUntil, fraction: 0.5, number: 1 };

describe("after an attempt", () => {
  it("a mail is sent when the server took it", () => {
    expect(afterAttempt({ ...base, handed: { kind: "accepted" } })).toEqual({ kind: "sent" });
  });

  it("it is given up after a final refusal and after the last attempt, and at no other time", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (number, isFinal, fraction) => {
          const verdict = afterAttempt({ ...base, number, fraction, handed: { ...busy, isFinal } });
          expect(verdict.kind).toBe(isFinal || number > PAUSES_MS.length ? "failed" : "again");
          if (verdict.kind !== "again") return;
          const pauseMs = verdict.at.getTime() - now.getTime();
          expect(pauseMs / (PAUSES_MS[number - 1] ?? 0)).toBeGreaterThanOrEqual(0.799);
          expect(pauseMs / (PAUSES_MS[number - 1] ?? 0)).toBeLessThanOrEqual(1.2);
        },
      ),
    );
  });

  it("it is tried for about two days", () => {
    const hours = PAUSES_MS.reduce((sum, ms) => sum + ms, 0) / 3_600_000;
    expect(hours).toBeGreaterThan(36);
    expect(hours).toBeLessThan(60);
  });

  it("it is given up when the next attempt would be of no use", () => {
    const soon = new Date(now.getTime() + 30_000);
    expect(afterAttempt({ ...base, goodUntil: soon, handed: { kind: "no_answer", reason: "timeout" } })).toEqual({
      kind: "failed",
      reason: "timeout",
    });
  });
});
