import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenDelivering } from "../testing/delivering.harness.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

type Health = {
  readonly taken_at: Date | null;
  readonly failing_since: Date | null;
  readonly failures: number;
  readonly failed_status: number | null;
  /** Another one after each write. */
  readonly xmin: string;
};

onDatabase("what is recorded of an attempt", (database) => {
  async function given() {
    const world = await givenDelivering(database());
    const health = async (id: string): Promise<Health> => {
      const [row] = await database().admin.query<Health>(sql`
        select taken_at, failing_since, failures, failed_status, xmin::text from events.endpoint where id = ${id}`);
      return row as Health;
    };
    return { ...world, health };
  }

  it("is what was sent: address, signature and the hash of the body, also where nobody answered", async () => {
    const world = await given();
    const shop = await world.answering(200);
    const dead = await world.answering(200);
    await dead.close();
    const [event, unanswered] = [
      await world.append({ callbackUrl: shop.url }),
      await world.append({ callbackUrl: dead.url }),
    ];
    await world.run();
    const rows = await database().admin.query(sql`
      select event_id, url, signature, body_hash, is_public, answer from events.attempt order by event_id`);
    const [got] = shop.received;
    expect(rows).toMatchObject([
      {
        event_id: event,
        url: shop.url,
        signature: got?.headers["webhook-signature"],
        body_hash: createHash("sha256")
          .update(got?.body ?? "")
          .digest(),
        is_public: false,
        answer: "thanks",
      },
      { event_id: unanswered, url: dead.url, signature: expect.stringMatching(/^v1,/), answer: null },
    ]);
  });

  it("says that an answer is public where nothing but a public address can have given it", async () => {
    const world = await given();
    const shop = await world.answering(200);
    const event = await world.append({ callbackUrl: shop.url });
    const { outbound } = world.deps;
    await world.process({ outbound: { ...outbound, allows: () => false } }).run();
    expect(await database().admin.query(sql`select event_id, is_public from events.attempt`)).toEqual([
      { event_id: event, is_public: true },
    ]);
  });

  it("writes no more rows than it always did: one attempt, two versions of the delivery, and of the endpoint none", async () => {
    const world = await given();
    const shop = await world.answering(200);
    const endpoint = await world.endpoint(shop.url);
    await world.append({});
    await world.run();
    const before = await world.health(endpoint);
    await world.append({});
    await world.run();
    expect(await world.health(endpoint)).toEqual(before);
    const statements: string[] = [];
    const { db } = database();
    const batch = world.deps.batch;
    const counting = world.process({
      db: {
        ...db,
        query: (statement) => {
          statements.push(statement.text);
          return db.query(statement);
        },
      },
      batch: (fn, input) => {
        statements.push(fn.name);
        return batch(fn, input);
      },
    });
    await world.append({});
    expect(await counting.start()).toBe(1);
    await Promise.all(counting.running);
    expect(statements).toEqual([expect.stringContaining("events.lease_due"), "events.record_many"]);
    expect(await database().admin.query(sql`select count(*)::int as n from events.attempt`)).toEqual([{ n: 3 }]);
  });

  it("says since when an endpoint accepts nothing, and forgets it when it accepts something", async () => {
    const world = await given();
    let status = 500;
    const shop = await world.receiver((_, response) => response.writeHead(status).end());
    const endpoint = await world.endpoint(shop.url);
    const since = world.clock.now();
    await world.append({ at: since });
    await world.run();
    expect(await world.health(endpoint)).toMatchObject({ failing_since: since, failures: 1, failed_status: 500 });
    for (let i = 0; i < 4; i += 1) {
      world.clock.advance(HOUR_MS);
      await world.append({ at: world.clock.now() });
      await world.run();
    }
    const failing = await world.health(endpoint);
    expect(failing).toMatchObject({ failing_since: since, failures: 3, taken_at: null });
    world.clock.advance(HOUR_MS);
    await world.run();
    expect(await world.health(endpoint), "the same is not written again").toEqual(failing);
    status = 503;
    world.clock.advance(3 * HOUR_MS);
    await world.run();
    expect(await world.health(endpoint)).toMatchObject({ failing_since: since, failures: 3, failed_status: 503 });
    status = 200;
    world.clock.advance(30 * HOUR_MS);
    await world.run();
    const taken = await world.health(endpoint);
    expect(taken).toMatchObject({ failing_since: null, failures: 0, failed_status: null });
    expect(taken.taken_at?.getTime()).toBeGreaterThanOrEqual(since.getTime() + 38 * HOUR_MS);
  });

  it("counts no event against an endpoint that took a newer one, and those of a callbackUrl not at all", async () => {
    const world = await given();
    let poison = "";
    const shop = await world.receiver(({ headers }, response) =>
      response.writeHead(headers["webhook-id"] === poison ? 422 : 200).end(),
    );
    const endpoint = await world.endpoint(shop.url);
    poison = await world.append({});
    await world.run();
    world.clock.advance(SECOND_MS);
    await world.append({});
    await world.run();
    const well = await world.health(endpoint);
    expect(well).toMatchObject({ failing_since: null, failures: 0 });
    for (let i = 0; i < 5; i += 1) {
      world.clock.advance(HOUR_MS);
      await world.run();
    }
    expect(await world.attempts(poison, endpoint)).toHaveLength(5);
    expect(await world.health(endpoint)).toEqual(well);
  });

  it("has an endpoint that takes something in the same moment as it refuses something", async () => {
    const world = await given();
    const shop = await world.receiver((_, response) =>
      response.writeHead(shop.received.length % 2 === 0 ? 200 : 500).end(),
    );
    const endpoint = await world.endpoint(shop.url);
    await world.appendMany(Array.from({ length: 40 }, () => ({})));
    const workers = Array.from({ length: 4 }, () => world.process());
    for (let i = 0; i < 6; i += 1) {
      await Promise.all(workers.map((worker) => worker.run()));
      world.clock.advance(2 * MINUTE_MS);
    }
    expect(world.errors).toEqual([]);
    const { taken_at, failures } = await world.health(endpoint);
    expect(taken_at).not.toBeNull();
    expect(failures).toBeLessThanOrEqual(3);
  });

  it("begins anew when the endpoint was switched off and on again, and not with another address", async () => {
    const world = await given();
    const shop = await world.answering(500);
    const endpoint = await world.endpoint(shop.url);
    await world.append({});
    await world.run();
    const change = (url: string | null, state: string | null) =>
      database().db.query(sql`
        select events.change_endpoint(${world.clock.now()}, ${world.owner}, ${endpoint}, ${url}, null, null, ${state}, 'x')`);
    await change(`${shop.url}2`, null);
    expect(await world.health(endpoint)).toMatchObject({ failures: 1 });
    await change(null, "disabled");
    await change(null, "enabled");
    expect(await world.health(endpoint)).toMatchObject({ failing_since: null, failures: 0, failed_status: null });
  });

  it("is recorded once when the process dies between sending and recording, and counts once", async () => {
    const world = await given();
    const shop = await world.answering(500);
    const endpoint = await world.endpoint(shop.url);
    const event = await world.append({});
    const { reached, stopped, goOn } = world.stopsAt("after-deliver");
    const dying = world.process({ reached });
    await dying.start();
    await stopped;
    expect(await world.health(endpoint)).toMatchObject({ failures: 0 });
    world.clock.advance(31 * SECOND_MS);
    await world.run();
    goOn();
    await Promise.all(dying.running);
    expect(shop.received).toHaveLength(2);
    expect(await world.health(endpoint)).toMatchObject({ failures: 1 });
    const signatures = await database().admin.query<{ signature: string }>(sql`
      select signature from events.attempt where event_id = ${event}`);
    expect(signatures).toEqual([{ signature: shop.received[1]?.headers["webhook-signature"] }]);
  });
});
