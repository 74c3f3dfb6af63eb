import { expect, it } from "vitest";
import { sql, type Tx } from "#platform/database/db.ts";
import { type Damage, seenAfter, unseenOf } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { drivePurchase } from "./drive/drive-purchase.ts";
import { invariants } from "./invariants.ts";
import { type Given, givenRamp } from "./testing/ramp.harness.ts";

type Ids = Readonly<Record<"quoted" | "begun" | "delivering" | "completed" | "refunded" | "failed" | "won", string>>;

const setPurchase = (tx: Tx, id: string, state: string, previous: string) =>
  tx.query(sql`update ramp.purchase set state = ${state}, previous_state = ${previous} where id = ${id}`);

/** What somebody with all rights may do to the tables by hand, and which invariants must see it. */
const OF_BITCOIN: readonly Damage<Ids>[] = [
  [
    "the amount of one that is being delivered",
    ["I17", "I17c"],
    (tx, { delivering }) =>
      tx.query(sql`update ramp.purchase set amount_msats = amount_msats + 1 where id = ${delivering}`),
  ],
  [
    "the amount of one that was delivered",
    ["I17"],
    (tx, { completed }) =>
      tx.query(sql`update ramp.purchase set amount_msats = amount_msats + 1 where id = ${completed}`),
  ],
  [
    "the fee limit of one that was given back",
    ["I17"],
    (tx, { refunded }) =>
      tx.query(sql`update ramp.purchase set fee_limit_msats = fee_limit_msats - 1 where id = ${refunded}`),
  ],
  [
    "one that was delivered, which is to be given back as well",
    ["I17", "I13r"],
    (tx, { completed }) =>
      tx.query(sql`
        update ramp.purchase
           set state = 'refund_pending', previous_state = 'delivering', failure_code = 'delivery_failed', ended_at = null
         where id = ${completed}`),
  ],
  [
    "one that was given back, which was delivered as well",
    ["I17", "I17f", "I13r"],
    (tx, { refunded }) =>
      tx.query(sql`
        update ramp.purchase
           set state = 'completed', previous_state = 'delivering', failure_code = null
         where id = ${refunded}`),
  ],
  [
    "one that was begun, which is authorized without its bitcoin",
    ["I17", "I17c"],
    (tx, { begun }) =>
      tx.query(sql`
        update ramp.purchase
           set state = 'authorized', previous_state = 'requires_payment', sold_transfer_id = id
         where id = ${begun}`),
  ],
  [
    "the transfer of one that was sold",
    ["I17"],
    (tx, { completed }) => tx.query(sql`update ramp.purchase set sold_transfer_id = id where id = ${completed}`),
  ],
  [
    "the transfer that gave the rest back",
    ["I17"],
    (tx, { refunded }) => tx.query(sql`update ramp.purchase set rest_transfer_id = id where id = ${refunded}`),
  ],
  [
    "the payment of one that was delivered",
    ["I17"],
    (tx, { completed }) => tx.query(sql`update ramp.purchase set payment_id = id where id = ${completed}`),
  ],
  [
    "the posting of a sale",
    ["I17"],
    (tx, { completed }) =>
      tx.query(
        sql`update ledger.posting set amount = amount - 1 where cause = ${completed} and cause_kind = 'purchase'`,
      ),
  ],
  [
    "the account that a sale was taken from",
    ["I17"],
    (tx, { completed }) =>
      tx.query(sql`
        update ledger.posting
           set debit = ledger.system('lightning_node')
         where cause = ${completed} and cause_kind = 'purchase'`),
  ],
  [
    "the posting of what was given back, of which half has gone",
    ["I17"],
    (tx, { refunded }) =>
      tx.query(
        sql`update ledger.posting set amount = amount / 2 where cause = ${refunded} and cause_kind = 'purchase_ended'`,
      ),
  ],
  [
    "the purchase of a sale, which does not exist",
    ["I17"],
    (tx, { completed }) =>
      tx.query(
        sql`update ledger.posting set cause = gen_random_uuid() where cause = ${completed} and cause_kind = 'purchase'`,
      ),
  ],
  [
    "the balance of the account",
    ["I17c"],
    (tx) => tx.query(sql`update ledger.account set balance = balance + 1 where no = ledger.system('ramp_clearing')`),
  ],
  [
    "what the payment of one that is being delivered has taken",
    ["I17c"],
    (tx, { delivering }) =>
      tx.query(sql`
        update ledger.posting
           set amount = amount - 1
         where cause = (select payment_id from ramp.purchase where id = ${delivering})`),
  ],
  [
    "one that is being delivered, which has failed without its bitcoin coming back",
    ["I17", "I17f", "I13r"],
    (tx, { delivering }) =>
      tx.query(sql`
        update ramp.purchase
           set state = 'failed', previous_state = 'authorized', failure_code = 'declined', ended_at = changed_at
         where id = ${delivering}`),
  ],
];

