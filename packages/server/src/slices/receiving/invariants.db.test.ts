import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { type Statement, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { creditReceipt } from "./credit/credit-receipt.ts";
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

  it("notice that a receipt was said to be credited and is not there", async () => {
    const { db, admin } = database();
    const { wallet } = await givenCaller(database());
    await givenEndpoint(db, wallet.owner.id);
    const append = (id: string, facts: object | null) => sql`
      select events.append_many(
               now(), array[${crypto.randomUUID()}]::uuid[], array[${wallet.owner.id}]::uuid[],
               array['receipt.credited'], array[${id}]::uuid[], array[1],
               array[${facts && JSON.stringify(facts)}]::jsonb[], null, null)`;
    const lost = crypto.randomUUID();
    const ofPayment = crypto.randomUUID(); // compared by payments
    await db.query(append(ofPayment, { walletId: wallet.id }));
    const found = await whenDamaged(
      append(lost, null),
      sql`with gone as (delete from events.delivery d using events.event e where e.id = d.event_id and e.object_id = ${lost})
          delete from events.event where object_id = ${lost}`,
    );
    expect(found).toEqual([`receipt.credited of ${lost} has no event, more than one, or one of something else`]);
    await admin.query(sql`truncate events.event, events.delivery cascade`);
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
