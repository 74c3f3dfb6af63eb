import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { type Msats, msats, sats } from "#kernel/money.ts";
import { sql, type Tx } from "#platform/database/db.ts";
import { type Damage, seenAfter, unseenOf, withoutTimes } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { creditReceipt } from "./credit/credit-receipt.ts";
import { lookUpDueCharges } from "./expire/look-up-due-charges.ts";
import { invariants } from "./invariants.ts";
import { createCharge } from "./issue/create-charge.ts";
import { creditDeps, givenCharge, receiptsOf } from "./testing/receiving.harness.ts";

const CALLBACK = "https://shop.example/charged";
const NOBODY = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";
const DAY = 24 * 3_600_000;

/** Of charges, of the receipt of the one that was paid over Lightning, and of one that lies in suspense. */
type Ids = Readonly<Record<"paid" | "internal" | "expired" | "pending" | "receipt" | "payment" | "suspended", string>>;

const changePosting = (tx: Tx, cause: string, change: "transfer" | "debit" | "credit" | "amount") =>
  tx.query(sql`
    update ledger.posting
       set transfer = case ${change} when 'transfer' then gen_random_uuid() else transfer end,
           debit = debit + case ${change} when 'debit' then 1 else 0 end,
           credit = credit + case ${change} when 'credit' then 1 else 0 end,
           amount = amount + case ${change} when 'amount' then 1 else 0 end
     where cause = ${cause}`);
const POSTING = ["transfer", "credit", "amount"] as const;

const OF_MONEY: readonly Damage<Ids>[] = [
  [
    "the amount of a receipt",
    ["I8", "I8c"],
    (tx, { receipt }) =>
      tx.query(sql`update receiving.receipt set amount_msats = amount_msats + 1 where id = ${receipt}`),
  ],
  [
    "a receipt, by deleting it",
    ["I8", "I8c", "I13c"],
    (tx, { receipt }) => tx.query(sql`delete from receiving.receipt where id = ${receipt}`),
  ],
  [
    "the posting of a receipt, by deleting it",
    ["I8"],
    (tx, { receipt }) => tx.query(sql`delete from ledger.posting where cause = ${receipt}`),
  ],
  [
    "the posting of a receipt, by saying that of another",
    ["I8"],
    (tx, { receipt }) => tx.query(sql`update ledger.posting set cause = ${NOBODY} where cause = ${receipt}`),
  ],
  [
    "a second posting of a receipt",
    ["I8"],
    (tx, { receipt }) =>
      tx.query(sql`
        insert into ledger.posting
        select -1, gen_random_uuid(), debit, credit, amount, 0, 0, 0, 0, cause_kind, cause, at, hash
          from ledger.posting
         where cause = ${receipt}`),
  ],
  ...([...POSTING, "debit"] as const).map(
    (change): Damage<Ids> => [
      `the ${change} of the posting of a receipt`,
      ["I8"],
      (tx, { receipt }) => changePosting(tx, receipt, change),
    ],
  ),
  ...POSTING.map(
    (change): Damage<Ids> => [
      `the ${change} of the posting of an internal payment`,
      ["I8h"],
      (tx, { payment }) => changePosting(tx, payment, change),
    ],
  ),
  [
    "a receipt over Lightning, which is to come from an internal payment",
    ["I8", "I8h"],
    (tx, { receipt }) =>
      tx.query(sql`update receiving.receipt set via = 'ledger', node_no = null where id = ${receipt}`),
  ],
  [
    "what a charge that was paid has received",
    ["I8c"],
    (tx, { paid }) => tx.query(sql`update receiving.charge set received_msats = received_msats + 1 where id = ${paid}`),
  ],
  [
    "a charge without a receipt, which is to have received something",
    ["I8c"],
    (tx, { pending }) => tx.query(sql`update receiving.charge set received_msats = 1 where id = ${pending}`),
  ],
];

/** The same event once more, of another thing where `of` says one. */
const copyEvent = (tx: Tx, object: string, of = object) =>
  tx.query(sql`
    insert into events.event
    select ${NOBODY}, owner_id, type, ${of}, sequence + 1, facts, true, -no, created_at
      from events.event
     where object_id = ${object}`);
const withoutDelivery = (tx: Tx, object: string) =>
  tx.query(sql`delete from events.delivery d using events.event e where e.id = d.event_id and e.object_id = ${object}`);
const setOwner = (tx: Tx, object: string) =>
  tx.query(sql`update events.event set owner_id = ${NOBODY} where object_id = ${object}`);

