import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { OWN_SQL } from "#platform/database/migrate.ts";
import { readMigrations } from "#platform/database/migration-files.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenDelivering } from "../testing/delivering.harness.ts";

const HOUR_MS = 3_600_000;

onDatabase("deliveries of a release before", (database) => {
  const migration = (name: string) => {
    const found = readMigrations(OWN_SQL.migrations).find((file) => file.name.slice("0000-".length) === `${name}.sql`);
    if (found === undefined) throw new Error(`there is no migration ${name}`);
    return found;
  };

  it("get the types of their events, a batch after the other, until none is left", async () => {
    const world = await givenDelivering(database());
    const { admin } = database();
    await world.endpoint("https://shop.example/hook");
    const types = ["payment.completed", "charge.expired", "voucher.revoked"] as const;
    await world.appendMany(Array.from({ length: 3_000 }, (_, i) => ({ type: types[i % 3] as (typeof types)[number] })));
    await world.appendMany(Array.from({ length: 3_000 }, () => ({ callbackUrl: "https://a.example/" })));
    await admin.query(sql`update events.delivery set type = '' where random() < 0.9`);
    const { sql: text, remaining = "" } = migration("types-of-deliveries");
    const left = async () =>
      Number(Object.values((await admin.query<object>({ text: remaining, values: [] }))[0] ?? {})[0]);
    expect(await left()).toBeGreaterThan(5_000);
    let batches = 0;
    while ((await left()) > 0) {
      await admin.query({ text, values: [] });
      batches += 1;
      expect(batches).toBeLessThan(10);
    }
    expect(batches).toBe(2);
    expect(
      await admin.query(sql`
        select count(*)::int as wrong
          from events.delivery d
          join events.event e on e.id = d.event_id
         where d.type <> e.type`),
    ).toEqual([{ wrong: 0 }]);
  });

  it("say which endpoints fail, as the attempts from then on would", async () => {
    const world = await givenDelivering(database());
    const { admin } = database();
    let poison = "";
    const [broken, well] = [
      await world.answering(503),
      await world.receiver(({ headers }, response) =>
        response.writeHead(headers["webhook-id"] === poison ? 500 : 200).end(),
      ),
    ];
    const ids = [await world.endpoint(broken.url), await world.endpoint(well.url, world.random.uuid())];
    const owners = await admin.query<{ id: string; owner_id: string }>(sql`select id, owner_id from events.endpoint`);
    const ownerOf = (id = "") => owners.find((row) => row.id === id)?.owner_id ?? "";
    poison = await world.append({ owner: ownerOf(ids[1]) });
    await world.append({ owner: ownerOf(ids[0]) });
    await world.run();
    world.clock.advance(1_000);
    await world.append({ owner: ownerOf(ids[1]) });
    for (let i = 0; i < 4; i += 1) {
      await world.run();
      world.clock.advance(HOUR_MS);
    }
    const health = () =>
      admin.query(sql`
        select id, date_trunc('second', taken_at) as taken_at, failing_since, failures, failed_status
          from events.endpoint
         order by id`);
    const known = await health();
    expect(known).toMatchObject([
      { taken_at: null, failures: 3, failed_status: 503 },
      { failures: 0, failing_since: null },
    ]);
    await admin.query(sql`
      update events.endpoint set taken_at = null, failing_since = null, failures = 0, failed_status = null`);
    const { sql: text } = migration("deliveries");
    const [, ...updates] = text.split(/^(?=with )/m);
    expect(updates).toHaveLength(2);
    for (const update of updates) await admin.query({ text: update, values: [] });
    expect(await health()).toEqual(known);
  });
});