async function addEntry(tx: Tx, id: string, of: readonly [string, string, string], amount = 2_500): Promise<void> {
  const [kind, debit, credit] = of;
  await tx.query(sql`
    insert into ramp.entry (no, purchase_id, kind, currency, debit, credit, amount_minor, at)
    select b.entry_no + 1, ${id}, ${kind}, 'EUR', ${debit}, ${credit}, ${amount}, now()
      from ramp.book b`);
  await tx.query(sql`update ramp.book set entry_no = entry_no + 1`);
}

const OF_CARDS: readonly Damage<Ids>[] = [
  [
    "a sale, by deleting it",
    ["I17f"],
    (tx, { completed }) => tx.query(sql`delete from ramp.entry where purchase_id = ${completed} and kind = 'sale'`),
  ],
  [
    "a refund, by deleting it and counting the others anew",
    ["I17f"],
    async (tx, { refunded }) => {
      const [gone] = await tx.query<{ no: bigint }>(sql`
        delete from ramp.entry
         where purchase_id = ${refunded} and kind = 'refund'
        returning no`);
      await tx.query(sql`update ramp.entry set no = no - 1 where no > ${gone?.no ?? 0n}`);
      await tx.query(sql`update ramp.book set entry_no = (select count(*) from ramp.entry)`);
    },
  ],
  [
    "the amount of a sale",
    ["I17f"],
    (tx, { completed }) =>
      tx.query(
        sql`update ramp.entry set amount_minor = amount_minor - 1 where purchase_id = ${completed} and kind = 'sale'`,
      ),
  ],
  [
    "the currency of an entry",
    ["I17f"],
    (tx, { won }) =>
      tx.query(sql`update ramp.entry set currency = 'USD' where purchase_id = ${won} and kind = 'dispute'`),
  ],
  [
    "what the card paid",
    ["I17f"],
    (tx, { completed }) =>
      tx.query(sql`update ramp.purchase set source_minor = source_minor * 2 where id = ${completed}`),
  ],
  ["a dispute, whose end is made a loss", ["I17f"], (tx, { won }) => setPurchase(tx, won, "lost", "disputed")],
  [
    "the processor's fee, which is more than was paid",
    ["I17f"],
    (tx, { completed }) =>
      tx.query(sql`
        update ramp.entry
           set amount_minor = 2501
         where purchase_id = ${completed} and kind = 'processor_fee'`),
  ],
  [
    "an entry of one that took nothing",
    ["I17f"],
    (tx, { failed }) => addEntry(tx, failed, ["sale", "processor_receivable", "sales"]),
  ],
  [
    "a late refund of one that was given back anyway",
    ["I17f"],
    (tx, { refunded }) => addEntry(tx, refunded, ["late_refund", "refunds", "processor_receivable"]),
  ],
  [
    "a late refund of another amount",
    ["I17f"],
    (tx, { completed }) => addEntry(tx, completed, ["late_refund", "refunds", "processor_receivable"], 2_499),
  ],
  [
    "a refund that came back of one that was not refunded",
    ["I17f"],
    (tx, { completed }) => addEntry(tx, completed, ["late_refund_failed", "processor_receivable", "refunds"]),
  ],
  [
    "a part of a refund that came back",
    ["I17f"],
    (tx, { refunded }) => addEntry(tx, refunded, ["late_refund_failed", "processor_receivable", "refunds"], 2_499),
  ],
  [
    "a late dispute of one that was delivered",
    ["I17f"],
    (tx, { completed }) => addEntry(tx, completed, ["late_dispute", "disputes", "processor_receivable"]),
  ],
  [
    "the end of a late dispute that there was not",
    ["I17f"],
    (tx, { refunded }) => addEntry(tx, refunded, ["late_dispute_won", "processor_receivable", "disputes"]),
  ],
  ["the number of the last entry", ["I17f"], (tx) => tx.query(sql`update ramp.book set entry_no = entry_no - 1`)],
  [
    "the number of an entry",
    ["I17f"],
    (tx) => tx.query(sql`update ramp.entry set no = no + 10 where no = (select max(no) from ramp.entry)`),
  ],
];

