import { expect, it, onTestFinished } from "vitest";
import { type Db, sql } from "#platform/database/db.ts";
import { startLook } from "#platform/database/look.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { createMetrics } from "#platform/metrics.ts";
import { KIND_SLOTS, OWNER_SLOTS } from "./deliver/slots.ts";
import { eventLoops } from "./jobs.ts";
import { measureDeliveries } from "./metrics.ts";
import { EVENTS_KEPT_MS } from "./model/event.ts";
import { SEND_DEADLINE_MS } from "./model/lease.ts";
import { type Delivering, givenDelivering } from "./testing/delivering.harness.ts";

const HOUR = 3_600_000;
/** Who waits for a host that hangs waits until its deadline. */
const SOON_MS = SEND_DEADLINE_MS / 2;

function started(world: Delivering, changes: Partial<Parameters<typeof eventLoops>[0]> = {}) {
  const failures: unknown[] = [];
  const scheduler = machineScheduler({ failed: (_task, error) => failures.push(error) });
  const look = startLook({ db: world.deps.db, clock: machineClock, scheduler });
  const { loops, wake } = eventLoops({ ...world.deps, scheduler, look, ...changes });
  onTestFinished(async () => {
    await Promise.all([look, ...loops].map((loop) => loop.stop()));
    await scheduler.drain();
    expect(failures).toEqual([]);
  });
  return { wake };
}

onDatabase("the loops of events", (database) => {
  const given = () => givenDelivering(database());

  it("send at once what they are woken for, and within about a second what they are not", async () => {
    const world = await given();
    const shop = await world.answering(200);
    const { wake } = started(world);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await world.append({ callbackUrl: shop.url });
    wake();
    await expect.poll(() => shop.received.length, { interval: 5 }).toBe(1);

    await world.append({ callbackUrl: shop.url });
    await expect.poll(() => shop.received.length, { interval: 20 }).toBe(2);
  });

  it("send hundreds of events to one good host without a pause for each few", async () => {
    const world = await given();
    const shop = await world.answering(200);
    await world.appendMany(Array(400).fill({ callbackUrl: shop.url }));
    started(world);
    // a pause of a second for each eight would take 50 s
    await expect.poll(() => shop.received.length, { interval: 20, timeout: 25_000 }).toBe(400);
    expect(new Set(shop.received.map(({ id }) => id)).size).toBe(400);
  });

  it("have no more than seven new ones in flight to a host that hangs, while others get theirs", async () => {
    const world = await given();
    const hanging = await world.receiver(() => undefined);
    const shop = await world.answering(200);
    await world.appendMany(Array(2_000).fill({ callbackUrl: hanging.url }));
    started(world);
    await expect.poll(() => hanging.received.length, { interval: 5 }).toBe(KIND_SLOTS);

    for (let i = 0; i < 5; i += 1) {
      const before = shop.received.length;
      await world.append({ callbackUrl: shop.url });
      await expect.poll(() => shop.received.length, { interval: 5, timeout: SOON_MS }).toBe(before + 1);
    }
    expect(hanging.received).toHaveLength(KIND_SLOTS);
    await world.deps.outbound.close();
  });

  it("forget finished events after 90 days, and no other", async () => {
    const world = await given();
    const shop = await world.answering(200);
    const count = async () => {
      const [row] = await database().admin.query(sql`
        select (select count(*)::int from events.event) as events, (select count(*)::int from events.delivery) as deliveries,
               (select count(*)::int from events.attempt) as attempts`);
      return Object.values(row as object);
    };
    const bodies: typeof world.fakeBodies = async (db, events) =>
      await world.fakeBodies(
        db,
        events.filter(({ type }) => type !== "charge.expired"),
      );
    const process = world.process({ bodies });
    await world.appendMany(Array(1_200).fill({ callbackUrl: shop.url }));
    const stuck = await world.append({ callbackUrl: shop.url, type: "charge.expired" });
    await process.run();
    const calls = async () =>
      await database().admin.query(sql`
        select 'resend' as kind from events.resend
        union all
        select 'released_host' from events.released_host`);
    const called = async () => {
      const { random } = world.deps;
      const owner = random.uuid();
      await database().admin.query(sql`
        insert into events.resend (id, owner_id, resent, created_at)
        values (${random.uuid()}, ${owner}, 1, ${world.clock.now()})`);
      await database().admin.query(sql`
        insert into events.released_host (id, host_id, owner_id, host, token, created_at, released_at)
        values (${random.uuid()}, ${random.uuid()}, ${owner}, 'a.example', 'a token', ${new Date(0)}, ${world.clock.now()})`);
      await database().admin.query(sql`
        insert into events.listening (owner_id, until) values (${owner}, ${world.clock.now()})`);
    };
    const listenings = async () => (await database().admin.query(sql`select from events.listening`)).length;
    await called();
    world.clock.advance(HOUR);
    await called();
    const younger = await world.append({ callbackUrl: shop.url });
    await process.run();
    expect(await count()).toEqual([1_202, 1_202, 1_201]);

    world.clock.advance(EVENTS_KEPT_MS - HOUR - 60_000);
    started(world, { bodies, outbound: { ...world.deps.outbound, request: () => new Promise(() => undefined) } });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await count()).toEqual([1_202, 1_202, 1_201]);
    expect(await calls()).toHaveLength(4);

    world.clock.advance(120_000);
    started(world, { bodies });
    await expect.poll(count).toEqual([2, 2, 1]);
    expect(await calls()).toEqual([{ kind: "resend" }, { kind: "released_host" }]);
    expect(await listenings()).toBe(1);
    expect(await world.delivery(younger)).toMatchObject({ state: "delivered" });
    expect(await world.delivery(stuck)).toMatchObject({ state: "waiting" });
  });

  it("are measured: attempts by outcome, what waits, what was given up", async () => {
    const world = await given();
    const metrics = createMetrics({ process: false, clock: machineClock });
    const onAttempt = measureDeliveries(metrics, world.deps);
    const [good, bad, gone] = [await world.answering(200), await world.answering(500), await world.answering(410)];
    for (const { url } of [good, good, bad, gone]) await world.append({ callbackUrl: url });
    const failing = await world.append({ callbackUrl: bad.url });
    await database().admin.query(sql`update events.delivery set attempt = 10 where event_id = ${failing}`);
    await world.process({ onAttempt }).run();
    world.clock.advance(HOUR);

    const page = await metrics.render();
    const read = (series: string) => {
      const line = page.split("\n").find((one) => one.startsWith(`${series} `));
      return Number(line?.slice(series.length + 1));
    };
    const outcomes = ["delivered", "again", "gone", "failed"];
    expect(outcomes.map((outcome) => read(`leyden_delivery_attempts_total{outcome="${outcome}"}`))).toEqual([
      2, 1, 1, 1,
    ]);
    expect(read("leyden_delivery_duration_seconds_count")).toBe(5);
    expect([read("leyden_deliveries_waiting"), read("leyden_deliveries_failed")]).toEqual([1, 1]);
    expect(read("leyden_deliveries_overdue_seconds")).toBeGreaterThan(3_500);
  });
});

