import { expect, it } from "vitest";
import { runAudit } from "#audit";
import { sats } from "#kernel/money.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { payToEmail } from "./email/pay-to-email.ts";
import { invariants } from "./invariants.ts";
import { projectOf } from "./testing/email.harness.ts";
import { givenVouchers } from "./testing/vouchers.harness.ts";

type Ids = Readonly<Record<"open" | "mailed" | "redeemed" | "revoked" | "paid" | "withdrawn", string>>;

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
      "our fee on one that was mailed",
      ["I7"],
      (admin, { mailed }) =>
        admin.query(sql`update vouchers.voucher set our_fee_msats = our_fee_msats - 1 where id = ${mailed}`),
    ],
    [
      "the posting of our fee",
      ["I7"],
      (admin, { mailed }) =>
        admin.query(
          sql`update ledger.posting set amount = amount + 1 where cause = ${mailed} and cause_kind = 'voucher_fee'`,
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
    [
      "the event of a withdrawal request with a callbackUrl, by deleting it",
      ["I13v"],
      async (admin, { withdrawn }) => {
        await admin.query(sql`delete from events.delivery`);
        await admin.query(sql`delete from events.event where object_id = ${withdrawn}`);
      },
    ],
    [
      "an event of its end, which is there twice",
      ["I13v"],
      (admin, { withdrawn }) =>
        admin.query(sql`
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select gen_random_uuid(), owner_id, type, object_id, sequence + 1, true, -1, created_at
          from events.event
         where object_id = ${withdrawn}`),
    ],
    [
      "an event, which says another end",
      ["I13v"],
      (admin, { withdrawn }) =>
        admin.query(sql`update events.event set type = 'withdrawal.expired' where object_id = ${withdrawn}`),
    ],
    [
      "an event, which is another owner's",
      ["I13v"],
      (admin, { withdrawn }) =>
        admin.query(sql`update events.event set owner_id = object_id where object_id = ${withdrawn}`),
    ],
    [
      "an event of an open one",
      ["I13v"],
      (admin, { open, revoked }) =>
        admin.query(sql`
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select gen_random_uuid(), owner_id, 'voucher.revoked', ${open}, 1, true, -1, ended_at
          from vouchers.voucher
         where id = ${revoked}`),
    ],
    [
      "an event of none",
      ["I13v"],
      (admin) =>
        admin.query(sql`
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select gen_random_uuid(), owner_id, type, gen_random_uuid(), 1, true, -1, created_at
          from events.event
         where type = 'withdrawal.completed'`),
    ],
  ];

onDatabase("an audit of damaged vouchers", (database) => {
  const seenBy = async () =>
    (await runAudit({ db: database().db, invariants: invariants(machineClock) }))
      .filter(({ breaches }) => breaches.length > 0)
      .map(({ id }) => id);

  it("sees each damage, and nothing in what is whole", async () => {
    const { issue, redeem, revoke, claim, later, world, deps, issuer } = await givenVouchers(database());
    const [open, redeemed, revoked, paid, claiming] = [
      await issue(),
      await issue(),
      await issue(),
      await issue(),
      await issue(),
    ];
    const mailed = await payToEmail(deps.email, {
      ...{ caller: issuer, projectId: projectOf(issuer), email: emailAddress("damage@example.com") },
      ...{ amount: sats(500n), comment: "", idempotencyKey: undefined },
    });
    await redeem(redeemed);
    await revoke(revoked);
    await claim(paid);
    const withdrawn = await issue("withdrawal", { callbackUrl: "https://shop.example/hook" });
    await claim(withdrawn);
    await later(5_000);
    world.node.plan = holds();
    await claim(claiming);
    await world.settled();
    const ids = {
      open: open.voucher.id,
      mailed: mailed.payment.voucher.id,
      redeemed: redeemed.voucher.id,
      revoked: revoked.voucher.id,
      paid: paid.voucher.id,
      withdrawn: withdrawn.voucher.id,
    };
    expect(await seenBy()).toEqual([]);

    const { admin } = database();
    await keep(admin);
    for (const [what, expected, damage] of DAMAGES) {
      await damage(admin, ids);
      expect([what, await seenBy()]).toEqual([what, expected]);
      await putBack(admin);
    }
    expect(await seenBy()).toEqual([]);
  });
});

async function keep(admin: Db): Promise<void> {
  await admin.query(sql`create table public.kept as select * from vouchers.voucher`);
  await admin.query(sql`create table public.kept_posting as select * from ledger.posting`);
  await admin.query(sql`create table public.kept_account as select * from ledger.account`);
  await admin.query(sql`create table public.kept_event as select * from events.event`);
  await admin.query(sql`create table public.kept_delivery as select * from events.delivery`);
}

async function putBack(admin: Db): Promise<void> {
  await admin.query(sql`delete from vouchers.voucher`);
  await admin.query(sql`insert into vouchers.voucher select * from public.kept`);
  await admin.query(sql`update ledger.posting p set amount = k.amount from public.kept_posting k where k.no = p.no`);
  await admin.query(sql`update ledger.account a set balance = k.balance from public.kept_account k where k.no = a.no`);
  await admin.query(sql`delete from events.delivery`);
  await admin.query(sql`delete from events.event`);
  await admin.query(sql`insert into events.event select * from public.kept_event`);
  await admin.query(sql`insert into events.delivery select * from public.kept_delivery`);
}
