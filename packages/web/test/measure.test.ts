import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import {
  type Chunk,
  FIRST_VIEW_MAX,
  LATER_MAX,
  measure,
  refuseTooMuch,
  reportOf,
  withImports,
} from "../build/measure.ts";

/** About `bytes` after gzip: nothing in it repeats. */
const codeOf = (bytes: number) =>
  randomBytes(bytes)
    .toString("latin1")
    .replaceAll(/[^\x21-\x7e]/g, (one) => String(one.charCodeAt(0)));

const chunk = (fileName: string, bytes: number, more: Partial<Chunk> = {}): Chunk => ({
  fileName,
  code: codeOf(bytes),
  isEntry: false,
  imports: [],
  dynamicImports: [],
  moduleIds: [],
  modules: {},
  ...more,
});
const module = (path: string, renderedLength: number) => ({ [path]: { renderedLength } });

describe("what a page loads", () => {
  const later = chunk("later.js", 2_000, { imports: ["shared.js", "react.js"] });
  const entry = chunk("entry.js", 1_000, {
    isEntry: true,
    imports: ["react.js"],
    dynamicImports: ["later.js", "de.js", "en.js"],
    modules: { ...module("/x/src/wallet/main.tsx", 300), ...module("/x/node_modules/@tanstack/query-core/a.js", 700) },
  });
  const chunks = [
    entry,
    chunk("react.js", 3_000, { modules: module("/x/node_modules/react-dom/client.js", 10), imports: ["entry.js"] }),
    later,
    chunk("shared.js", 500),
    chunk("de.js", 400),
    chunk("en.js", 300),
  ];
  const measured = measure(chunks, ["de.js", "en.js"]);
  const sizeOf = (...names: string[]) => {
    const only = chunks
      .filter(({ fileName }) => names.includes(fileName))
      .map((one) => ({ ...one, imports: [], isEntry: true }));
    return only.reduce((sum, one) => sum + measure([one], []).firstView, 0);
  };

  it("is at first the entry, what that imports, and the largest of the texts", () => {
    expect(measured.firstView).toBe(sizeOf("entry.js", "react.js", "de.js"));
    expect([...withImports("later.js", new Map(chunks.map((one) => [one.fileName, one])))].toSorted()).toEqual([
      "entry.js",
      "later.js",
      "react.js",
      "shared.js",
    ]);
  });

  it("is later what was not there before; texts are no later page", () => {
    expect([...measured.later]).toEqual([["later.js", sizeOf("later.js", "shared.js")]]);
  });

  it("is shared out by library, the largest first", () => {
    expect([...measured.shares.keys()]).toEqual(["react-dom", "@tanstack/query-core", "ours"]);
    expect(measured.shares.get("@tanstack/query-core")).toBeCloseTo(sizeOf("entry.js") * 0.7);
    expect(reportOf("wallet", measured)).toMatch(
      /^wallet: \d\.\d of 150\.0 kB \(react-dom \d\.\d, @tanstack\/query-core .*\); later pages at most/,
    );
  });

  it("may not be too much: neither at first nor later", () => {
    const shares = new Map<string, number>();
    for (const page of ["ramp", "wallet", "dashboard"] as const) {
      const firstView = FIRST_VIEW_MAX[page];
      refuseTooMuch(page, { firstView, later: new Map([["x.js", LATER_MAX]]), shares });
      expect(() => refuseTooMuch(page, { firstView: firstView + 1, later: new Map(), shares })).toThrow("too large");
      expect(() => refuseTooMuch(page, { firstView, later: new Map([["x.js", LATER_MAX + 1]]), shares })).toThrow(
        `x.js of ${page} adds 60.0 kB`,
      );
    }
  });
});
