import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { findPayment } from "./store/payments.ts";
import { givenDriving } from "./testing/driving.harness.ts";

const CALLBACK = "https://shop.example/paid";

onDatabase("the invariant of payments and their events", (database) => {
  const damages: Record<string, (id: string) => ReturnType<typeof sql>> = {
    "whose event is gone": (id) => sql`
      with gone as (
        delete from events.delivery d using events.event e where e.id = d.event_id and e.object_id = ${id})
      delete from events.event where object_id = ${id}`,
    "whose callbackUrl is not called": (id) => sql`
      delete from events.delivery d using events.event e where e.id = d.event_id and e.object_id = ${id}`,
    "whose event says the opposite": (id) => sql`
      update events.event set type = 'payment.failed' where object_id = ${id}`,
    "whose event is another project's": (id) => sql`
      update events.event set owner_id = ${crypto.randomUUID()} where object_id = ${id}`,
    "that has two events": (id) => sql`
      insert into events.event
      select ${crypto.randomUUID()}, owner_id, type, object_id, sequence + 1, facts, false, -no, created_at
        from events.event where object_id = ${id}`,
    "that does not exist": (id) => sql`
      update events.event set object_id = ${crypto.randomUUID()} where object_id = ${id}`,
  };

  it.each(Object.entries(damages))("notices a payment %s", async (_what, damage) => {
    const { admin } = database();
    await admin.query(sql`truncate events.event, events.delivery cascade`);
    await admin.query(sql`update payments.payment set callback_url = null, callback_after = null`);
    const { pay, breaches } = await givenDriving(database());
    const { id } = await pay({ callbackUrl: CALLBACK });
    expect(await breaches()).toEqual([]);

    await admin.query(sql`alter table events.delivery drop constraint delivery_event_id_fkey`);
    await admin.query(damage(id));
    await admin.query(sql`
      alter table events.delivery add constraint delivery_event_id_fkey foreign key (event_id) references events.event (id)`);

    expect(await breaches()).not.toEqual([]);
  });

  it("does not miss the events of payments that are older than events are kept", async () => {
    const { admin } = database();
    await admin.query(sql`truncate events.event, events.delivery cascade`);
    await admin.query(sql`update payments.payment set callback_url = null, callback_after = null`);
    const { pay, breaches, clock } = await givenDriving(database());
    const { id } = await pay({ callbackUrl: CALLBACK });
    await admin.query(sql`truncate events.event, events.delivery cascade`);
    expect(await breaches()).toEqual([expect.stringContaining(id)]);
    clock.advance(90 * 24 * 3_600_000);
    expect(await breaches()).toEqual([]);
    expect((await findPayment(database().db, id))?.progress.kind).toBe("completed");
  });
});
