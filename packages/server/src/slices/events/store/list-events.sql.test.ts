import { beforeAll, expect, it } from "vitest";
import { NO_RANGE, newId } from "#kernel/ids.ts";
import { type Db, type Statement, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import type { DeliveryState, EventId } from "../model/event.ts";
import { type EventFilter, listEvents } from "./events.ts";

const random = machineRandom();
const [SHOP, OTHER] = [random.uuid(), random.uuid()];
const EVENTS = 5_000;
/** Reading all events of a project takes many times as much. */
const PAGES_MAX = 200;

onDatabase("the list of events", (database) => {
  const rare = new Map<DeliveryState, EventId[]>();

  beforeAll(async () => {
    await fill(SHOP, "delivered", EVENTS);
    for (const state of ["failed", "waiting", "cancelled"] as const) {
      rare.set(state, await fill(SHOP, state, 3));
      await fill(OTHER, state, 500);
    }
    await fill(SHOP, "delivered", EVENTS); // newer than the rare ones
  });

  /** Events of a project, each with two deliveries. Returns their ids, newest first. */
  async function fill(owner: string, state: DeliveryState, count: number): Promise<EventId[]> {
    const ids = Array.from({ length: count }, () => newId<EventId>(random));
    const [dueAt, finishedAt] = state === "waiting" ? [new Date(), null] : [null, new Date()];
    await database().admin.query(sql`
      with written as (
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select u.id, ${owner}, 'payment.completed', u.id, 1, false,
               u.no + (select coalesce(max(e.no), 0) from events.event e where e.owner_id = ${owner}), now()
          from unnest(${ids}::uuid[]) with ordinality as u(id, no)
        returning id)
      insert into events.delivery (event_id, receiver_id, owner_id, url, host, state, due_at, finished_at, created_at)
      select w.id, r.id, ${owner}, 'https://a.example/', 'a.example', ${state}, ${dueAt}::timestamptz,
             ${finishedAt}::timestamptz, now()
        from written w, unnest(${[random.uuid(), random.uuid()]}::uuid[]) as r(id)`);
    return ids.toReversed();
  }

  /** Pages of tables and indexes that the statement of a list reads. */
  async function pagesRead(list: (db: Db) => Promise<unknown>, planMode: "custom" | "generic"): Promise<number> {
    const { db } = database();
    const statements: Statement[] = [];
    const query: Db["query"] = (statement) => {
      statements.push(statement);
      return db.query(statement);
    };
    await list({ ...db, query });
    const [{ text, values } = { text: "", values: [] }] = statements;
    const literals = values.map((value) => (value === null ? "null" : `'${value}'`)).join(", ");
    return await db.transaction(async (tx) => {
      const run = async (command: string) => await tx.query<Explained>({ text: command, values: [] });
      await run(`set local plan_cache_mode = force_${planMode}_plan`);
      await run(`prepare listed as ${text}`);
      const explain = `explain (analyze, buffers, format json) execute listed(${literals})`;
      await run(explain); // the catalogs are read
      const [row] = await run(explain);
      await run("deallocate listed");
      const plan = row?.["QUERY PLAN"][0].Plan ?? {};
      return (plan["Shared Hit Blocks"] ?? Number.NaN) + (plan["Shared Read Blocks"] ?? Number.NaN);
    });
  }
  type Explained = { readonly "QUERY PLAN": [{ readonly Plan: Record<string, number> }] };

  const list = (filter: EventFilter, range = NO_RANGE, limit = 21) => {
    return (db: Db) => listEvents(db, { ownerId: SHOP, range, limit }, filter);
  };
  const found = async (...wanted: Parameters<typeof list>) =>
    (await list(...wanted)(database().db)).map(({ id }) => id);

  it.each(["failed", "waiting", "cancelled"] as const)(
    "finds what is %s among many delivered ones, each event once, newest first and page by page",
    async (state) => {
      const expected = rare.get(state) ?? [];
      expect(await found({ state })).toEqual(expected);
      expect(await found({ state, type: "payment.completed" })).toEqual(expected);
      expect(await found({ state, type: "payment.failed" })).toEqual([]);
      expect(await found({ state, objectId: expected[1] })).toEqual([expected[1]]);
      expect(await found({ state }, NO_RANGE, 2)).toEqual(expected.slice(0, 2));
      expect(await found({ state }, { ...NO_RANGE, before: expected[1] ?? "" })).toEqual([expected[2]]);
      expect(await found({ state }, { ...NO_RANGE, from: expected[1] ?? "" })).toEqual(expected.slice(0, 2));
    },
  );

  it.each(["failed", "waiting", "cancelled", "delivered", undefined] as const)(
    "reads no more for a page of %s ones than the page needs",
    async (state) => {
      for (const statistics of ["unknown", "known"]) {
        if (statistics === "known") await database().admin.query(sql`analyze events.event, events.delivery`);
        for (const mode of ["custom", "generic"] as const)
          expect(await pagesRead(list({ state }), mode), `${statistics} ${mode}`).toBeLessThan(PAGES_MAX);
      }
    },
  );
});
