import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { DISABLED_BY_PROJECT } from "../model/endpoint.ts";
import { givenDelivering } from "../testing/delivering.harness.ts";
import { listFailingEndpoints, listTroubledEndpoints } from "./failing.ts";

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

onDatabase("endpoints in trouble", (database) => {
  async function given() {
    const world = await givenDelivering(database());
    const troubled = async () => {
      const now = world.clock.now().getTime();
      return await listTroubledEndpoints(database().db, { before: new Date(now - HOUR), limit: 10 });
    };
    /** Every attempt of the next three hours, as far as the pauses go. */
    const hours = async (count: number) => {
      for (let i = 0; i < count * 6; i += 1) {
        await world.run();
        world.clock.advance(10 * 60_000);
      }
    };
    return { ...world, troubled, hours };
  }

  it("are those that have taken nothing for an hour, with the last answer, until they take something", async () => {
    const world = await given();
    let status = 503;
    let first = "";
    const receiver = await world.receiver(({ headers }, response) =>
      response.writeHead(headers["webhook-id"] === first ? 503 : status).end(),
    );
    const id = await world.endpoint(receiver.url);
    const since = world.clock.now();
    first = await world.append({ at: since });
    await world.run();
    world.clock.advance(HOUR - 1);
    expect(await world.troubled()).toEqual([]);
    await world.hours(1);
    const found = { id, ownerId: world.owner, host: new URL(receiver.url).host, since };
    expect(await world.troubled()).toEqual([{ ...found, trouble: { kind: "failing", status: 503 } }]);

    status = 200;
    await world.append({});
    await world.run();
    expect(await world.troubled()).toEqual([]); // it takes newer ones, and never the first
    status = 500;
    world.clock.advance(1_000);
    const again = world.clock.now();
    await world.append({ at: again });
    await world.hours(2);
    expect(await world.troubled()).toEqual([{ ...found, since: again, trouble: { kind: "failing", status: 500 } }]);
  });

  it("are those without any answer, also when all was given up", async () => {
    const world = await given();
    const silent = await world.receiver((request) => void request.socket.destroy());
    const id = await world.endpoint(silent.url);
    await world.append({});
    await world.hours(2);
    expect(await world.troubled()).toMatchObject([{ id, trouble: { kind: "failing", status: undefined } }]);
    await database().admin.query(sql`
      update events.delivery
         set state = 'failed', due_at = null, finished_at = ${world.clock.now()}`);
    expect(await world.troubled()).toMatchObject([{ id }]);
    world.clock.advance(30 * DAY);
    expect(await world.troubled()).toMatchObject([{ id }]); // it has taken nothing since
  });

  it("are those that were switched off, but not by their project", async () => {
    const world = await given();
    const gone = await world.answering(410);
    const id = await world.endpoint(gone.url);
    await world.append({});
    await world.run();
    const off = { kind: "off", reason: "The receiver answered 410 (Gone)." };
    expect(await world.troubled()).toMatchObject([{ id, host: new URL(gone.url).host, trouble: off }]);
    await database().admin.query(sql`update events.endpoint set disabled_reason = ${DISABLED_BY_PROJECT}`);
    expect(await world.troubled()).toEqual([]);
  });
});
