import { describe, expect, it } from "vitest";
import { InvalidInput } from "#kernel/errors.ts";
import { MSATS_MAX, msats } from "#kernel/money.ts";
import { chargeAmount, expirySeconds } from "./charge.ts";
import { chargeDescription } from "./description.ts";

describe("chargeAmount", () => {
  it("takes what fits into an invoice, whose unit is a tenth of a millisatoshi in 64 bits", () => {
    expect(chargeAmount(msats(1_844_674_407_370_955_161n))).toBe(1_844_674_407_370_955_161n);
    for (const amount of [1_844_674_407_370_955_162n, MSATS_MAX])
      expect(() => chargeAmount(msats(amount))).toThrow(expect.objectContaining({ code: "invalid_amount" }));
  });
});

describe("chargeDescription", () => {
  it("counts bytes, not characters", () => {
    expect(chargeDescription("€".repeat(213))).toHaveLength(213);
    expect(() => chargeDescription("€".repeat(214))).toThrow(InvalidInput);
  });
});

describe("expirySeconds", () => {
  it.each([1, 3_600, 604_800])("takes %d", (seconds) => {
    expect(expirySeconds(seconds)).toBe(seconds);
  });

  it.each([0, -1, 1.5, 604_801, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d", (seconds) => {
    expect(() => expirySeconds(seconds)).toThrow(InvalidInput);
  });
});
