import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { msats, sats } from "./amounts.ts";

const MSATS_MAX = 2_100_000_000_000_000_000n;

describe("amounts", () => {
  it("are read exactly, up to 21 million BTC", () => {
    fc.assert(fc.property(fc.bigInt(0n, MSATS_MAX), (amount) => msats(String(amount)) === amount));
    expect(() => msats(MSATS_MAX + 1n)).toThrow("amount must be whole millisatoshis");
  });

  it("in satoshis are a thousand times as many millisatoshis", () => {
    fc.assert(fc.property(fc.bigInt(0n, MSATS_MAX / 1_000n), (amount) => sats(amount) === amount * 1_000n));
    expect(sats(10)).toBe(10_000n);
    expect(() => sats(MSATS_MAX / 1_000n + 1n)).toThrow();
  });

  it.each([0.1, -1, 2 ** 53, "1.0", "01", "", " 1", "1e3", undefined as never])("are no %s", (value) => {
    expect(() => msats(value)).toThrow();
    expect(() => sats(value)).toThrow();
  });
});
