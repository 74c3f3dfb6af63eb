import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { minor } from "#kernel/fiat.ts";
import { MSATS_MAX, msats } from "#kernel/money.ts";
import { isNearPrice, payableOf, worthOf } from "./lost-purchase.ts";

const amounts = fc.bigInt(1n, MSATS_MAX).map((one) => msats(one));

describe("payableOf", () => {
  it("is just the amount where the journal or a quote says it", () => {
    fc.assert(
      fc.property(amounts, (amount) => {
        expect(payableOf({ amount, isNamed: false })).toEqual({ least: amount, most: amount });
      }),
    );
  });

  it("has every amount that is as near to the price as the one that an operator names", () => {
    const near = fc.bigInt(80n, 120n);
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 7n), fc.bigInt(10n ** 4n, 10n ** 8n), near, near, (paid, price, a, b) => {
        const [source, perBtc] = [minor(paid), minor(price)];
        const worth = worthOf(source, perBtc);
        const [named, real] = [msats((worth * a) / 100n), msats((worth * b) / 100n)];
        fc.pre(named > 0n && isNearPrice(named, source, perBtc) && isNearPrice(real, source, perBtc));
        const { least, most } = payableOf({ amount: named, isNamed: true });
        expect(least <= real && real <= most).toBe(true);
      }),
      { numRuns: inject("runs") * 100 },
    );
  });

  it("ends where no amount is as near", () => {
    expect(payableOf({ amount: msats(120_000n), isNamed: true })).toEqual({ least: 80_000n, most: 180_000n });
    expect(payableOf({ amount: msats(1n), isNamed: true })).toEqual({ least: 0n, most: 2n });
  });
});
