import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { isOver, keptFile, rowKeyCell, rowNames, rowsOf } from "./kept-file.ts";
import { printOf } from "./print-of.ts";

type Body = { readonly amount: string };
type Result = { readonly kind: "asked" | "sent" };

const BODIES = ["1000", "2000", "3000"].map((amount) => ({ amount }));
const ROWS = rowsOf(
  BODIES.map((body, i) => ({ number: i * 2 + 2, body })),
  "key",
);
const PLAN = { fileName: "a.csv", begunAt: 1, until: 1_000, rows: ROWS };

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

  it("is over when the service says so, and when nobody has said until when", () => {
    expect([isOver(PLAN, 999), isOver(PLAN, 1_000)]).toEqual([false, true]);
    expect(isOver({ ...PLAN, until: undefined } as never, 1)).toBe(true);
  });
});

describe("the rows of results", () => {
  const KEY = "0f".repeat(16);
  const cellOf = (key: string) => rowKeyCell({ key });

  it("name the row of the file that they are of, and get its key again, wherever they stand", () => {
    const names = rowNames([cellOf(`${KEY}-7`), cellOf(`${KEY}-0`)]);
    expect(names?.map(({ wrong }) => wrong)).toEqual([undefined, undefined]);
    const lines = names?.map(({ named }, i) => ({ number: i + 2, body: {}, named })) ?? [];
    expect(rowsOf(lines, KEY).map(({ key }) => key)).toEqual([`${KEY}-7`, `${KEY}-0`]);
  });

  it("have all a name of one file, each its own, or none has one", () => {
    const wrongOf = (cells: readonly (string | undefined)[]) =>
      rowNames(cells)?.map(({ wrong }) => wrong?.split(" ").slice(1, 6).join(" "));
    expect(wrongOf([undefined, undefined])).toBeUndefined();
    const one = cellOf(`${KEY}-1`);
    const no = "has no rowKey as the";
    for (const odd of [undefined, "1", `row-${KEY}`, `row-${KEY}-x`, `row-${KEY.toUpperCase()}-2`, `${KEY}-2`])
      expect(wrongOf([odd, one]), odd).toEqual([no, undefined]);
    expect(wrongOf([one, cellOf(`${"f0".repeat(16)}-2`)])).toEqual([undefined, "rowKey is of another file"]);
    expect(wrongOf([one, cellOf(`${KEY}-2`), one])).toEqual([undefined, undefined, "rowKey is that of a"]);
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
