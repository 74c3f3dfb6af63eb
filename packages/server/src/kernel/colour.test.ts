import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { type Colour, colourOf, contrast } from "./colour.ts";

const given = (text: string): Colour => colourOf(text) ?? expect.unreachable(`${text} is no colour`);
const colours = fc.integer({ min: 0, max: 0xff_ff_ff }).map((n) => given(`#${n.toString(16).padStart(6, "0")}`));

describe("a colour", () => {
  it("is # and six digits of base 16, in any letters", () => {
    expect(colourOf("#F2B632")).toBe("#f2b632");
    for (const text of ["f2b632", "#fff", "#f2b6322", "#g2b632", "amber", " #f2b632", ""])
      expect(colourOf(text), text).toBeUndefined();
  });
});

describe("the contrast of two colours", () => {
  /** As https://webaim.org/resources/contrastchecker says, cut to two decimals. */
  it.each([
    ["#000000", "#ffffff", 21],
    ["#777777", "#ffffff", 4.47],
    ["#767676", "#ffffff", 4.54],
    ["#ff0000", "#ffffff", 3.99],
    ["#00ff00", "#ffffff", 1.37],
    ["#0000ff", "#ffffff", 8.59],
    ["#030303", "#000000", 1.01],
  ])("of %s and %s is %d", (one, other, ratio) => {
    expect(Math.trunc(contrast(given(one), given(other)) * 100) / 100).toBe(ratio);
  });

  it("is the same either way, from 1 to 21, and 1 with itself", () => {
    fc.assert(
      fc.property(colours, colours, (one, other) => {
        const ratio = contrast(one, other);
        expect(ratio).toBe(contrast(other, one));
        expect(ratio).toBeGreaterThanOrEqual(1);
        expect(ratio).toBeLessThanOrEqual(21);
        expect(contrast(one, one)).toBe(1);
      }),
      { numRuns: inject("runs") * 100 },
    );
  });
});
