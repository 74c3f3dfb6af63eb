import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { sql, type Tx } from "#platform/database/db.ts";
import { type Damage, seenAfter, unseenOf, withoutTimes } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createCharge } from "#receiving";
import { givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { invariants } from "./invariants.ts";
import { findPayment } from "./store/payments.ts";
import { givenDriving } from "./testing/driving.harness.ts";

const CALLBACK = "https://shop.example/paid";
const HOUR = 3_600_000;
const NOBODY = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

/** Of payments. `internal` paid a wallet, `own` an invoice of our own node. */
type Ids = Readonly<Record<"completed" | "failed" | "pending" | "internal" | "own", string>>;

/** One posting more of `id`, like its first one of the kind `from`. */
const post = (tx: Tx, id: string, from: string, kind: string, amount: bigint) =>
  tx.query(sql`
    insert into ledger.posting
    select -1, transfer, debit, debit + 1, ${amount}, 0, 0, 0, 0, ${kind}, cause, at, hash
      from ledger.posting
     where cause = ${id}
       and cause_kind = ${from}
     order by no
     limit 1`);
/**
 * Changes the amount of the posting with which `id` gave something to the account of this name, or back to its payer.
 */
const change = (tx: Tx, id: string, to: string, by: bigint) =>
  tx.query(sql`
    update ledger.posting l
       set amount = l.amount + ${by}
      from payments.payment p
     where p.id = ${id}
       and l.cause = p.id
       and l.cause_kind = 'payment_finished'
       and l.credit = case ${to} when 'payer' then p.account_no else ledger.system(${to}) end`);
const holdMore = (tx: Tx, by: bigint) =>
  tx.query(sql`update ledger.account set balance = balance + ${by} where no = ledger.system('reserved')`);

const OF_MONEY: readonly Damage<Ids>[] = [
  [
    "the amount of one that is pending",
    ["I4", "I4r"],
    (tx, { pending }) =>
      tx.query(sql`update payments.payment set amount_msats = amount_msats + 1 where id = ${pending}`),
  ],
  [
    "the fee limit of one that failed",
    ["I4", "I5"],
    (tx, { failed }) =>
      tx.query(sql`update payments.payment set fee_limit_msats = fee_limit_msats - 1 where id = ${failed}`),
  ],
  [
    "the fee of one that completed",
    ["I5"],
    (tx, { completed }) => tx.query(sql`update payments.payment set fee_msats = fee_msats + 1 where id = ${completed}`),
  ],
  [
    "a payment, whose postings have another cause",
    ["I4", "I5"],
    (tx, { completed }) => tx.query(sql`update ledger.posting set cause = ${NOBODY} where cause = ${completed}`),
  ],
  [
    "the reservation of one that is pending, by deleting it",
    ["I4"],
    (tx, { pending }) => tx.query(sql`delete from ledger.posting where cause = ${pending}`),
  ],
  [
    "the reservation, which stands in two postings",
    ["I4"],
    async (tx, { pending }) => {
      await tx.query(sql`update ledger.posting set amount = amount - 1 where cause = ${pending}`);
      await post(tx, pending, "payment", "payment", 1n);
    },
  ],
  [
    "what one that completed gave to the node",
    ["I4"],
    (tx, { completed }) => change(tx, completed, "lightning_node", -1n),
  ],
  [
    "what one that completed gave back, for the node's good",
    ["I5"],
    async (tx, { completed }) => {
      await change(tx, completed, "payer", -1n);
      await change(tx, completed, "lightning_node", 1n);
    },
  ],
  [
    "what one that completed gave back, at the node's cost",
    ["I5"],
    async (tx, { completed }) => {
      await change(tx, completed, "payer", 1n);
      await change(tx, completed, "lightning_node", -1n);
    },
  ],
  [
    "who got back the money of one that failed",
    ["I5"],
    (tx, { failed }) =>
      tx.query(
        sql`update ledger.posting set credit = credit + 1 where cause = ${failed} and cause_kind = 'payment_finished'`,
      ),
  ],
  [
    "what one that failed gave back, of which a part has gone",
    ["I4", "I5"],
    (tx, { failed }) => change(tx, failed, "payer", -1n),
  ],
  [
    "the transfer of one that completed, which is torn in two",
    ["I4"],
    (tx, { completed }) =>
      tx.query(sql`
        update ledger.posting
           set transfer = ${NOBODY}
         where cause = ${completed}
           and credit = ledger.system('lightning_node')`),
  ],
  [
    "one that is pending, which has given out something",
    ["I4"],
    (tx, { pending }) => post(tx, pending, "payment", "payment_finished", 1n),
  ],
  [
    "an internal one, which has given out something besides",
    ["I4"],
    (tx, { internal }) => post(tx, internal, "payment", "payment_finished", 1n),
  ],
  [
    "the transfer of an invoice of our own, by deleting it",
    ["I4"],
    (tx, { own }) => tx.query(sql`delete from ledger.posting where cause = ${own} and cause_kind = 'payment_finished'`),
  ],
  ["the account of reservations, which holds too much", ["I4r"], (tx) => holdMore(tx, 1n)],
  ["the account of reservations, which holds too little", ["I4r"], (tx) => holdMore(tx, -1n)],
];

const OF_EVENTS: readonly Damage<Ids>[] = [
  [
    "the event of one that completed, by deleting it",
    ["I13p"],
    async (tx, { completed }) => {
      await tx.query(sql`
        delete from events.delivery d using events.event e where e.id = d.event_id and e.object_id = ${completed}`);
      await tx.query(sql`delete from events.event where object_id = ${completed}`);
    },
  ],
  [
    "the event of one that failed, by deleting it",
    ["I13p"],
    async (tx, { failed }) => {
      await tx.query(sql`
        delete from events.delivery d using events.event e where e.id = d.event_id and e.object_id = ${failed}`);
      await tx.query(sql`delete from events.event where object_id = ${failed}`);
    },
  ],
  [
    "the delivery to a callbackUrl",
    ["I13p"],
    (tx, { completed }) =>
      tx.query(sql`
        delete from events.delivery d using events.event e where e.id = d.event_id and e.object_id = ${completed}`),
  ],
  [
    "an event, which says the opposite",
    ["I13p"],
    (tx, { completed }) =>
      tx.query(sql`update events.event set type = 'payment.failed' where object_id = ${completed}`),
  ],
  [
    "an event, which is another project's",
    ["I13p"],
    (tx, { completed }) => tx.query(sql`update events.event set owner_id = ${NOBODY} where object_id = ${completed}`),
  ],
  [
    "an event, which is there twice",
    ["I13p"],
    (tx, { internal }) =>
      tx.query(sql`
        insert into events.event
        select ${NOBODY}, owner_id, type, object_id, sequence + 1, facts, true, -no, created_at
          from events.event
         where object_id = ${internal}
           and type = 'payment.completed'`),
  ],
  [
    "an event of one that is pending",
    ["I13p"],
    (tx, { completed, pending }) =>
      tx.query(sql`
        insert into events.event
        select ${NOBODY}, owner_id, type, ${pending}, sequence, facts, true, -no, created_at
          from events.event
         where object_id = ${completed}`),
  ],
  [
    "an event of none",
    ["I13p"],
    (tx, { internal }) =>
      tx.query(sql`
        insert into events.event
        select gen_random_uuid(), owner_id, type, ${NOBODY}, sequence, facts, true, -no, created_at
          from events.event
         where object_id = ${internal}
           and type = 'payment.completed'`),
  ],
  [
    "a receipt, which is there twice",
    ["I13p"],
    (tx, { internal }) =>
      tx.query(sql`
        insert into events.event
        select ${NOBODY}, owner_id, type, object_id, sequence + 1, facts, true, -no, created_at
          from events.event
         where object_id = ${internal}
           and type = 'receipt.credited'`),
  ],
  [
    "a receipt, which is another project's",
    ["I13p"],
    (tx, { internal }) =>
      tx.query(sql`
        update events.event
           set owner_id = ${NOBODY}
         where object_id = ${internal}
           and type = 'receipt.credited'`),
  ],
  [
    "a receipt, which is another wallet's",
    ["I13p"],
    (tx, { internal }) =>
      tx.query(sql`
        update events.event
           set facts = jsonb_build_object('walletId', ${NOBODY}::text)
         where object_id = ${internal}
           and type = 'receipt.credited'`),
  ],
  ...(["failed", "own"] as const).map(
    (of): Damage<Ids> => [
      `a receipt, which is of one that ${of === "own" ? "has a charge" : of}`,
      ["I13p"],
      async (tx, ids) => {
        await tx.query(sql`update payments.payment set recipient_no = q.recipient_no from payments.payment q
                            where payment.id = ${ids[of]} and q.id = ${ids.internal}`);
        await tx.query(sql`
          update events.event
             set object_id = ${ids[of]}
           where object_id = ${ids.internal}
             and type = 'receipt.credited'`);
      },
    ],
  ),
];

onDatabase("an audit of damaged payments", (database) => {
  /** With a payment of each kind, also one whose route took more than its fee limit. */
  async function given() {
    const driving = await givenDriving(database());
    const { world, pay, clock } = driving;
    const payee = await world.project("payee", msats(0n));
    await givenEndpoint(database().db, payee.wallet.owner.id, { types: ["receipt.credited"] });
    const told = { callbackUrl: CALLBACK };
    world.node.plan = settles({ fee: msats(10_123n) });
    await pay(told);
    world.node.plan = settles({ fee: msats(7n) });
    const completed = await pay(told);
    world.node.plan = fails();
    const failed = await pay(told);
    world.node.plan = holds();
    const pending = await pay(told);
    const internal = await pay({ ...told, destination: { kind: "wallet", walletId: payee.wallet.id } });
    const { charge } = await createCharge(
      { ...world.drive, ...world.pay },
      { caller: payee, amount: sats(100n), description: "an order", expirySeconds: 3_600 },
    );
    const own = await pay({ destination: { kind: "invoice", invoice: charge.invoice }, amount: undefined });
    const kinds = [completed, failed, pending, internal, own].map(({ progress }) => progress.kind);
    expect(kinds).toEqual(["completed", "failed", "in_flight", "completed", "completed"]);
    const ids: Ids = {
      completed: completed.id,
      failed: failed.id,
      pending: pending.id,
      internal: internal.id,
      own: own.id,
    };
    return {
      ...driving,
      ids,
      seenBy: (damage?: (tx: Tx) => Promise<unknown>) =>
        seenAfter(database().admin, withoutTimes(invariants(clock)), damage),
    };
  }

  it("sees each damage, and nothing in what is whole", async () => {
    const { ids, seenBy, clock } = await given();
    expect(await seenBy()).toEqual([]);
    const damages = [...OF_MONEY, ...OF_EVENTS];
    expect(await unseenOf(database().admin, withoutTimes(invariants(clock)), damages, ids)).toEqual([]);
    expect(await seenBy()).toEqual([]);
  });

  it("sees one that is pending for a day and an hour after its invoice, unless it has its incident", async () => {
    const { ids, seenBy, clock } = await given();
    const ago = (ms: number) => new Date(clock.now().getTime() - ms);
    const late = ago(25 * HOUR + 1);
    const expire = (tx: Tx, id: string, at: Date) =>
      tx.query(sql`
        update payments.payment set invoice_expires_at = ${at}, created_at = ${ago(90 * 24 * HOUR)} where id = ${id}`);
    const incident = (tx: Tx, kind = "overdue") =>
      tx.query(sql`
        select incidents.record_many(
                 now(), array[${NOBODY}]::uuid[], 'payment', array[${ids.pending}], array[${kind}], array['test'])`);
    const close = (tx: Tx, at: Date) =>
      tx.query(sql`update incidents.incident set closed_at = ${at}, closed_reason = 'done' where id = ${NOBODY}`);
    const hold = (tx: Tx) =>
      tx.query(sql`update payments.payment set on_hold_for = 'restore' where id = ${ids.pending}`);
    const overdue = (...damages: ((tx: Tx) => Promise<unknown>)[]) =>
      seenBy(async (tx) => {
        await expire(tx, ids.pending, late);
        for (const damage of damages) await damage(tx);
      });
    /** It has no invoice yet. */
    const resolve = (tx: Tx) =>
      tx.query(sql`
        update payments.payment
           set previous_state = 'created', state = 'resolving', invoice_expires_at = null, created_at = ${late}
         where id = ${ids.pending}`);

    expect(await seenBy((tx) => expire(tx, ids.pending, late))).toEqual(["I11"]);
    expect(await seenBy((tx) => expire(tx, ids.pending, ago(24.9 * HOUR)))).toEqual([]);
    expect(await seenBy((tx) => expire(tx, ids.completed, late))).toEqual([]);
    expect(await overdue(incident)).toEqual([]);
    expect(await overdue((tx) => incident(tx, "foreign_payment")), "another incident").toEqual(["I11"]);
    expect(await overdue(incident, (tx) => close(tx, ago(0.9 * HOUR)))).toEqual([]);
    expect(await overdue(incident, (tx) => close(tx, ago(HOUR))), "closed, and still pending").toEqual(["I11"]);
    expect(await overdue((tx) => incident(tx, "restored"))).toEqual(["I11"]);
    expect(await overdue((tx) => incident(tx, "restored"), hold)).toEqual([]);
    expect(await seenBy(resolve)).toEqual(["I11"]);
  });

  it("does not miss the events of payments that are older than events are kept", async () => {
    const { ids, seenBy, clock } = await given();
    const without = (tx: Tx) => tx.query(sql`truncate events.event, events.delivery cascade`);
    expect(await seenBy(without)).toEqual(["I13p"]);
    clock.advance(90 * 24 * HOUR);
    expect(await seenBy(without)).toEqual(["I11"]);
    expect((await findPayment(database().db, ids.completed as never))?.progress.kind).toBe("completed");
  });
});
