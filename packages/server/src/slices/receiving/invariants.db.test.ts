import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { type Statement, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { creditReceipt } from "./credit-receipt.ts";
import { breaches, creditDeps, givenCaller, givenCharge } from "./testing/receiving.harness.ts";

onDatabase("the invariants of receiving", (database) => {
  /** Credits a charge, damages the database by hand, reads the audit and puts the damage right. */
  const whenDamaged = async (damage: Statement, repair: Statement) => {
    await database().admin.query(damage);
    const found = await breaches(database());
    await database().admin.query(repair);
    expect(await breaches(database())).toEqual([]);
    return found;
  };
  const givenReceipt = async () => {
    const charge = await givenCharge(database(), await givenCaller(database()));
    const { paymentHash } = charge;
    const receipt = { paymentHash, amount: msats(10_000n), cost: msats(0n), settledAt: new Date() };
    await creditReceipt(creditDeps(database()), receipt, undefined);
    return charge;
  };

  it("notice a receipt whose amount was changed", async () => {
    const { id } = await givenReceipt();
    const found = await whenDamaged(
      sql`update receiving.receipt set amount_msats = 10001 where charge_id = ${id}`,
      sql`update receiving.receipt set amount_msats = 10000 where charge_id = ${id}`,
    );
    expect(found).toHaveLength(3);
    expect(found[2]).toBe(`charge ${id} says 10000 msats, its receipts say 10001`);
  });

  it("notice a posting whose receipt is gone", async () => {
    const { id, paymentHash } = await givenReceipt();
    await database().admin.query(sql`create table public.lost as table receiving.receipt`);
    const found = await whenDamaged(
      sql`delete from receiving.receipt where charge_id = ${id}`,
      sql`insert into receiving.receipt select * from public.lost where payment_hash = ${paymentHash}`,
    );
    expect(found).toHaveLength(2);
  });

  it("notice a receipt that claims to come from an internal payment", async () => {
    const { id } = await givenReceipt();
    const found = await whenDamaged(
      sql`update receiving.receipt set via = 'ledger' where charge_id = ${id}`,
      sql`update receiving.receipt set via = 'node' where charge_id = ${id}`,
    );
    expect(found).toHaveLength(2);
    expect(found[1]).toMatch(/^payment .* took a charge/);
  });
});