const OF_EVENTS: readonly Damage<Ids>[] = [
  ...(["paid", "expired"] as const).flatMap((which): Damage<Ids>[] => [
    [
      `the event of a charge that was ${which}, by deleting it`,
      ["I13c"],
      async (tx, ids) => {
        await withoutDelivery(tx, ids[which]);
        await tx.query(sql`delete from events.event where object_id = ${ids[which]}`);
      },
    ],
    [
      `the delivery to the callbackUrl of one that was ${which}`,
      ["I13c"],
      (tx, ids) => withoutDelivery(tx, ids[which]),
    ],
  ]),
  [
    "an event, which says that a paid charge has expired",
    ["I13c"],
    (tx, { paid }) => tx.query(sql`update events.event set type = 'charge.expired' where object_id = ${paid}`),
  ],
  [
    "an event, which says that a pending charge has expired",
    ["I13c"],
    (tx, { expired, pending }) => copyEvent(tx, expired, pending),
  ],
  ["an event, which is there twice", ["I13c"], (tx, { paid }) => copyEvent(tx, paid)],
  ["an event of a charge, which is another owner's", ["I13c"], (tx, { paid }) => setOwner(tx, paid)],
  ["an event of no charge", ["I13c"], (tx, { paid }) => copyEvent(tx, paid, NOBODY)],
  ["an event of a receipt, which is there twice", ["I13c"], (tx, { receipt }) => copyEvent(tx, receipt)],
  ["an event of a receipt, which is another owner's", ["I13c"], (tx, { receipt }) => setOwner(tx, receipt)],
  ["an event of no receipt", ["I13c"], (tx, { receipt }) => copyEvent(tx, receipt, NOBODY)],
  [
    "an event of a receipt that no wallet has",
    ["I13c"],
    (tx, { receipt, suspended }) => copyEvent(tx, receipt, suspended),
  ],
];

onDatabase("an audit of damaged charges", (database) => {
  /**
   * With charges that were paid both ways, one that expired, one that waits, and one of a stranger, which has no event.
   */
  async function given() {
    const { world, pay } = await givenDriving(database());
    const caller = await world.project("payee", msats(0n));
    await givenEndpoint(database().db, caller.wallet.owner.id);
    const told = { callbackUrl: CALLBACK };
    const credit = (paymentHash: Uint8Array, amount: Msats) =>
      creditReceipt(creditDeps(database()), { paymentHash, amount, cost: msats(0n), settledAt: new Date() }, undefined);

    const paid = await givenCharge(database(), caller, told);
    await credit(paid.paymentHash, paid.amount);
    const unknownHash = randomBytes(32);
    await credit(unknownHash, sats(7n));
    const expired = await givenCharge(database(), caller, { ...told, expirySeconds: -1 });
    const ofStranger = await givenCharge(database(), caller, { ...told, expirySeconds: -1 });
    await database().admin.query(sql`update receiving.charge set origin = 'pay_link' where id = ${ofStranger.id}`);
    await lookUpDueCharges({
      ...creditDeps(database()),
      db: database().db,
      clock: machineClock,
      node: { ...world.node, lookupIncoming: async () => ({ kind: "unpaid" }) },
    });
    const pending = await givenCharge(database(), caller, told);
    const { charge: internal } = await createCharge(
      { ...world.drive, ...world.pay },
      { caller, amount: sats(100n), description: "an order", expirySeconds: 3_600, ...told },
    );
    const payment = await pay({ destination: { kind: "invoice", invoice: internal.invoice }, amount: undefined });
    await pay({ destination: { kind: "wallet", walletId: caller.wallet.id } }); // its receipt is of no charge

    const receiptOf = async (hash: Uint8Array) => (await receiptsOf(database(), hash))[0]?.id ?? "none";
    const ids: Ids = {
      paid: paid.id,
      internal: internal.id,
      expired: expired.id,
      pending: pending.id,
      payment: payment.id,
      receipt: await receiptOf(paid.paymentHash),
      suspended: await receiptOf(unknownHash),
    };
    const states = await database().db.query(sql`
      select state from receiving.charge where wallet_id = ${caller.wallet.id} order by id`);
    expect(states).toEqual(["completed", "expired", "expired", "pending", "completed"].map((state) => ({ state })));
    return ids;
  }
  const seenBy = (damage?: (tx: Tx) => Promise<unknown>, clock = machineClock) =>
    seenAfter(database().admin, withoutTimes(invariants(clock)), damage);

  it("sees each damage, and nothing in what is whole", async () => {
    const ids = await given();
    expect(await seenBy()).toEqual([]);
    const damages = [...OF_MONEY, ...OF_EVENTS];
    expect(await unseenOf(database().admin, withoutTimes(invariants(machineClock)), damages, ids)).toEqual([]);
    expect(await seenBy()).toEqual([]);
  });

  it("does not miss the events of charges that ended before events are kept", async () => {
    await given();
    const without = (tx: Tx) => tx.query(sql`truncate events.event, events.delivery cascade`);
    expect(await seenBy(without)).toEqual(["I13c"]);
    const later = () => new Date(machineClock.now().getTime() + 91 * DAY);
    expect(await seenBy(without, { ...machineClock, now: later })).toEqual([]);
  });
});
