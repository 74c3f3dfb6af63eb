import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { csvLine, harmless } from "./csv.ts";

describe("a line of CSV", () => {
  it("quotes what has commas, quotes and line breaks", () => {
    expect(csvLine(["a", "b,c", 'd"e', "f\ng", ""])).toBe('a,"b,c","d""e","f\ng",\r\n');
  });

  it.each(["=1+1", "+1", "-1", "@cmd", ";=1", ' "=1', "\t1", "\n=1", "\uff1d1"])("shows %j as text", (text) => {
    expect(harmless(text).startsWith("'")).toBe(true);
  });

  it("leaves other texts as they are", () => {
    for (const text of ["", "order-4711", "a@example.com", "2026-11-20T16:12:00.043Z", "10000", "a = b"])
      expect(harmless(text)).toBe(text);
  });

  it("never begins a cell with the sign of a formula", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(harmless(text)).not.toMatch(/^[\s;"]*[=+\-@]/);
      }),
      { numRuns: inject("runs") * 500 },
    );
  });
});
