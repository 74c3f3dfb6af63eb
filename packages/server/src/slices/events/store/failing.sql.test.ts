import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenDelivering } from "../testing/delivering.harness.ts";
import { listFailingEndpoints } from "./failing.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

onDatabase("endpoints that take no events", (database) => {
  it("are those whose deliveries were tried again and again, or given up lately", async () => {
    const world = await givenDelivering(database());
    const now = world.clock.now();
    const failing = () => listFailingEndpoints(database().db, { since: new Date(now.getTime() - DAY), limit: 10 });
    const [broken, well] = [await world.answering(500), await world.answering(200)];
    const endpoint = await world.endpoint(broken.url);
    await world.endpoint(well.url);
    const event = await world.append({});
    const other = await world.append({ callbackUrl: broken.url }); // its call is no endpoint's

    for (const tries of [1, 2]) {
      await world.run();
      expect(await failing(), `after ${tries}`).toEqual([]);
      world.clock.advance(2 * HOUR);
    }
    await world.run();
    const found = { id: endpoint, ownerId: world.owner, host: new URL(broken.url).host };
    expect(await failing()).toEqual([{ ...found, waiting: 2, failed: 0 }]);

    await database().admin.query(sql`
      update events.delivery
         set state = 'failed', due_at = null, finished_at = ${now}
       where event_id in (${event}, ${other})
         and state = 'waiting'`);
    expect(await failing()).toEqual([{ ...found, waiting: 0, failed: 2 }]);
    await database().admin.query(sql`
      update events.delivery
         set finished_at = ${new Date(now.getTime() - 2 * DAY)}
       where state = 'failed'`);
    expect(await failing()).toEqual([]);
  });

  it("are not those that their project has switched off", async () => {
    const world = await givenDelivering(database());
    const broken = await world.answering(500);
    await world.endpoint(broken.url);
    await world.append({});
    for (let tries = 0; tries < 3; tries += 1) {
      await world.run();
      world.clock.advance(2 * HOUR);
    }
    const failing = () => listFailingEndpoints(database().db, { since: new Date(0), limit: 10 });
    expect(await failing()).toHaveLength(1);
    await database().admin.query(sql`update events.endpoint set state = 'disabled', disabled_reason = 'a test'`);
    expect(await failing()).toEqual([]);
  });
});
