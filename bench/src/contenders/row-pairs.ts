import { randomUUID } from "node:crypto";
import { connect, type Database } from "../../../packages/server/src/platform/database/pool.ts";
import type { Contender } from "../contender.ts";
import type { Environment } from "../environment.ts";

const TABLE = `
  create table if not exists bench_token (
    id uuid primary key,
    payload text not null,
    used_at timestamptz
  )`;
/** As long as that of a token. */
const PAYLOAD = "x".repeat(300);

/**
 * What the smallest rotation costs the database: the old row is marked as used and a new one written, in a transaction,
 * by as many callers as there are connections to the server that it is compared with, and through a pool of the same
 * size.
 */
export function rowPairs(
  { url, admin }: Environment,
  options: { readonly pool: number; readonly callers: number },
): Contender {
  let db: Database;
  const rotateOneAfterAnother = async (until: number): Promise<number> => {
    let pairs = 0;
    for (let last = await insert(db); performance.now() < until; pairs += 1) last = await rotate(db, last);
    return pairs;
  };
  const measure = async (seconds: number) => {
    const start = performance.now();
    const until = start + seconds * 1_000;
    const done = await Promise.all(Array.from({ length: options.callers }, () => rotateOneAfterAnother(until)));
    const pairs = done.reduce((sum, pairs) => sum + pairs, 0);
    return { perSecond: (pairs * 1_000) / (performance.now() - start) };
  };
  return {
    name: `INSERT and UPDATE in a transaction, pool of ${options.pool}`,
    async prepare() {
      await admin.query({ text: TABLE, values: [] });
      db = connect({ url, role: undefined, max: options.pool, name: "bench pairs" });
      await measure(2);
    },
    measure,
    close: async () => await db?.close(),
  };
}

async function insert(db: Pick<Database, "query">): Promise<string> {
  const id = randomUUID();
  await db.query({
    name: "bench insert",
    text: "insert into bench_token (id, payload) values ($1, $2)",
    values: [id, PAYLOAD],
  });
  return id;
}

/** Returns the id of the new row. */
async function rotate(db: Database, last: string): Promise<string> {
  return await db.transaction(async (tx) => {
    const text = "update bench_token set used_at = now() where id = $1 and used_at is null returning id";
    const used = await tx.query({ name: "bench update", text, values: [last] });
    if (used.length !== 1) throw new Error("a row was used before");
    return await insert(tx);
  });
}
