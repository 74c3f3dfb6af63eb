import { describe, expect, it } from "vitest";
import { InvalidInput } from "../../kernel/errors.ts";
import { chargeDescription, expirySeconds } from "./charge.ts";

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
