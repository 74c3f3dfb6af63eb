import { beforeAll, expect, it } from "vitest";
import { idRange, newId } from "#kernel/ids.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { DELIVERY_STATES, type DeliveryState, type EndpointId, type EventId, type EventType } from "../model/event.ts";
import { pagesRead } from "../testing/pages-read.harness.ts";
import { type DeliveryFilter, type DeliveryKey, type DeliveryLine, listDeliveryLines } from "./delivery-log.ts";

const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;
/** Reading all deliveries of a project takes many times as much. */
const PAGES_MAX = 900;

type Given = {
  readonly type?: EventType | "";
  readonly state?: DeliveryState;
  /** Null: a callbackUrl. */
  readonly endpoint?: string | null;
  readonly host?: string;
};

onDatabase("the list of deliveries", (database) => {
  let minute = 0;
  const random = machineRandom({ now: () => new Date(START_MS + minute * MINUTE_MS) });
  const [shop, other] = [random.uuid(), random.uuid()];
  const endpoints: string[] = [];

  /** One event a minute, each with one delivery as `given` says it for its number. Returns the events' ids. */
  async function fill(owner: string, count: number, given: (i: number) => Given): Promise<EventId[]> {
    const rows = Array.from({ length: count }, (_, i) => {
      minute += 1;
      const { type = "payment.completed", state = "delivered", endpoint = null, host = "a.example" } = given(i);
      const id = newId<EventId>(random);
      return { id, minute, type, state, endpoint, host, receiver: endpoint ?? id };
    });
    await database().admin.query(sql`
      with given as (
        select *
          from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g(
                 id uuid, minute int, type text, state text, endpoint uuid, host text, receiver uuid)),
      written as (
        insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
        select g.id, ${owner}, coalesce(nullif(g.type, ''), 'voucher.revoked'), g.id, 1, false, g.minute,
               to_timestamp(${START_MS / 1_000}::float8 + g.minute * 60)
          from given g)
      insert into events.delivery (
        event_id, receiver_id, endpoint_id, owner_id, type, url, host, state, due_at, finished_at, created_at)
      select g.id, g.receiver, g.endpoint, ${owner}, g.type, 'https://' || g.host || '/', g.host, g.state,
             case when g.state = 'waiting' then now() end, case when g.state <> 'waiting' then now() end,
             to_timestamp(${START_MS / 1_000}::float8 + g.minute * 60)
        from given g`);
    return rows.map(({ id }) => id);
  }

  beforeAll(async () => {
    for (const owner of [shop, shop, other]) {
      const id = random.uuid();
      endpoints.push(id);
      await database().admin.query(sql`
        insert into events.endpoint (id, owner_id, url, description, state, created_at, updated_at)
        values (${id}, ${owner}, 'https://b.example/hook', '', 'enabled', now(), now())`);
    }
  });

  async function listed(filter: DeliveryFilter, owner = shop, limit = 7): Promise<DeliveryLine[]> {
    const all: DeliveryLine[] = [];
    let after: DeliveryKey | undefined;
    do {
      const rows = await listDeliveryLines(
        database().db,
        { ownerId: owner, range: idRange(filter), after, limit },
        filter,
      );
      all.push(...rows);
      after = rows.length < limit ? undefined : rows.at(-1);
    } while (after !== undefined);
    return all;
  }

  it("has under every filter, page by page, what the table has", async () => {
    const types = ["payment.completed", "payment.failed", "voucher.revoked", ""] as const;
    const receivers: readonly Given[] = [
      { endpoint: endpoints[0] as string, host: "b.example" },
      { endpoint: endpoints[1] as string, host: "was.example" },
      { host: "b.example" },
      { host: "c.example:8443" },
    ];
    const draw = <T>(values: readonly T[]) => values[Math.floor(Math.random() * values.length)] as T;
    await fill(shop, 150, () => ({ type: draw(types), state: draw(DELIVERY_STATES), ...draw(receivers) }));
    await fill(other, 20, () => ({
      state: draw(DELIVERY_STATES),
      endpoint: endpoints[2] as string,
      host: "b.example",
    }));
    // Events with two deliveries: pages end between them.
    await database().admin.query(sql`
      insert into events.delivery (
        event_id, receiver_id, endpoint_id, owner_id, type, url, host, state, due_at, finished_at, created_at)
      select d.event_id, ${endpoints[0]}, ${endpoints[0]}, d.owner_id, d.type, d.url, 'b.example', d.state, d.due_at,
             d.finished_at, d.created_at
        from events.delivery d
       where d.endpoint_id is null
         and d.owner_id = ${shop}`);
    const all = await database().admin.query<DeliveryLine & { host: string }>(sql`
      select d.event_id as "eventId", d.receiver_id as "receiverId", d.endpoint_id as "endpointId", d.state, d.host, e.type,
             d.created_at as "createdAt"
        from events.delivery d
        join events.event e on e.id = d.event_id
       where d.owner_id = ${shop}
       order by d.event_id desc, d.receiver_id desc`);
    expect(all.length).toBeGreaterThan(180);
    const at = (n: number) => new Date(START_MS + n * MINUTE_MS);
    const some = <T>(values: readonly T[]): readonly (T | undefined)[] => [undefined, ...values];
    for (const type of some(["payment.completed", "voucher.revoked", "charge.expired"] as const))
      for (const state of some(DELIVERY_STATES))
        for (const to of some([endpoints[0], endpoints[2], "b.example", "c.example:8443", "nowhere.example"]))
          for (const [from, until] of [
            [undefined, undefined],
            [at(20), at(60)],
          ] as const) {
            const isHost = to?.includes(".") === true;
            const endpointId = isHost ? undefined : (to as EndpointId | undefined);
            const filter = { type, state, endpointId, host: isHost ? to : undefined, from, to: until };
            const wanted = all.filter(
              (row) =>
                (type === undefined || row.type === type) &&
                (state === undefined || row.state === state) &&
                (endpointId === undefined || row.endpointId === endpointId) &&
                (!isHost ||
                  (row.endpointId === null
                    ? row.host === to
                    : to === "b.example" && endpoints.includes(row.endpointId))) &&
                (from === undefined || row.createdAt >= from) &&
                (until === undefined || row.createdAt < until),
            );
            const keys = (rows: readonly DeliveryKey[]) =>
              rows.map(({ eventId, receiverId }) => `${eventId} ${receiverId}`);
            expect(keys(await listed(filter)), JSON.stringify(filter)).toEqual(keys(wanted));
          }
  });

  it("reads no more for a page than the page needs, however many others there are", async () => {
    const owner = random.uuid();
    const [busy, idle] = [random.uuid(), random.uuid()];
    for (const id of [busy, idle])
      await database().admin.query(sql`
        insert into events.endpoint (id, owner_id, url, description, state, created_at, updated_at)
        values (${id}, ${owner}, 'https://b.example/hook', '', 'enabled', now(), now())`);
    const rare = (state: DeliveryState): Given => ({
      type: "voucher.revoked",
      state,
      endpoint: idle,
      host: "rare.example",
    });
    for (const state of DELIVERY_STATES) {
      await fill(owner, 3, () => rare(state));
      await fill(owner, 3, () => ({ type: "ramp.kyc.completed", state, host: "rare.example" }));
    }
    for (const state of DELIVERY_STATES)
      await fill(owner, 3_000, (i) => ({ state, endpoint: i % 2 === 0 ? busy : null, host: "b.example" }));
    // What only the stream had costs nothing.
    await database().admin.query(sql`
      insert into events.event (id, owner_id, type, object_id, sequence, streamed, no, created_at)
      select gen_random_uuid(), ${owner}, 'payment.completed', gen_random_uuid(), 1, true, 1000000 + n, now()
        from generate_series(1, 5000) n`);
    const list = (filter: DeliveryFilter) => (db: Db) =>
      listDeliveryLines(db, { ownerId: owner, range: idRange(filter), after: undefined, limit: 21 }, filter);
    const early = { from: new Date(START_MS), to: new Date(START_MS + 200 * MINUTE_MS) };
    const filters: readonly DeliveryFilter[] = [
      {},
      ...DELIVERY_STATES.map((state) => ({ state })),
      ...DELIVERY_STATES.map((state) => ({ state, type: "voucher.revoked" as const })),
      ...DELIVERY_STATES.map((state) => ({ state, host: "rare.example" })),
      ...DELIVERY_STATES.map((state) => ({ state, endpointId: idle as EndpointId, type: "payment.failed" as const })),
      { endpointId: idle as EndpointId },
      { type: "charge.expired" },
      early,
    ];
    const most = new Map<string, number>();
    for (const statistics of ["unknown", "known"]) {
      if (statistics === "known")
        await database().admin.query(sql`analyze events.event, events.delivery, events.attempt`);
      for (const mode of ["custom", "generic"] as const)
        for (const filter of filters)
          most.set(
            `${statistics} ${mode} ${JSON.stringify(filter)}`,
            await pagesRead(database().db, list(filter), mode),
          );
    }
    expect(Object.fromEntries([...most].filter(([, pages]) => !(pages <= PAGES_MAX)))).toEqual({});
  });
});
