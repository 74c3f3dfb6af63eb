import { beforeAll, expect, it } from "vitest";
import { NO_RANGE, newId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import type { DeliveryState, EventId } from "../model/event.ts";
import { pagesRead } from "../testing/pages-read.harness.ts";
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
      const untyped = await fill(SHOP, state, 1, "");
      rare.set(state, [...(await fill(SHOP, state, 2)), ...untyped]);
      await fill(OTHER, state, 500);
    }
    await fill(SHOP, "delivered", EVENTS); // newer than the rare ones
  });

  /** Events of a project, each with two deliveries of this type. Returns their ids, newest first. */
  async function fill(
    owner: string,
    state: DeliveryState,
    count: number,
    type = "payment.completed",
  ): Promise<EventId[]> {
    const ids = Array.from({ length: count }, () => newId<EventId>(random));
    const [dueAt, finishedAt] = state === "waiting" ? [new Date(), null] : [null, new Date()];
    await database().admin.query(sql`
      with written as (
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select u.id, ${owner}, 'payment.completed', u.id, 1, false,
               u.no + (select coalesce(max(e.no), 0) from events.event e where e.owner_id = ${owner}), now()
          from unnest(${ids}::uuid[]) with ordinality as u(id, no)
        returning id)
      insert into events.delivery (
        event_id, receiver_id, owner_id, type, url, host, state, due_at, finished_at, created_at)
      select w.id, r.id, ${owner}, ${type}, 'https://a.example/', 'a.example', ${state}, ${dueAt}::timestamptz,
             ${finishedAt}::timestamptz, now()
        from written w, unnest(${[random.uuid(), random.uuid()]}::uuid[]) as r(id)`);
    return ids.toReversed();
  }

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
          expect(await pagesRead(database().db, list({ state }), mode), `${statistics} ${mode}`).toBeLessThan(
            PAGES_MAX,
          );
      }
    },
  );
});