onDatabase("ten thousand events that wait for a host that hangs", (database) => {
  it("take seven leases and seven rows of a process, while new ones flow to another", async () => {
    const world = await givenDelivering(database());
    const hanging = await world.receiver(() => undefined);
    const shop = await world.answering(200);
    for (let i = 0; i < 10; i += 1) await world.appendMany(Array(1_000).fill({ callbackUrl: hanging.url }));
    let rowsRead = 0;
    const db: Db = {
      ...database().db,
      async query<Row>(statement: Parameters<Db["query"]>[0]) {
        const rows = await database().db.query<Row>(statement);
        rowsRead += rows.length;
        return rows;
      },
    };
    started(world, { db });
    await expect.poll(() => hanging.received.length, { interval: 5 }).toBe(KIND_SLOTS);

    for (let i = 0; i < 10; i += 1) {
      await world.appendMany(Array(20).fill({ callbackUrl: shop.url }));
      await expect.poll(() => shop.received.length, { interval: 5, timeout: SOON_MS }).toBe(20 * (i + 1));
    }

    const leases = () =>
      database().admin.query(sql`
        select host from events.delivery where state = 'waiting' and lease_until is not null`);
    await expect.poll(leases).toEqual(Array(KIND_SLOTS).fill({ host: hanging.pair }));
    expect(hanging.received).toHaveLength(KIND_SLOTS);
    expect(rowsRead, "each delivery once, and the secret that the first of them made").toBe(KIND_SLOTS + 200 + 1);
    await world.deps.outbound.close();
  });
});

onDatabase("a project whose 250 hosts hang", (database) => {
  it("holds a quarter of the slots, and another project's event goes out immediately", async () => {
    const world = await givenDelivering(database());
    const names = Array.from({ length: 250 }, (_, i) => `hangs${i}.test`);
    const hanging = await world.receiver(() => undefined, names);
    const shop = await world.answering(200);
    await world.appendMany(names.map((name) => ({ callbackUrl: `http://${name}:${hanging.port}/` })));
    await world.appendMany(Array(100).fill({ callbackUrl: shop.url }), new Date(world.clock.now().getTime() + 1));
    const { wake } = started(world);
    await expect.poll(() => hanging.received.length, { interval: 5 }).toBe(OWNER_SLOTS);

    const owner = world.random.uuid();
    const event = await world.append({ owner, callbackUrl: shop.url });
    wake();
    await expect.poll(() => shop.received.map(({ id }) => id), { interval: 5, timeout: SOON_MS }).toEqual([event]);
    expect(hanging.received).toHaveLength(OWNER_SLOTS);
    await world.deps.outbound.close();
  });
});
