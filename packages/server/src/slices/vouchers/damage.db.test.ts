import { expect, it } from "vitest";
import { runAudit } from "#audit";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { invariants } from "./invariants.ts";
import { givenVouchers } from "./testing/vouchers.harness.ts";

type Ids = { readonly open: string; readonly redeemed: string; readonly revoked: string; readonly paid: string };

/** What somebody with all rights may do to the tables by hand, and which invariants must see it. */
const DAMAGES: readonly [what: string, seenBy: readonly string[], damage: (admin: Db, ids: Ids) => Promise<unknown>][] =
  [
    [
      "the amount of an open one",
      ["I7", "I7v"],
      (admin, { open }) =>
        admin.query(sql`update vouchers.voucher set amount_msats = amount_msats + 1 where id = ${open}`),
    ],
    [
      "a redeemed one, which is open again",
      ["I7", "I7v"],
      (admin, { redeemed }) =>
        admin.query(sql`
        update vouchers.voucher
           set state = 'open', due_at = expires_at, ended_at = null, ended_by = null, end_transfer_id = null
         where id = ${redeemed}`),
    ],
    [
      "one that was paid out, which is open again",
      ["I7", "I7v"],
      (admin, { paid }) =>
        admin.query(sql`
        update vouchers.voucher
           set state = 'open', due_at = expires_at, ended_at = null, end_transfer_id = null, payment_id = null, invoice = null,
               payment_hash = null, claim_msats = null
         where id = ${paid}`),
    ],
    [
      "an open one, which is revoked without its transfer",
      ["I7", "I7v"],
      (admin, { open }) =>
        admin.query(sql`
        update vouchers.voucher
           set state = 'revoked', due_at = null, ended_at = created_at
         where id = ${open}`),
    ],
    [
      "the transfer of one that was revoked",
      ["I7"],
      (admin, { revoked }) => admin.query(sql`update vouchers.voucher set end_transfer_id = id where id = ${revoked}`),
    ],
    [
      "a voucher, by deleting it",
      ["I7", "I7v"],
      (admin, { open }) => admin.query(sql`delete from vouchers.voucher where id = ${open}`),
    ],
    [
      "the issuer of one that was revoked",
      ["I7"],
      (admin, { revoked }) =>
        admin.query(sql`update vouchers.voucher set account_no = account_no + 1 where id = ${revoked}`),
    ],
    [
      "the payment of one that was paid out",
      ["I7"],
      (admin, { paid }) => admin.query(sql`update vouchers.voucher set payment_id = id where id = ${paid}`),
    ],
    [
      "the posting that took back a voucher, of which half has gone",
      ["I7"],
      (admin, { revoked }) =>
        admin.query(
          sql`update ledger.posting set amount = amount / 2 where cause = ${revoked} and cause_kind = 'voucher_ended'`,
        ),
    ],
    [
      "the balance of the account",
      ["I7v"],
      (admin) =>
        admin.query(
          sql`update ledger.account set balance = balance + 1 where no = ledger.system('vouchers_outstanding')`,
        ),
    ],
  ];

onDatabase("an audit of damaged vouchers", (database) => {
  const seenBy = async () =>
    (await runAudit({ db: database().db, invariants }))
      .filter(({ breaches }) => breaches.length > 0)
      .map(({ id }) => id);

  it("sees each damage, and nothing in what is whole", async () => {
    const { issue, redeem, revoke, claim, later, world } = await givenVouchers(database());
    const [open, redeemed, revoked, paid, claiming] = [
      await issue(),
      await issue(),
      await issue(),
      await issue(),
      await issue(),
    ];
    await redeem(redeemed);
    await revoke(revoked);
    await claim(paid);
    await later(5_000);
    world.node.plan = holds();
    await claim(claiming);
    await world.settled();
    const ids = {
      open: open.voucher.id,
      redeemed: redeemed.voucher.id,
      revoked: revoked.voucher.id,
      paid: paid.voucher.id,
    };
    expect(await seenBy()).toEqual([]);

    const { admin } = database();
    for (const [what, expected, damage] of DAMAGES) {
      await admin.query(sql`create table if not exists public.kept as select * from vouchers.voucher`);
      await admin.query(sql`create table if not exists public.kept_posting as select * from ledger.posting`);
      await admin.query(sql`create table if not exists public.kept_account as select * from ledger.account`);
      await damage(admin, ids);
      expect([what, await seenBy()]).toEqual([what, expected]);
      await admin.query(sql`delete from vouchers.voucher`);
      await admin.query(sql`insert into vouchers.voucher select * from public.kept`);
      await admin.query(
        sql`update ledger.posting p set amount = k.amount from public.kept_posting k where k.no = p.no`,
      );
      await admin.query(
        sql`update ledger.account a set balance = k.balance from public.kept_account k where k.no = a.no`,
      );
    }
    expect(await seenBy()).toEqual([]);
  });
});
