import { expect, it } from "vitest";
import type { EventRecord } from "#events";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { eventBodies } from "./event-bodies.ts";
import { withdrawLinks } from "./model/withdraw-offer.ts";
import { BASE_URL, DAY, givenVouchers } from "./testing/vouchers.harness.ts";

onDatabase("the events of vouchers and withdrawal requests", (database) => {
  async function given() {
    const vouchers = await givenVouchers(database());
    const { admin, db } = database();
    const owner = vouchers.issuer.wallet.owner.id;
    await admin.query(sql`
      insert into events.listening (owner_id, until)
      values (${owner}, '2999-01-01')
          on conflict do nothing`);
    const events = async () =>
      await db.query<EventRecord>(sql`
        select id, owner_id as "ownerId", type, object_id as "objectId", sequence, facts, created_at as "createdAt"
          from events.event
         where owner_id = ${owner}
           and type not like 'payment.%'
         order by no`);
    return { ...vouchers, events };
  }

  it("say how each has ended, once, with what it is by then and without its token", async () => {
    const { issue, redeem, revoke, claim, later, events } = await given();
    const redeemed = await issue();
    await redeem(redeemed);
    const revoked = await issue();
    await revoke(revoked);
    const paid = await issue();
    await claim(paid);
    await later(5_000);
    const withdrawn = await issue("withdrawal", { internalId: "round-7", callbackUrl: "https://shop.example/hook" });
    await claim(withdrawn);
    await later(5_000);
    const [expired, unclaimed] = [
      await issue("voucher", { expirySeconds: 60 }),
      await issue("withdrawal", { expirySeconds: 60 }),
    ];
    await later(DAY);

    const found = await events();
    const types = new Map(found.map(({ objectId, type }) => [objectId, type]));
    expect(found).toHaveLength(6);
    const expected = [
      [redeemed, "voucher.redeemed"],
      [revoked, "voucher.revoked"],
      [paid, "voucher.redeemed"],
      [withdrawn, "withdrawal.completed"],
      [expired, "voucher.expired"],
      [unclaimed, "withdrawal.expired"],
    ] as const;
    for (const [{ voucher }, type] of expected) expect(types.get(voucher.id)).toBe(type);

    const bodies = await eventBodies(database().db, found);
    const text = JSON.stringify([...bodies.values()]);
    const all = [redeemed, revoked, paid, expired, withdrawn, unclaimed];
    for (const secret of all) {
      expect(text).not.toContain(secret.token);
      expect(text).not.toContain(withdrawLinks(BASE_URL, secret.token, undefined).request);
    }
    const of = ({ voucher }: typeof paid) =>
      bodies.get(found.find(({ objectId }) => objectId === voucher.id)?.id as never)?.data;
    expect(of(paid)).toMatchObject({
      status: "redeemed",
      redeemedById: null,
      redeemedTransactionId: expect.any(String),
    });
    expect(of(withdrawn)).toMatchObject({ status: "completed", fee: "1500", internalId: "round-7", invoice: null });
    expect(of(expired)).toMatchObject({ status: "expired", revokedById: null, revokedAt: expect.any(String) });
  });
});
