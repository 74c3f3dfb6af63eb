import { expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { sats } from "#kernel/money.ts";
import { sql, type Tx } from "#platform/database/db.ts";
import { type Damage, seenAfter, unseenOf, withoutTimes } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { withPolicy } from "#slices/payments/testing/key-policy.harness.ts";
import { payToEmail } from "./email/pay-to-email.ts";
import { invariants } from "./invariants.ts";
import { DAY, givenVouchers } from "./testing/vouchers.harness.ts";

/**
 * Of vouchers, and of withdrawal requests: `asked` is open, `withdrawn` was taken. `counted` counts on the budget of
 * its key.
 */
type Ids = Readonly<
  Record<"open" | "mailed" | "redeemed" | "revoked" | "paid" | "counted" | "asked" | "withdrawn", string>
>;

/** Changes one side of the postings of a voucher. */
const changePosting = (tx: Tx, id: string, kind: string, side: "debit" | "credit" | "transfer") =>
  tx.query(sql`
    update ledger.posting
       set debit = debit + case ${side} when 'debit' then 1 else 0 end,
           credit = credit + case ${side} when 'credit' then 1 else 0 end,
           transfer = case ${side} when 'transfer' then gen_random_uuid() else transfer end
     where cause = ${id}
       and cause_kind = ${kind}`);
const POSTINGS = [
  ["open", "voucher", "debit"],
  ["open", "voucher", "credit"],
  ["open", "voucher", "transfer"],
  ["mailed", "voucher_fee", "debit"],
  ["mailed", "voucher_fee", "credit"],
  ["mailed", "voucher_fee", "transfer"],
  ["redeemed", "voucher_ended", "debit"],
  ["redeemed", "voucher_ended", "transfer"],
  ["revoked", "voucher_ended", "credit"],
  ["paid", "voucher_ended", "credit"],
  ["paid", "voucher_ended", "transfer"],
] as const;

const DAMAGES: readonly Damage<Ids>[] = [
  [
    "the amount of an open one",
    ["I7", "I7v"],
    (tx, { open }) => tx.query(sql`update vouchers.voucher set amount_msats = amount_msats + 1 where id = ${open}`),
  ],
  [
    "a redeemed one, which is open again",
    ["I7", "I7v"],
    (tx, { redeemed }) =>
      tx.query(sql`
        update vouchers.voucher
           set state = 'open', due_at = expires_at, ended_at = null, ended_by = null, end_transfer_id = null
         where id = ${redeemed}`),
  ],
  [
    "one that was paid out, which is open again",
    ["I7", "I7v"],
    (tx, { paid }) =>
      tx.query(sql`
        update vouchers.voucher
           set state = 'open', due_at = expires_at, ended_at = null, end_transfer_id = null, payment_id = null, invoice = null,
               payment_hash = null, claim_msats = null
         where id = ${paid}`),
  ],
  [
    "an open one, which is revoked without its transfer",
    ["I7", "I7v"],
    (tx, { open }) =>
      tx.query(sql`
        update vouchers.voucher
           set state = 'revoked', due_at = null, ended_at = created_at
         where id = ${open}`),
  ],
  [
    "the transfer of one that was revoked",
    ["I7"],
    (tx, { revoked }) => tx.query(sql`update vouchers.voucher set end_transfer_id = id where id = ${revoked}`),
  ],
  [
    "a voucher, by deleting it",
    ["I7", "I7v"],
    (tx, { open }) => tx.query(sql`delete from vouchers.voucher where id = ${open}`),
  ],
  [
    "the issuer of one that was revoked",
    ["I7"],
    (tx, { revoked }) => tx.query(sql`update vouchers.voucher set account_no = account_no + 1 where id = ${revoked}`),
  ],
  [
    "the payment of one that was paid out",
    ["I7"],
    (tx, { paid }) => tx.query(sql`update vouchers.voucher set payment_id = id where id = ${paid}`),
  ],
  [
    "the posting that took back a voucher, of which half has gone",
    ["I7"],
    (tx, { revoked }) =>
      tx.query(
        sql`update ledger.posting set amount = amount / 2 where cause = ${revoked} and cause_kind = 'voucher_ended'`,
      ),
  ],
  [
    "our fee on one that was mailed",
    ["I7"],
    (tx, { mailed }) =>
      tx.query(sql`update vouchers.voucher set our_fee_msats = our_fee_msats - 1 where id = ${mailed}`),
  ],
  [
    "the posting of our fee",
    ["I7"],
    (tx, { mailed }) =>
      tx.query(
        sql`update ledger.posting set amount = amount + 1 where cause = ${mailed} and cause_kind = 'voucher_fee'`,
      ),
  ],
  ...POSTINGS.map(
    ([which, kind, side]): Damage<Ids> => [
      `the ${side} of a posting of one that is ${which}, of the kind ${kind}`,
      ["I7"],
      (tx, ids) => changePosting(tx, ids[which], kind, side),
    ],
  ),
  [
    "the posting of an open one, which stands in two",
    ["I7"],
    async (tx, { open }) => {
      await tx.query(sql`update ledger.posting set amount = amount - 1 where cause = ${open}`);
      await tx.query(sql`
          insert into ledger.posting
          select -1, transfer, debit, credit, 1, 0, 0, 0, 0, cause_kind, cause, at, hash
            from ledger.posting
           where cause = ${open}`);
    },
  ],
  [
    "what a budget counts in its hour",
    ["I16"],
    (tx) => tx.query(sql`update projects.key_policy set spent_hour = spent_hour - 1, spent_day = spent_day - 1`),
  ],
  [
    "what a budget counts in all",
    ["I16"],
    (tx) => tx.query(sql`update projects.key_policy set spent_day = spent_day - 1`),
  ],
  [
    "the hour of a voucher, after the newest that its budget knows",
    ["I16"],
    async (tx, { counted }) => {
      await tx.query(sql`update projects.key_policy set spent_hour = 0, spent_day = 0`);
      await tx.query(sql`update vouchers.voucher set key_hour = key_hour + 1 where id = ${counted}`);
    },
  ],
  [
    "the balance of the account",
    ["I7v"],
    (tx) =>
      tx.query(sql`update ledger.account set balance = balance + 1 where no = ledger.system('vouchers_outstanding')`),
  ],
  [
    "the event of a withdrawal request with a callbackUrl, by deleting it",
    ["I13v"],
    async (tx, { withdrawn }) => {
      await tx.query(sql`delete from events.delivery`);
      await tx.query(sql`delete from events.event where object_id = ${withdrawn}`);
    },
  ],
  [
    "an event of its end, which is there twice",
    ["I13v"],
    (tx, { withdrawn }) =>
      tx.query(sql`
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select gen_random_uuid(), owner_id, type, object_id, sequence + 1, true, -1, created_at
          from events.event
         where object_id = ${withdrawn}`),
  ],
  [
    "an event, which says another end",
    ["I13v"],
    (tx, { withdrawn }) =>
      tx.query(sql`update events.event set type = 'withdrawal.expired' where object_id = ${withdrawn}`),
  ],
  [
    "the delivery to a callbackUrl, by deleting it",
    ["I13v"],
    (tx, { withdrawn }) =>
      tx.query(sql`
        delete from events.delivery d
         using events.event e
         where e.id = d.event_id
           and e.object_id = ${withdrawn}`),
  ],
  [
    "an event, which is another owner's",
    ["I13v"],
    (tx, { withdrawn }) => tx.query(sql`update events.event set owner_id = object_id where object_id = ${withdrawn}`),
  ],
  [
    "an event of an open one",
    ["I13v"],
    (tx, { open, revoked }) =>
      tx.query(sql`
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select gen_random_uuid(), owner_id, 'voucher.revoked', ${open}, 1, true, -1, ended_at
          from vouchers.voucher
         where id = ${revoked}`),
  ],
  [
    "an event of a withdrawal request that waits",
    ["I13v"],
    (tx, { asked, withdrawn }) =>
      tx.query(sql`
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select gen_random_uuid(), owner_id, 'withdrawal.expired', ${asked}, 1, true, -1, ended_at
          from vouchers.voucher
         where id = ${withdrawn}`),
  ],
  [
    "an event of none",
    ["I13v"],
    (tx) =>
      tx.query(sql`
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select gen_random_uuid(), owner_id, type, gen_random_uuid(), 1, true, -1, created_at
          from events.event
         where type = 'withdrawal.completed'`),
  ],
];

onDatabase("an audit of damaged vouchers", (database) => {
  const seenBy = (clock: Clock, damage?: (tx: Tx) => Promise<unknown>) =>
    seenAfter(database().admin, withoutTimes(invariants(clock)), damage);

  async function given() {
    const { issue, issueAll, redeem, revoke, claim, later, world, deps, issuer, clock } = await givenVouchers(
      database(),
    );
    const [open, redeemed, revoked, paid, claiming] = [
      await issue(),
      await issue(),
      await issue(),
      await issue(),
      await issue(),
    ];
    const mailed = await payToEmail(deps.email, {
      caller: issuer,
      email: emailAddress("damage@example.com"),
      amount: sats(500n),
      comment: "",
    });
    const caller = await withPolicy(database(), issuer, { daily: sats(10_000n) });
    const [counted] = (await issueAll([{}], { caller })).issued;
    await redeem(redeemed);
    await revoke(revoked);
    await claim(paid);
    const withdrawn = await issue("withdrawal", { callbackUrl: "https://shop.example/hook" });
    await claim(withdrawn);
    const asked = await issue("withdrawal");
    await later(5_000);
    world.node.plan = holds();
    await claim(claiming);
    await world.settled();
    const ids: Ids = {
      open: open.voucher.id,
      mailed: mailed.payment.voucher.id,
      redeemed: redeemed.voucher.id,
      revoked: revoked.voucher.id,
      paid: paid.voucher.id,
      counted: counted?.voucher.id ?? "",
      asked: asked.voucher.id,
      withdrawn: withdrawn.voucher.id,
    };
    return { ids, clock };
  }

  it("sees each damage, and nothing in what is whole", async () => {
    const { ids, clock } = await given();
    expect(await seenBy(clock)).toEqual([]);
    expect(await unseenOf(database().admin, withoutTimes(invariants(clock)), DAMAGES, ids)).toEqual([]);
    expect(await seenBy(clock)).toEqual([]);
  });

  it("does not miss the events of vouchers that ended before events are kept", async () => {
    const { clock } = await given();
    const without = (tx: Tx) => tx.query(sql`truncate events.event, events.delivery cascade`);
    expect(await seenBy(clock, without)).toEqual(["I13v"]);
    clock.advance(91 * DAY);
    expect(await seenBy(clock, without)).toEqual([]);
  });
});
