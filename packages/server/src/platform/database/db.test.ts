import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Part, part, sql } from "./db.ts";

describe("a part of a statement", () => {
  it("is text of the statement, and its values are parameters in their places", () => {
    const own = part`and internal_id = ${"order-1"}`;
    const { text, values } = sql`select * from payment where wallet_id = ${"w"} ${own} limit ${21}`;
    expect(text).toBe("select * from payment where wallet_id = $1 and internal_id = $2 limit $3");
    expect(values).toEqual(["w", "order-1", 21]);
  });

  it("may be empty, have no values, or begin and end the statement", () => {
    const table = part`vouchers.voucher`;
    const nothing = part``;
    expect(sql`${table}${nothing}${table}`).toMatchObject({ text: "vouchers.vouchervouchers.voucher", values: [] });
  });

  it("may have parts: the parameters are numbered through, whatever is in what", () => {
    const trees = fc.letrec<{ tree: Part }>((tie) => ({
      tree: fc
        .array(fc.oneof({ maxDepth: 4, depthIdentifier: "part" }, fc.integer(), tie("tree")), { maxLength: 3 })
        .map((values) => part(textsFor(values), ...values)),
    })).tree;
    fc.assert(
      fc.property(trees, (tree) => {
        const { text, values } = sql`begin ${tree} end`;
        expect(values).toEqual(valuesOf(tree));
        expect(text.match(/\$\d+/g) ?? []).toEqual(values.map((_, i) => `$${i + 1}`));
      }),
    );
  });

  it("makes one prepared statement for each text", () => {
    const statement = (isFiltered: boolean, value: number) => {
      const filter = isFiltered ? part`where n = ${value}` : part``;
      return sql`select 1 ${filter}`.name;
    };
    expect(statement(true, 1)).toBe(statement(true, 2));
    expect(statement(true, 1)).not.toBe(statement(false, 1));
    expect(statement(false, 1)).toBe(sql`select 1 `.name);
  });
});

/** As the template of a piece of code with so many values. */
function textsFor(values: readonly unknown[]): TemplateStringsArray {
  const texts = [...values, ""].map((_, i) => ` ${i}: `);
  return Object.assign(texts, { raw: texts });
}

function valuesOf({ values }: Part): unknown[] {
  return values.flatMap((value) => (typeof value === "object" ? valuesOf(value as Part) : [value]));
}
