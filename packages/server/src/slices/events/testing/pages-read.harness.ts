import type { Db, Statement } from "#platform/database/db.ts";

/** Pages of tables and indexes that the first statement of a list reads, when its plan is made already. */
export async function pagesRead(
  db: Db,
  list: (db: Db) => Promise<unknown>,
  planMode: "custom" | "generic",
): Promise<number> {
  const statements: Statement[] = [];
  const query: Db["query"] = (statement) => {
    statements.push(statement);
    return db.query(statement);
  };
  await list({ ...db, query });
  const [{ text, values } = { text: "", values: [] }] = statements;
  const literals = values.map(literalOf).join(", ");
  return await db.transaction(async (tx) => {
    const run = async (command: string) => await tx.query<Explained>({ text: command, values: [] });
    await run(`set local plan_cache_mode = force_${planMode}_plan`);
    await run(`prepare listed as ${text}`);
    const explain = `explain (analyze, buffers, format json) execute listed(${literals})`;
    try {
      for (let i = 0; i < 6; i += 1) await run(explain); // the catalogs are read, and the plans of functions made
      const [row] = await run(explain);
      const plan = row?.["QUERY PLAN"][0].Plan ?? {};
      return (plan["Shared Hit Blocks"] ?? Number.NaN) + (plan["Shared Read Blocks"] ?? Number.NaN);
    } finally {
      await run("deallocate listed");
    }
  });
}

type Explained = { readonly "QUERY PLAN": [{ readonly Plan: Record<string, number> }] };

function literalOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value)
    ? `array['${value.join("', '")}']`
    : `'${value instanceof Date ? value.toISOString() : value}'`;
}
