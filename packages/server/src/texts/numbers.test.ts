import { describe, expect, it } from "vitest";
import { LANGUAGES } from "./language.ts";
import { numbersIn } from "./numbers.ts";
import { readerOf } from "./reader.ts";

describe("the numbers of a language", () => {
  it("are in groups as it writes them, and a country changes nothing", () => {
    const written = (tag: string) => numbersIn(tag).whole(1_234_567n).replaceAll(/\s/g, "_");
    expect(["en", "de", "es", "fr", "pt"].map(written)).toEqual([
      "1,234,567",
      "1.234.567",
      "1.234.567",
      "1_234_567",
      "1_234_567",
    ]);
    for (const tag of ["en-IN", "de-CH", "es-MX", "fr-CH", "pt-BR"])
      expect(written(tag)).toBe(written(tag.slice(0, 2)));
  });

  it("are the same from a page's parts, with its marks, as in texts", () => {
    for (const language of LANGUAGES) {
      const { groups, group, decimal, sat } = numbersIn(language);
      expect(`${groups(27_173n).join(group)}${decimal}5 sat`).toBe(sat(27_173_500n));
      expect(readerOf(language).text("money_limited", { amount: 27_173_500n })).toContain(sat(27_173_500n));
    }
  });
});
