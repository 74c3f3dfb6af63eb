import fc from "fast-check";
import { expect, inject, it } from "vitest";
import { arrayLiteral } from "./array-literal.ts";
import type { ColumnType, ColumnValue } from "./batch.ts";
import { onDatabase } from "./testing/database.harness.ts";

const BIGINT = fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n);
const VALUES: Record<ColumnType, fc.Arbitrary<ColumnValue>> = {
  uuid: fc.uuid(),
  text: fc.oneof(
    fc.string({ unit: "binary" }).map((text) => text.replaceAll("\0", "")),
    fc.string({ unit: fc.constantFrom('"', "\\", ",", "{", "}", " ", "\n", "'", "a", "ä", "⚡") }),
    fc.constantFrom("NULL", "null", "", "{}", '\\"', "\\x00"),
  ),
  bigint: BIGINT,
  int: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  smallint: fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 }),
  bytea: fc.uint8Array(),
  timestamptz: fc.date({ min: new Date("1900-01-01"), max: new Date("2200-01-01"), noInvalidDate: true }),
  boolean: fc.boolean(),
};

onDatabase("arrayLiteral", (database) => {
  it.each(Object.keys(VALUES) as ColumnType[])("gives PostgreSQL exactly the values of a %s column", async (type) => {
    const column = fc.array(fc.option(VALUES[type], { nil: undefined }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(column, async (values) => {
        const rows = await database().db.query<{ value: unknown }>({
          text: `select value from unnest($1::${type}[]) with ordinality u(value, i) order by i`,
          values: [arrayLiteral([type, (value) => value], values)],
        });
        const sent = values.map((value) => value ?? null);
        expect(rows.map(({ value }) => (value instanceof Buffer ? new Uint8Array(value) : value))).toEqual(sent);
      }),
      { numRuns: inject("runs") * 60 },
    );
  });

  it("takes bytes as hexadecimal digits too, and nothing else for them", async () => {
    const read = (value: string) =>
      database().db.query({
        text: "select $1::bytea[] as value",
        values: [arrayLiteral(["bytea", (bytes) => bytes], [value, undefined])],
      });
    expect(await read("00ff7e")).toEqual([{ value: [Buffer.from([0x00, 0xff, 0x7e]), null] }]);
    for (const text of ["0", "zz", '00","01']) await expect(read(text)).rejects.toThrow(/hexadecimal/);
  });
});
