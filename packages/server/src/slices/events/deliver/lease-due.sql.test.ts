import { expect, it } from "vitest";
import { type Db, sql } from "#platform/database/db.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { faultProxy } from "#platform/database/testing/fault-proxy.harness.ts";
import { type InFlight, LEASE_MS } from "../model/lease.ts";
import { type LeaseDue, leaseDue } from "../store/deliveries.ts";
import { type Delivering, givenDelivering } from "../testing/delivering.harness.ts";
import { HOST_SLOTS, KIND_SLOTS, OWNER_SLOTS } from "./slots.ts";

const SECOND = 1_000;
const MINUTE = 60_000;

onDatabase("what a process leases", (database) => {
  const given = () => givenDelivering(database());

  function lease(world: Delivering, changes: Partial<LeaseDue> = {}, db: Db = database().db) {
    const now = world.clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const limits = { hostMax: 8, kindMax: 7, ownerMax: OWNER_SLOTS, limit: 200 };
    return leaseDue(db, { now, until, inFlight: flyingTo({}), ...limits, ...changes });
  }

  const flyingTo = (hosts: InFlight["hosts"], owners: InFlight["owners"] = {}): InFlight => ({ hosts, owners });

  /** Deliveries to `host`; `attempts` were made before. */
  async function givenDue(
    world: Delivering,
    host: string,
    count: number,
    attempts = 0,
    { agoMs = MINUTE, owner = world.owner } = {},
  ) {
    const at = new Date(world.clock.now().getTime() - agoMs);
    const events = await world.appendMany(Array(count).fill({ callbackUrl: `https://${host}/`, owner }), at);
    if (attempts > 0)
      await database().admin.query(sql`
        update events.delivery set attempt = ${attempts} where event_id = any (${events}::uuid[])`);
    return events;
  }

  /** Pages that the search touches, when its plan is made already. */
  const pagesRead = async (world: Delivering, inFlight: InFlight = flyingTo({})) => {
    const [now, until] = [world.clock.now(), new Date(world.clock.now().getTime() + LEASE_MS)];
    let pages = Number.POSITIVE_INFINITY;
    const search = sql`
      explain (analyze, buffers, format json)
      select *
        from events.lease_due(${now}::timestamptz, ${until}::timestamptz, ${JSON.stringify(inFlight)}::jsonb,
                              ${HOST_SLOTS}::int, ${KIND_SLOTS}::int, ${OWNER_SLOTS}::int, 200)`;
    const undo = new Error("undo");
    const fresh = connect({ url: database().url, role: "leyden_app", max: 1, name: "plans anew" });
    const runs = fresh.transaction(async (tx) => {
      // what a connection comes to after some calls
      await tx.query(sql`set local plan_cache_mode = force_generic_plan`);
      // The first one plans; so does one after which the server analyzed the table by itself.
      for (let i = 0; i < 4; i += 1) {
        const [row] = await tx.query<{ "QUERY PLAN": [{ Plan: Record<string, number> }] }>(search);
        const plan = row?.["QUERY PLAN"][0].Plan ?? {};
        const read = (plan["Shared Hit Blocks"] ?? Number.NaN) + (plan["Shared Read Blocks"] ?? Number.NaN);
        pages = Math.min(pages, read);
      }
      throw undo;
    });
    await expect(runs).rejects.toBe(undo);
    await fresh.close();
    return pages;
  };

  const summary = (leased: readonly { host: string; attempt: number }[]) => {
    const counts: Record<string, number> = {};
    for (const { host, attempt } of leased) {
      const key = `${host} ${attempt > 0 ? "tried" : "untried"}`;
      counts[key] = (counts[key] ?? 0) + 1;
    }
    return counts;
  };

  it("is what is due, the oldest first", async () => {
    const world = await given();
    const [young, old, middle] = [
      await givenDue(world, "a.test", 1, 0, { agoMs: SECOND }),
      await givenDue(world, "a.test", 1, 0, { agoMs: 3 * SECOND }),
      await givenDue(world, "a.test", 1, 0, { agoMs: 2 * SECOND }),
    ];
    await givenDue(world, "a.test", 1, 0, { agoMs: -MINUTE });
    const leased = await lease(world);
    expect(leased.map(({ event }) => event.id)).toEqual([old, middle, young].flat());
    expect((await lease(world)).length, "they are leased").toBe(0);
    world.clock.advance(LEASE_MS + 1);
    expect((await lease(world)).map(({ leaseToken }) => leaseToken)).toEqual([2n, 2n, 2n]);
  });

  it("is eight of a host at most: never-tried first, and one slot for each kind", async () => {
    const world = await given();
    await givenDue(world, "new.test", 10);
    await givenDue(world, "old.test", 10, 3, { agoMs: 10 * MINUTE });
    await givenDue(world, "both.test", 10);
    await givenDue(world, "both.test", 10, 3, { agoMs: 10 * MINUTE });
    expect(summary(await lease(world))).toEqual({
      "new.test untried": 7,
      "old.test tried": 7,
      "both.test untried": 7,
      "both.test tried": 1,
    });
  });

  it("is less by what the process has in flight to the host", async () => {
    const world = await given();
    for (const host of ["a.test", "b.test", "c.test", "d.test"]) {
      await givenDue(world, host, 10);
      await givenDue(world, host, 10, 1);
    }
    const busy = { "a.test": [7, 1], "b.test": [3, 4], "c.test": [0, 7], "d.test": [7, 0] } as const;
    expect(summary(await lease(world, { inFlight: flyingTo(busy) }))).toEqual({
      "b.test untried": 1,
      "c.test untried": 1,
      "d.test tried": 1,
    });
  });

  it("is what comes after that which another process has leased", async () => {
    const world = await given();
    const events = await givenDue(world, "a.test", 20);
    const [first, second, third] = [await lease(world), await lease(world), await lease(world)];
    expect([first.length, second.length, third.length]).toEqual([7, 7, 6]);
    const leased = [first, second, third].flat().map(({ event }) => event.id);
    expect(leased.toSorted()).toEqual(events.toSorted());
  });

  it("is shared out when there is too much: a host with nothing in flight comes first", async () => {
    const world = await given();
    const hosts = Array.from({ length: 10 }, (_, i) => `h${i}.test`);
    for (const host of hosts) await givenDue(world, host, 10, 0, { agoMs: 10 * MINUTE });
    await givenDue(world, "young.test", 10, 0, { agoMs: SECOND });
    const busy = Object.fromEntries(hosts.map((host) => [host, [3, 0] as const]));
    expect(summary(await lease(world, { inFlight: flyingTo(busy), limit: 5 }))).toMatchObject({
      "young.test untried": 3,
    });
  });

  it("is a quarter of all slots for one project at most, less by what is in flight to it", async () => {
    const world = await given();
    const [rich, poor, other] = [world.owner, world.random.uuid(), world.random.uuid()];
    for (let i = 0; i < 60; i += 1) await givenDue(world, `h${i}.test`, 2, i % 2, { agoMs: 10 * MINUTE });
    for (let i = 0; i < 10; i += 1) await givenDue(world, `p${i}.test`, 1, 0, { owner: poor });
    await givenDue(world, "other.test", 3, 0, { owner: other });

    const leased = await lease(world, { inFlight: flyingTo({}, { [poor]: OWNER_SLOTS - 4, [rich]: 1 }) });

    const owners = Map.groupBy(leased, ({ event }) => event.ownerId);
    expect([rich, poor, other].map((owner) => owners.get(owner)?.length)).toEqual([OWNER_SLOTS - 1, 4, 3]);
    expect(new Set(owners.get(rich)?.map(({ host }) => host)).size, "each at a host of its own").toBe(OWNER_SLOTS - 1);
  });

  it("is the event of another project behind those of a project that has no slots left, at the same host", async () => {
    const world = await given();
    await givenDue(world, "both.test", 20, 0, { agoMs: 10 * MINUTE });
    const events = await givenDue(world, "both.test", 2, 0, { owner: world.random.uuid() });
    const leased = await lease(world, { inFlight: flyingTo({}, { [world.owner]: OWNER_SLOTS }) });
    expect(leased.map(({ event }) => event.id)).toEqual(events);
  });

  it("is eight of a host in all, also when several projects send to it", async () => {
    const world = await given();
    const first = await givenDue(world, "both.test", 4, 0, { agoMs: 10 * MINUTE });
    for (const _ of [1, 2, 3]) {
      const owner = world.random.uuid();
      await givenDue(world, "both.test", 10, 0, { owner });
      await givenDue(world, "both.test", 10, 1, { owner });
    }
    const leased = await lease(world);
    expect(summary(leased)).toEqual({ "both.test untried": 7, "both.test tried": 1 });
    expect(leased.slice(0, 4).map(({ event }) => event.id)).toEqual(first);
    const inFlight = flyingTo({ "both.test": [5, 1] });
    expect(summary(await lease(world, { inFlight }))).toEqual({ "both.test untried": 2 });
  });

  it("is nothing that another process leases in the same moment", async () => {
    const world = await given();
    for (let host = 0; host < 5; host += 1) await givenDue(world, `h${host}.test`, 20);
    const all = (await Promise.all(Array.from({ length: 10 }, () => lease(world)))).flat();
    expect(all.length).toBeGreaterThan(30);
    expect(new Set(all.map(({ event }) => event.id)).size).toBe(all.length);
  });

  it("is found without reading what waits for a dead host: ten thousand cost what a hundred do", async () => {
    const world = await given();
    const other = world.random.uuid();
    const givenGood = async () => {
      for (let i = 0; i < 20; i += 1) await givenDue(world, `good${i}.test`, 2, i % 2);
      await givenDue(world, "dead.test", 1, 0, { owner: other });
    };
    const givenDead = async (count: number) => {
      await givenDue(world, "dead.test", count / 2);
      await givenDue(world, "dead.test", count / 2, 2);
    };
    const states = [flyingTo({}), flyingTo({ "dead.test": [7, 1] }), flyingTo({}, { [world.owner]: OWNER_SLOTS })];
    const inEachState = async () => {
      const pages: number[] = [];
      for (const inFlight of states) pages.push(await pagesRead(world, inFlight));
      return pages;
    };
    await givenGood();
    await givenDead(100);
    const few = await inEachState();
    await givenDead(10_000);
    const many = await inEachState();
    await database().admin.query(sql`analyze events.delivery`);
    const analyzed = await inEachState();
    const found = { few, many, analyzed };
    for (const [i, pages] of few.entries()) {
      const most = Math.min(1_000, 2 * pages + 50); // an index of ten thousand is one page deeper
      for (const now of [many, analyzed]) expect(now[i], JSON.stringify(found)).toBeLessThan(most);
    }
  });

  it("is found as quickly when its plan was made for an empty queue", async () => {
    const world = await given();
    const owners = Array.from({ length: 20 }, () => world.random.uuid());
    for (const [i, owner] of owners.entries()) await world.endpoint(`https://shop${i}.test/`, owner);
    const givenQueues = async () => {
      for (const owner of owners) await world.appendMany(Array(300).fill({ owner }));
    };
    await givenQueues();
    await database().admin.query(sql`
      update events.delivery set state = 'delivered', due_at = null, finished_at = now(), attempt = 1`);
    await database().admin.query(sql`vacuum (analyze) events.delivery`);
    await givenQueues();
    expect(await pagesRead(world)).toBeLessThan(6_000); // of 140 deliveries; with a bad plan 20,000
  });
});