const OF_EVENTS: readonly Damage<Ids>[] = [
  [
    "the event of an end, by deleting it",
    ["I13r"],
    async (tx, { completed }) => {
      await tx.query(sql`delete from events.delivery`);
      await tx.query(sql`delete from events.event where object_id = ${completed}`);
    },
  ],
  [
    "an event, which is there twice",
    ["I13r"],
    (tx, { failed }) =>
      tx.query(sql`
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select gen_random_uuid(), owner_id, type, object_id, sequence + 1, true, -1, created_at
          from events.event
         where object_id = ${failed}`),
  ],
  [
    "an event, which says another end",
    ["I13r"],
    (tx, { refunded }) =>
      tx.query(sql`update events.event set type = 'ramp.purchase.completed' where object_id = ${refunded}`),
  ],
  [
    "an event, which is another owner's",
    ["I13r"],
    (tx, { completed }) => tx.query(sql`update events.event set owner_id = object_id where object_id = ${completed}`),
  ],
  [
    "an event, which goes somewhere else",
    ["I13r"],
    (tx, { completed }) =>
      tx.query(
        sql`
        update events.delivery
           set url = 'https://thief.example/'
         where event_id = (select id from events.event where object_id = ${completed})`,
      ),
  ],
  [
    "an event of one that is being delivered",
    ["I13r"],
    (tx, { completed, delivering }) =>
      tx.query(sql`
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select gen_random_uuid(), owner_id, type, ${delivering}, 1, true, -1, created_at
          from events.event
         where object_id = ${completed}`),
  ],
  [
    "the purchase of an event, by deleting its row",
    ["I13r"],
    (tx, { failed }) =>
      tx.query(sql`update events.event set object_id = gen_random_uuid() where object_id = ${failed}`),
  ],
];

onDatabase("an audit of damaged purchases", (database) => {
  async function givenAll(ramp: Given): Promise<Ids> {
    const [quoted, begun] = [await ramp.quoted(), await ramp.begun()];
    const [completed, won] = [await ramp.authorized(), await ramp.authorized()];
    const failed = await ramp.authorized(await ramp.opened({ destination: "nobody@example.com" }));
    await ramp.later();
    await ramp.later();
    ramp.cards.say(won.id, { dispute: "open" });
    await drivePurchase(ramp.deps, await ramp.reread(won));
    ramp.cards.say(won.id, { dispute: "won" });
    await drivePurchase(ramp.deps, await ramp.reread(won));
    ramp.world.node.plan = fails();
    const destination = ramp.world.recipient("another");
    const refunded = await ramp.authorized(await ramp.opened({ destination }));
    await ramp.later();
    await ramp.later();
    ramp.world.node.plan = holds();
    const delivering = await ramp.authorized(await ramp.opened({ destination }));
    await ramp.later();
    const all = { quoted, begun, completed, won, failed, refunded, delivering };
    const states = await Promise.all(Object.values(all).map(ramp.stateOf));
    expect(states).toEqual(["quoted", "requires_payment", ...Object.keys(all).slice(2)]);
    return {
      quoted: quoted.id,
      begun: begun.id,
      completed: completed.id,
      won: won.id,
      failed: failed.id,
      refunded: refunded.id,
      delivering: delivering.id,
    };
  }

  it("sees each damage, and nothing in what is whole", async () => {
    const ramp = await givenRamp(database());
    const seenBy = () => seenAfter(database().admin, invariants(ramp.clock));
    const ids = await givenAll(ramp);
    expect(await seenBy()).toEqual([]);
    const damages = [...OF_BITCOIN, ...OF_CARDS, ...OF_EVENTS];
    expect(await unseenOf(database().admin, invariants(ramp.clock), damages, ids)).toEqual([]);
    expect(await seenBy()).toEqual([]);
  });
});
