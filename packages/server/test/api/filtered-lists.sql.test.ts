import { beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { idRange } from "#kernel/ids.ts";
import { sats } from "#kernel/money.ts";
import { pay } from "#payments";
import type { Db } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { listPayments } from "#slices/payments/store/lists.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";
import { listCharges } from "#slices/receiving/store/charges.ts";
import { listStaticCharges } from "#slices/receiving/store/static-charges.ts";
import { givenCharge, givenStaticCharge } from "#slices/receiving/testing/receiving.harness.ts";

/** Rows of one wallet, a second apart, each with an internalId of its own. */
const ROWS = 5_000;
const START = Date.UTC(2026, 0, 1);

/** Copies the one row of a table. */
const COPY = (table: string, unique: string) => `
  insert into ${table}
  select copy.*
    from ${table} t, generate_series(1, ${ROWS}) n, jsonb_populate_record(t, jsonb_build_object(
           'id', regexp_replace(lpad(to_hex(${START} + n * 1000), 12, '0'), '(.{8})(.{4})', '\\1-\\2-7000-8000-')
                 || lpad(n::text, 12, '0'),
           'created_at', to_timestamp(${START} / 1000 + n),
           'internal_id', 'order-' || n,
           ${unique})) copy`;

onDatabase("the lists of payments, charges and static charges", (database) => {
  let caller: Caller;

  beforeAll(async () => {
    const { admin } = database();
    const world = createWorld(database());
    world.node.plan = settles();
    caller = await world.project("shop", sats(1_000n));
    await pay(world.pay, world.request(caller, { lnAddress: world.recipient("shop") }));
    await world.settled();
    await givenCharge(database(), caller);
    await givenStaticCharge(database(), caller);
    for (const text of [
      COPY("payments.payment", "'payment_hash', null, 'preimage', null"),
      COPY("receiving.charge", "'payment_hash', '\\x' || lpad(to_hex(n), 64, '0')"),
      COPY("receiving.static_charge", "'slots_taken', 0"),
      "analyze",
    ])
      await admin.query({ text, values: [] });
  });

  /** How the database runs what `list` asks for, and how many rows it reads for it. */
  async function planOf(list: (db: Db) => Promise<unknown[]>): Promise<{ plan: string; rows: unknown[] }> {
    const { db } = database();
    let plan = "";
    const query: Db["query"] = async ({ text, values }) => {
      const lines = await db.query<{ "QUERY PLAN": string }>({ text: `explain analyze ${text}`, values });
      plan = lines.map((line) => line["QUERY PLAN"]).join("\n");
      return db.query({ text, values });
    };
    const rows = await list({ ...db, query });
    return { plan, rows };
  }

  it.each([
    ["payments", listPayments, "payment_by_internal_id"],
    ["charges", listCharges, "charge_by_internal_id"],
    ["static charges", listStaticCharges, "static_charge_by_internal_id"],
  ] as const)("%s finds an internalId through its index", async (_name, list, index) => {
    const wallet = caller.wallet.id;
    const { plan, rows } = await planOf((db) => list(db, { wallet, limit: 21 }, { internalId: "order-17" }));
    expect(rows).toHaveLength(1);
    expect(plan).toContain(index);
  });

  it.each([
    ["payments", listPayments],
    ["charges", listCharges],
    ["static charges", listStaticCharges],
  ] as const)("%s of a time are read without those of other times", async (_name, list) => {
    const wallet = caller.wallet.id;
    const [from, to] = [new Date(START + 1_000_000), new Date(START + 1_010_000)];
    const { plan, rows } = await planOf((db) =>
      list(db, { wallet, range: idRange({ from, to }), limit: 21 }, { from, to }),
    );
    expect(rows).toHaveLength(10);
    expect(plan).toMatch(/Index Cond: .*\bid\) >= /);
    const dropped = Number(/Rows Removed by Filter: (\d+)/.exec(plan)?.[1] ?? 0);
    expect(dropped).toBeLessThanOrEqual(125); // a minute before, and a minute after
  });
});