onDatabase("two processes", (database) => {
  const given = () => givenDelivering(database());

  it("never send the same attempt twice while leases hold", async () => {
    const world = await given();
    const names = Array.from({ length: 10 }, (_, i) => `shop${i}.test`);
    let calls = 0;
    const shop = await world.receiver((_, response) => {
      calls += 1;
      response.writeHead(calls % 5 === 0 ? 500 : 200).end();
    }, names);
    await world.appendMany(
      Array.from({ length: 300 }, (_, i) => ({ callbackUrl: `http://shop${i % 10}.test:${shop.port}/` })),
    );

    const workers = Array.from({ length: 4 }, () => world.process());
    for (let round = 0; round < 12; round += 1) {
      await Promise.all(workers.map((worker) => worker.run()));
      world.clock.advance(3 * MINUTE);
    }

    const [sums] = await database().admin.query(sql`
      select (select count(*)::int from events.attempt) as attempts,
             (select sum(attempt)::int from events.delivery) as counted,
             (select count(*)::int from events.delivery where state = 'delivered') as delivered`);
    expect(sums).toEqual({ attempts: shop.received.length, counted: shop.received.length, delivered: 300 });
    expect(world.errors).toEqual([]);
  });

  it("whose clocks differ by an hour may both send, and record once", async () => {
    const world = await given();
    let answer = (): void => undefined;
    const shop = await world.receiver((_, response) => {
      const before = answer;
      answer = () => {
        before();
        response.writeHead(200).end();
      };
    });
    const event = await world.append({ callbackUrl: shop.url });
    const hasty = { ...world.clock, now: () => new Date(world.clock.now().getTime() + 60 * MINUTE) };
    const other = world.process({ clock: hasty, batch: database().batchOn(hasty) });
    await world.start();
    await expect.poll(() => shop.received.length, { interval: 5 }).toBe(1);
    await other.start();
    await expect.poll(() => shop.received.length, { interval: 5 }).toBe(2);

    answer();
    await Promise.all([...world.running, ...other.running]);

    expect(shop.received.map(({ id }) => id)).toEqual([event, event]);
    expect(await world.delivery(event)).toMatchObject({ state: "delivered", attempt: 1 });
    expect(await world.attempts(event)).toHaveLength(1);
    expect(world.logged("delivery.lease_lost")).toBe(1);
  });
});

