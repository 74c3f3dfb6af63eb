import { expect, it } from "vitest";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { findTotals } from "./store.ts";
import { LIGHTNING_NODE, openWallet, post, RESERVED } from "./testing/ledger.harness.ts";

onDatabase("the totals of the ledger", (database) => {
  it("are the sums of its accounts, after whatever was posted", async () => {
    const { db } = database();
    const [alice, bob] = [await openWallet(db, 1_000n), await openWallet(db, 50n)];
    await post(db, new Date(), [
      { debit: alice, credit: bob, amount: 300n },
      { debit: alice, credit: RESERVED, amount: 200n },
      { debit: RESERVED, credit: LIGHTNING_NODE, amount: 120n },
      { debit: bob, credit: alice, amount: 1_000_000n }, // refused
    ]);

    const rows = await db.query<{ kind: string; balance: bigint }>(sql`
      select kind, sum(balance)::bigint as balance
        from ledger.account
       group by kind`);
    const sums = new Map(rows.map(({ kind, balance }) => [kind, balance]));
    const { customers, system } = await findTotals(db);

    expect(customers).toBe(sums.get("wallet"));
    expect(customers).toBeGreaterThan(0n);
    sums.delete("wallet");
    expect(system).toEqual(sums);
  });

  it("are read from the system accounts alone, so many customers cost nothing", async () => {
    const { admin, db } = database();
    const account = await openWallet(db, 1_000n);
    const before = await findTotals(db);
    await admin.query(sql`update ledger.account set balance = balance + 1 where no = ${account}`);

    expect(await findTotals(db)).toEqual(before);
    expect(one(await db.query(sql`select sum(balance)::bigint as sum from ledger.account`))).toEqual({ sum: 1n });
  });
});
