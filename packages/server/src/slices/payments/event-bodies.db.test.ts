import { expect, it } from "vitest";
import type { EventId, EventRecord } from "#events";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails } from "#slices/lightning/testing/fake-plan.harness.ts";
import { eventBodies } from "./event-bodies.ts";
import { presentFinished } from "./present-payment.ts";
import { type Driving, givenDriving } from "./testing/driving.harness.ts";

const CALLBACK = "https://shop.example/paid";

onDatabase("the bodies of the events of payments", (database) => {
  const given = async () => {
    const driving = await givenDriving(database());
    const pay: Driving["pay"] = (request) => driving.pay({ callbackUrl: CALLBACK, ...request });
    return { ...driving, pay };
  };

  it("show of a payment to an invoice, a wallet and a node what belongs to it, also to a callbackUrl", async () => {
    const { db } = database();
    const { world, pay, reread } = await given();
    const { wallet } = await world.project("payee", msats(0n));
    const { text } = world.invoice({ amount: sats(100n) });
    const nodeId = await world.node.counterparty.nodeId();
    const node = { kind: "node", nodeId, records: [{ type: 70_000, value: "00" }], metadata: { order: 7 } } as const;
    const made = [
      await pay({ destination: { kind: "invoice", invoice: text }, comment: "fish" }),
      await pay({ destination: { kind: "wallet", walletId: wallet.id }, comment: "fish" }),
      await pay({ destination: node, comment: "fish" }),
    ];
    const events = await db.query<EventRecord>(sql`
      select id, type, object_id as "objectId", created_at as "createdAt"
        from events.event
       where object_id = any (${made.map(({ id }) => id)}::uuid[])
       order by created_at`);

    const bodies = await eventBodies(db, events);

    const extras = [
      { invoice: text, description: "fish", comment: null },
      { invoice: "", receiverWalletId: wallet.id, description: null, comment: "fish" },
      { pubkey: node.nodeId, tlvRecords: node.records, metadata: node.metadata, description: null, comment: "fish" },
    ];
    for (const [i, payment] of made.entries()) {
      const body = bodies.get(events.find(({ objectId }) => objectId === payment.id)?.id as EventId);
      const shown = presentFinished(await reread(payment));
      expect(body?.data).toEqual(shown);
      expect(body?.callback).toMatchObject({ ...extras[i], status: "completed", confirmedAt: shown.processedAt });
      expect(body?.callback).not.toHaveProperty("lnAddress");
    }
  });

  it("show the payment as it is read, and the bare body of a callbackUrl", async () => {
    const { db } = database();
    const driving = await given();
    const { world, pay, reread } = driving;
    const completed = await pay({ comment: "fish", internalId: "4711" });
    world.node.plan = fails();
    const failed = await pay();
    const events = await db.query<EventRecord>(sql`
      select id, type, object_id as "objectId", created_at as "createdAt"
        from events.event
       where object_id = any (${[completed.id, failed.id]}::uuid[])
       order by created_at`);
    const unknown = { ...events[0], id: "unknown", objectId: world.drive.random.uuid() } as EventRecord;

    const bodies = await eventBodies(db, [...events, unknown]);

    expect(bodies.size).toBe(2);
    const [first, second] = events.map(({ id }) => bodies.get(id));
    expect(first?.data).toEqual(presentFinished(await reread(completed)));
    expect(second?.data).toEqual(presentFinished(await reread(failed)));
    const { processedAt, createdAt, invoice, preimage } = presentFinished(await reread(completed));
    expect(first?.callback).toEqual({
      id: completed.id,
      amount: "100000",
      fee: "1500",
      unit: "msats",
      status: "completed",
      invoice,
      preimage,
      walletId: driving.caller.wallet.id,
      transactionId: completed.transactionId,
      callbackUrl: CALLBACK,
      internalId: "4711",
      comment: "fish",
      description: null,
      createdAt,
      processedAt,
      confirmedAt: processedAt,
    });
    expect(second?.callback).toMatchObject({ status: "failed", fee: "0", preimage: null, confirmedAt: null });
    expect(second?.callback).not.toHaveProperty("failure");
  });
});