onDatabase("a clock that jumps", (database) => {
  it("back an hour neither loses nor doubles what is on its way", async () => {
    const world = await givenDelivering(database());
    const shop = await world.answering(200);
    const event = await world.append({ callbackUrl: shop.url });
    const { reached, stopped, goOn } = world.stopsAt("before-deliver");
    const first = world.process({ reached });
    await first.start();
    await stopped;
    world.clock.advance(-60 * MINUTE);
    await world.run();
    expect(shop.received).toEqual([]);
    goOn();
    await Promise.all(first.running);
    expect(shop.received).toHaveLength(1);
    expect(await world.delivery(event)).toMatchObject({ state: "delivered", attempt: 1 });
    const late = await world.append({ callbackUrl: shop.url });
    await world.run();
    expect(await world.delivery(late)).toMatchObject({ state: "delivered" });
  });
});

onDatabase("a database that goes away while an attempt is recorded", (database) => {
  it.each(["before", "during", "after"] as const)("(cut %s) has it once when it is back", async (when) => {
    const world = await givenDelivering(database());
    const shop = await world.answering(200);
    const event = await world.append({ callbackUrl: shop.url });
    const proxy = await faultProxy(database().url);
    const db = connect({ url: proxy.url, role: "leyden_app", max: 2, name: "cut" });
    try {
      const cutting = world.process({ batch: microBatch({ db, clock: world.clock }) });
      proxy.cut(when, event);
      await cutting.start();
      await Promise.all(cutting.running);
      expect(world.errors).toEqual([]);
      expect(await world.delivery(event)).toMatchObject({ state: "delivered", attempt: 1 });
      expect(await world.attempts(event)).toHaveLength(1);
      expect(shop.received).toHaveLength(1);
      expect(world.attempted).toEqual([{ outcome: "delivered", durationMs: expect.any(Number) }]);
    } finally {
      await db.close();
      await proxy.close();
    }
  });
});
