import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isOver, KNOWN_MS, keptFile, rowsOf } from "./kept-file.ts";
import { printOf } from "./print-of.ts";

type Body = { readonly amount: string };
type Result = { readonly kind: "asked" | "sent" };

const BODIES = ["1000", "2000", "3000"].map((amount) => ({ amount }));
const ROWS = rowsOf(
  BODIES.map((body, i) => ({ number: i * 2 + 2, body })),
  "key",
);
const PLAN = { fileName: "a.csv", at: 1, rows: ROWS };

/** What a browser keeps. */
function storage(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, text: string) => void kept.set(name, text),
    removeItem: (name: string) => void kept.delete(name),
  } as unknown as Storage;
}

describe("a file that was begun", () => {
  it("is the same after a reload of its tab, of nobody else, until it is forgotten", () => {
    const ofTab = storage();
    const open = (user: string) => keptFile<Body, Result>(() => ofTab, [user, "shop", "pay-file"]);
    const first = open("ann");
    expect(first.begin(PLAN)).toBe(true);
    first.write(0, { kind: "asked" });
    first.write(1, { kind: "asked" });
    first.write(1, undefined);
    const again = open("ann");
    expect([again.plan(), [...again.results(ROWS)], again.result(0)]).toEqual([
      PLAN,
      [[0, { kind: "asked" }]],
      { kind: "asked" },
    ]);
    expect([open("ben").plan(), open("ben").results(ROWS).size]).toEqual([undefined, 0]);
    again.forget(ROWS);
    expect([again.plan(), again.results(ROWS).size]).toEqual([undefined, 0]);
  });

  it("is not begun where nothing is kept", () => {
    const none = keptFile<Body, Result>(() => {
      throw new Error("no storage");
    }, ["ann", "shop"]);
    expect(none.begin(PLAN)).toBe(false);
  });

  it("gives each row a key by its place among the rows, whatever its line is", () => {
    expect(ROWS.map(({ number, key }) => [number, key])).toEqual([
      [2, "key-0"],
      [4, "key-1"],
      [6, "key-2"],
    ]);
  });

  it("is over after 14 days, as it is for the service", () => {
    expect([isOver(PLAN, KNOWN_MS), isOver(PLAN, KNOWN_MS + 1)]).toEqual([false, true]);
  });
});

describe("the print of a file", () => {
  it("is SHA-256 of what would be paid, in hexadecimal digits", () => {
    const bodies = [{ to: "jürgen 🎲", amount: "1" }];
    expect(printOf(bodies)).toBe(createHash("sha256").update(JSON.stringify(bodies)).digest("hex"));
    expect(printOf(BODIES)).toBe(printOf(BODIES.map((body) => ({ ...body }))));
  });

  it("is another one when a row is, or their order", () => {
    const [first, second, third] = BODIES;
    const others = [BODIES.slice(1), [first, second, { amount: "3001" }], [second, first, third]] as object[][];
    expect(new Set([BODIES, ...others].map(printOf)).size).toBe(4);
  });
});
