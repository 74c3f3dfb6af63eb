import { expect, it } from "vitest";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { CHART } from "./chart.ts";

onDatabase("the chart of accounts", (database) => {
  it("is what the database has, by the same numbers", async () => {
    const rows = await database().db.query(sql`
      select kind as name, no
        from ledger.account
       where no < 1000
       order by no`);

    expect(rows).toEqual(Object.entries(CHART).map(([name, { no }]) => ({ name, no })));
  });

  it("is what the functions of other slices find by name", async () => {
    for (const [name, { no }] of Object.entries(CHART)) {
      const rows = await database().db.query<{ no: bigint }>(sql`select ledger.system(${name}) as no`);
      expect(one(rows).no).toBe(no);
    }
    await expect(database().db.query(sql`select ledger.system('slush_fund')`)).rejects.toThrow(/no "slush_fund"/);
  });

  it("says of each whether its money is owed, held or the operator's own, and ledger.own_money() sums these", async () => {
    const { admin } = database();
    await admin.query(
      sql`update ledger.account set balance = (7 * no * no * no) % 1009 where no < 1000 and floor is null`,
    );
    const rows = await admin.query<{ no: bigint; balance: bigint }>(
      sql`select no, balance from ledger.account where no < 1000`,
    );
    const balances = new Map(rows.map(({ no, balance }) => [no, balance]));
    const own = Object.values(CHART).filter(({ side }) => side === "own");
    const sum = own.reduce((total, { no }) => total + (balances.get(no) ?? 0n), 0n);
    expect(one(await admin.query(sql`select ledger.own_money() as sum`))).toEqual({ sum });
    await admin.query(sql`update ledger.account set balance = 0 where no < 1000`);
  });

  it("says what each account is for in a sentence", () => {
    for (const { isFor } of Object.values(CHART)) expect(isFor).toMatch(/^[A-Z].{20,}\.$/);
  });

  it("opens accounts for customers only, and numbers them as they were asked for", async () => {
    const { no } = one(
      await database().db.query<{ no: (bigint | null)[] }>(sql`
        select ledger.open_accounts(array['wallet', null, 'wallet', 'wallet']) as no`),
    );
    const first = no[0] ?? 0n;

    expect(first).toBeGreaterThanOrEqual(1000n);
    expect(no).toEqual([first, null, first + 1n, first + 2n]);
    await expect(database().db.query(sql`select ledger.open_accounts(array['reserved'])`)).rejects.toThrow(/wallet/);
  });

  it("cannot be rewritten by the application", async () => {
    for (const statement of [
      sql`update ledger.posting set amount = 1`,
      sql`delete from ledger.posting`,
      sql`truncate ledger.posting`,
      sql`truncate ledger.spend_hour`,
      sql`delete from ledger.account`,
      sql`delete from ledger.book`,
    ])
      await expect(database().db.query(statement), statement.text).rejects.toMatchObject({ code: "42501" });
  });
});
