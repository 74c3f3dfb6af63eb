import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MSATS_MAX, msats, sats } from "#kernel/money.ts";
import { PAYMENT_FAILURE_CODES } from "./failure-codes.ts";
import { lookupPauseMs } from "./next-step.ts";
import { type FailedPayment, feeLimitOf, nextWatch, PaymentFailed } from "./payment.ts";

const policy = { floor: sats(10n), basisPoints: 100n };
const amounts = fc.bigInt(1n, MSATS_MAX / 2n).map((value) => msats(value));

describe("feeLimitOf", () => {
  it.each([
    [1n, 10_000n],
    [1_000_000n, 10_000n],
    [1_000_001n, 10_001n],
    [100_000_000n, 1_000_000n],
  ])("of %d msats is %d msats", (amount, limit) => {
    expect(feeLimitOf(msats(amount), policy, { ceilingBasisPoints: 500n })).toBe(limit);
  });

  it("is at least the floor and at least the share, over the share by less than 1 msat once past the floor", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        const limit = feeLimitOf(amount, policy, { ceilingBasisPoints: 500n });
        expect(limit).toBeGreaterThanOrEqual(policy.floor);
        expect(limit * 100n).toBeGreaterThanOrEqual(amount);
        if (limit > policy.floor) expect((limit - 1n) * 100n).toBeLessThan(amount);
      }),
    );
  });

  it("is what the caller asks for, up to the project's ceiling and never below nothing", () => {
    fc.assert(
      fc.property(
        amounts,
        fc.bigInt(1n, MSATS_MAX).map((value) => msats(value)),
        (amount, maxFee) => {
          const limit = feeLimitOf(amount, policy, { maxFee, ceilingBasisPoints: 500n });
          const standard = feeLimitOf(amount, policy, { ceilingBasisPoints: 500n });
          expect(limit).toBeLessThanOrEqual(maxFee);
          expect(limit === maxFee || limit >= standard).toBe(true);
          if (limit > standard) expect(limit * 10_000n).toBeLessThan(amount * 500n + 10_000n);
        },
      ),
    );
  });
});

describe("lookupPauseMs", () => {
  it("grows from 1 second to 5 minutes and stays there", () => {
    const pauses = Array.from({ length: 30 }, (_, tries) => lookupPauseMs(tries));
    expect(pauses[0]).toBe(1_000);
    expect(pauses.at(-1)).toBe(300_000);
    expect([...pauses].sort((a, b) => a - b)).toEqual(pauses);
  });
});

describe("a failed payment", () => {
  it.each(PAYMENT_FAILURE_CODES)("is answered with 400 and the payment when it failed with %s", (code) => {
    const payment = { progress: { kind: "failed", code, detail: "so" } } as FailedPayment;
    const failure = new PaymentFailed(payment).withData({ id: "p1" });
    expect(failure).toMatchObject({ status: 400, code, message: "so", data: { id: "p1" } });
  });
});

describe("nextWatch", () => {
  const finishedAt = new Date("2030-01-01T00:00:00Z");
  const until = new Date("2030-01-15T01:00:00Z");
  const minutesAfter = (minutes: number) => new Date(finishedAt.getTime() + minutes * 60_000);

  it("doubles the interval from ten minutes to four hours", () => {
    const looks = [0];
    for (let i = 0; i < 9; i += 1) {
      const next = nextWatch({ finishedAt, until }, minutesAfter(looks.at(-1) ?? 0));
      looks.push(((next?.getTime() ?? 0) - finishedAt.getTime()) / 60_000);
    }
    expect(looks).toEqual([0, 10, 20, 40, 80, 160, 320, 560, 800, 1_040]);
  });

  it("ends with a look when the watch does", () => {
    const last = new Date(until.getTime() - 60_000);
    expect(nextWatch({ finishedAt, until }, last)).toEqual(until);
    expect(nextWatch({ finishedAt, until }, until)).toBeUndefined();
  });
});
