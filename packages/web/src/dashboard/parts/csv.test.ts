import fc from "fast-check";
import { describe, expect, inject, it } from "vitest";
import { hasOpenQuote, oddLines, plainCell, readCsv, writeCsv, wrongLines } from "./csv.ts";

describe("CSV", () => {
  it("is read with the separator of its first line, quotes, and any end of line", () => {
    expect(readCsv('\uFEFFsats;description\r\n1;"a;""b""\nc"\n2;')).toEqual([
      ["sats", "description"],
      ["1", 'a;"b"\nc'],
      ["2", ""],
    ]);
    expect(readCsv("a\tb,c\td\n1\t2\t3")).toEqual([
      ["a", "b,c", "d"],
      ["1", "2", "3"],
    ]);
    expect(readCsv("")).toEqual([]);
  });

  it("comes back as it was written", () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "1", ",", '"', "\n", " ", ";") }).map((text) => `x${text}`);
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 2 }), { minLength: 1 }), (rows) => {
        const head = ["one", "two"];
        expect(readCsv(writeCsv([head, ...rows]))).toEqual([head, ...rows]);
      }),
      { numRuns: inject("runs") * 20 },
    );
  });

  it("has no formula", () => {
    expect(writeCsv([["=1+1", " @x", "-5", "\t=1", "a=1"]])).toBe("'=1+1,' @x,'-5,'\t=1,a=1\r\n");
  });

  it("has each cell as it was, without what was written before a formula", () => {
    const cell = fc.string({ unit: fc.constantFrom("'", "=", "-", "a", " ", '"', ",") }).map((text) => `${text}.`);
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1 }), (row) => {
        expect(readCsv(writeCsv([row, row]))[1]?.map(plainCell)).toEqual(row);
      }),
      { numRuns: inject("runs") * 20 },
    );
  });

  it("is looked through for a quotation mark that is not closed", () => {
    expect(hasOpenQuote('a,"b ""c"""')).toBe(false);
    expect(hasOpenQuote('a,"b\nc,d')).toBe(true);
  });

  it("says which of its lines are wrong, as many as one can look for", () => {
    const lines = Array.from({ length: 30 }, (_, i) => ({ number: i + 2, wrong: i % 2 === 0 ? "So." : undefined }));
    expect(wrongLines(lines.slice(1, 2))).toBeUndefined();
    expect(wrongLines(lines.slice(1, 3))).toBe("Line 4 is wrong.");
    expect(wrongLines(lines.slice(0, 3))).toBe("2 lines are wrong: 2, 4.");
    expect(wrongLines(lines)).toBe("15 lines are wrong: 2, 4, 6, 8, 10, 12, 14, 16, 18, 20 and 5 more.");
  });

  it("says at which of its lines one should look again", () => {
    const lines = Array.from({ length: 12 }, (_, i) => ({ number: i + 2, odd: i === 0 ? undefined : "So." }));
    expect(oddLines(lines.slice(0, 1))).toBeUndefined();
    expect(oddLines(lines.slice(0, 2))).toBe("Look again at line 3.");
    expect(oddLines(lines)).toBe("Look again at 11 lines: 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 1 more.");
  });
});
