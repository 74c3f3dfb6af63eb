import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { minor } from "#kernel/fiat.ts";
import { msats } from "#kernel/money.ts";
import { offerFor, type RampFees, sourceFor, worthIn } from "./quote.ts";

const MSATS_OF_BITCOIN = 100_000_000_000n;

const fees = fc.record({
  basisPoints: fc.bigInt(0n, 5_000n),
  minimum: fc.bigInt(0n, 500n).map((amount) => minor(amount)),
});
const price = fc.bigInt(10_000n, 100_000_000n).map((amount) => minor(amount));
/** More than any fee of `fees`, so that something is left to sell at any price. */
const source = fc.bigInt(5_000n, 100_000_000n).map((amount) => minor(amount));

const sold = (amount: bigint, of: bigint, taken: RampFees) => offerFor(minor(amount), minor(of), taken);

describe("an offer", () => {
  it("takes a fee that is rounded up, and never less than the minimum", () => {
    fc.assert(
      fc.property(source, price, fees, (amount, of, taken) => {
        const { fee } = sold(amount, of, taken);
        expect(fee).toBeGreaterThanOrEqual(taken.minimum);
        expect(fee * 10_000n).toBeGreaterThanOrEqual(amount * taken.basisPoints);
        const isLeast = fee === taken.minimum || (fee - 1n) * 10_000n < amount * taken.basisPoints;
        expect(isLeast).toBe(true);
      }),
    );
  });

  it("gives whole sats, at most what the rest is worth, and less than one sat below it", () => {
    fc.assert(
      fc.property(source, price, fees, (amount, of, taken) => {
        const { fee, amount: bitcoin } = sold(amount, of, taken);
        const net = amount - fee;
        expect(fee + net).toBe(amount);
        expect(net).toBeGreaterThan(0n);
        expect(bitcoin % 1_000n).toBe(0n);
        expect(bitcoin * of).toBeLessThanOrEqual(net * MSATS_OF_BITCOIN);
        expect((bitcoin + 1_000n) * of).toBeGreaterThan(net * MSATS_OF_BITCOIN);
      }),
    );
  });

  it("gives nobody more who buys in two parts", () => {
    fc.assert(
      fc.property(source, source, price, fees, (first, second, of, taken) => {
        const parts = [sold(first, of, taken), sold(second, of, taken)];
        const whole = sold(first + second, of, taken);
        const inParts = parts.reduce((sum, { amount }) => sum + amount, 0n);
        expect(parts.reduce((sum, { fee }) => sum + fee, 0n)).toBeGreaterThanOrEqual(whole.fee);
        expect(inParts).toBeLessThanOrEqual(whole.amount);
      }),
    );
  });

  it("of so many sats asks for the least that gives them", () => {
    const wanted = fc.bigInt(1n, 10n ** 12n).map((amount) => msats(amount));
    fc.assert(
      fc.property(wanted, price, fees, (amount, of, taken) => {
        const asked = sourceFor(amount, of, taken);
        expect(sold(asked, of, taken).amount).toBeGreaterThanOrEqual(amount);
        const giveWithLess = () => sold(asked - 1n, of, taken).amount;
        let less = 0n;
        try {
          less = giveWithLess();
        } catch {
          // nothing is left of it
        }
        expect(less).toBeLessThan(amount);
      }),
    );
    const usual = { basisPoints: 150n, minimum: minor(50n) };
    expect(sourceFor(msats(20_000_000n), minor(9_200_000n), usual)).toBe(1_890n);
  });

  it("is none when the fee leaves nothing, or less than a sat", () => {
    const taken = { basisPoints: 150n, minimum: minor(50n) };
    for (const amount of [0n, 1n, 49n, 50n])
      expect(() => sold(amount, 9_200_000n, taken)).toThrow(expect.objectContaining({ code: "invalid_amount" }));
    expect(() => sold(51n, 999_999_999_999n, taken)).toThrow(expect.objectContaining({ code: "invalid_amount" }));
    expect(sold(51n, 9_200_000n, taken)).toEqual({ fee: 50n, amount: 10_000n });
  });
});

describe("the same amount in another currency", () => {
  it("is never counted as less than it is worth", () => {
    fc.assert(
      fc.property(source, price, price, (amount, from, to) => {
        const worth = worthIn(amount, from, to);
        expect(worth * from).toBeGreaterThanOrEqual(amount * to);
        expect((worth - 1n) * from).toBeLessThan(amount * to);
      }),
    );
  });
});
