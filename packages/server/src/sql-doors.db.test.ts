import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { onDatabase } from "./platform/database.harness.ts";
import { sql } from "./platform/db.ts";

const SLICES = join(import.meta.dirname, "slices");

type Place = { readonly schema: string; readonly name: string; readonly text: string };

onDatabase("the schemas of the slices", (database) => {
  /** Tables of other schemas that the text names: `ledger.posting` in what belongs to payments. */
  async function trespasses(places: readonly Place[]): Promise<string[]> {
    const tables = await database().admin.query<{ schema: string; name: string }>(sql`
      select schemaname as schema, tablename as name
        from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`);
    return places.flatMap(({ schema: own, name, text }) =>
      tables
        .filter(({ schema, name: table }) => schema !== own && new RegExp(`\\b${schema}\\.${table}\\b`).test(text))
        .map(({ schema, name: table }) => `${own}: ${name} names ${schema}.${table}`),
    );
  }

  it("meet only at their functions: no function names a table of another schema", async () => {
    const functions = await database().admin.query<Place>(sql`
      select n.nspname as schema, p.proname as name, p.prosrc as text
        from pg_proc p
        join pg_namespace n on n.oid = p.pronamespace
       where n.nspname not in ('pg_catalog', 'information_schema')`);

    expect(functions.length).toBeGreaterThan(20);
    expect(await trespasses(functions)).toEqual([]);
    expect(await trespasses([{ schema: "payments", name: "planted", text: "select from ledger.posting p" }])).toEqual([
      "payments: planted names ledger.posting",
    ]);
  });

  it("meet only at their functions: no store names a table of another schema", async () => {
    const stores = globSync("*/store.ts", { cwd: SLICES }).map((file) => ({
      schema: file.split(/[\\/]/)[0] ?? "",
      name: file,
      text: readFileSync(join(SLICES, file), "utf8"),
    }));
    expect(stores.length).toBeGreaterThan(4);
    expect(await trespasses(stores)).toEqual([]);
  });
});
