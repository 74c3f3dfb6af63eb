import { beforeEach, expect, it } from "vitest";
import { type Statement, sql } from "#platform/database/db.ts";
import { meetAt, runByIndex } from "#platform/database/testing/blocked.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { deleteOld } from "./deliveries.ts";

const random = machineRandom();
const HOST = "shop.example";

type Delivery = { readonly event: string; readonly receiver: string };

onDatabase("what writes several deliveries", (database) => {
  let owner: string;
  /** Three endpoints, and an event that each of them receives. */
  let endpoints: readonly string[];
  let events: readonly string[];
  /** Of each event to each endpoint, leased, in the order of their ids. */
  let deliveries: readonly Delivery[];

  beforeEach(async () => {
    const { admin } = database();
    for (const table of ["attempt", "delivery", "event", "endpoint", "callback_host"])
      await admin.query({ text: `delete from events.${table}`, values: [] });
    owner = random.uuid();
    endpoints = [0, 1, 2].map(() => random.uuid());
    events = [0, 1, 2].map(() => random.uuid());
    deliveries = events.flatMap((event) => endpoints.map((receiver) => ({ event, receiver })));
    for (const id of endpoints)
      await admin.query(sql`
        insert into events.endpoint (id, owner_id, url, description, state, created_at, updated_at)
        values (${id}, ${owner}, ${`https://${HOST}/hook`}, '', 'enabled', now(), now())`);
    const nulls = events.map(() => null);
    await admin.query(sql`
      select events.append_many(
               now() - interval '1 year', ${events}::uuid[], ${events.map(() => owner)}::uuid[],
               ${events.map(() => "payment.completed")}::text[], ${events}::uuid[], ${events.map(() => 1)}::int[],
               ${nulls}::jsonb[], ${nulls}::text[], ${nulls}::timestamptz[])`);
    await admin.query(sql`update events.delivery set lease_token = 1`);
  });

  type Writer = (deliveries: readonly Delivery[]) => Statement;
  const endpoint = () => endpoints[1] as string;

  const recording =
    ({
      reason = null,
      dueAt = null,
      state,
    }: {
      reason?: string | null;
      dueAt?: string | null;
      state: string;
    }): Writer =>
    (deliveries) => {
      const all = (value: unknown) => deliveries.map(() => value);
      return sql`
        select outcome
          from events.record_many(
                 now(), ${deliveries.map(({ event }) => event)}::uuid[], ${deliveries.map(({ receiver }) => receiver)}::uuid[],
                 ${all(1)}::bigint[], ${all(1)}::int[], ${all("2026-01-01")}::timestamptz[], ${all(1)}::int[],
                 ${all(200)}::int[], ${all(null)}::text[], ${all(null)}::text[], ${all(true)}::boolean[],
                 ${all(null)}::text[], ${all(null)}::text[], ${all(null)}::bytea[], ${all(state)}::text[],
                 ${all(dueAt)}::timestamptz[], ${all(reason)}::text[])`;
    };
  const record = recording({ state: "delivered" });
  const recordGone = recording({ state: "cancelled", reason: "The receiver answered 410 (Gone)." });
  const recordFailed = recording({ state: "waiting", dueAt: "2026-01-02" });
  const changing =
    ({ url = null, state = null }: { url?: string | null; state?: string | null }): Writer =>
    () =>
      sql`select events.change_endpoint(now(), ${owner}, ${endpoint()}, ${url}, null, null, ${state}, 'test') as outcome`;
  const remove: Writer = () => sql`
    select events.remove_endpoint(now(), ${owner}, ${endpoint()}, null, null) as outcome`;
  const verify: Writer = () => sql`
    select events.verify_host(now(), (select id from events.callback_host)) as outcome`;
  const resend: Writer = () => sql`
    select events.resend(now(), ${owner}, ${events[1]}, null, null, null) as outcome`;
  const resendFailed: Writer = () => sql`
    select outcome
      from events.resend_failed(now(), ${random.uuid()}, ${owner}, null, '2000-01-01'::timestamptz, 100, null, null)`;

  const retryWaiting: Writer = () => sql`
    select events.retry_waiting(now(), ${owner}, null, '2000-01-01'::timestamptz, 100) as outcome`;

  const run = (statement: Statement) => runByIndex(database(), statement);

  /** At the delivery in the middle. */
  const meet = (first: () => Promise<unknown>, second: () => Promise<unknown>) => {
    const { event, receiver } = deliveries[4] as Delivery;
    const lock = sql`select from events.delivery where event_id = ${event} and receiver_id = ${receiver} for update`;
    return meetAt(database(), lock, first, second);
  };

  const failed = () =>
    database().admin.query(sql`
    update events.delivery set state = 'failed', due_at = null, finished_at = now() - interval '1 year'`);
  const tried = () =>
    database().admin.query(sql`update events.delivery set attempt = 1, due_at = now() + interval '1 day'`);
  const claimed = () =>
    database().admin.query(sql`
    insert into events.callback_host (id, host, owner_id, token, created_at)
    values (${random.uuid()}, ${HOST}, ${random.uuid()}, 'token', now())`);

  const OTHERS: Record<string, { readonly writer: Writer; readonly given?: () => Promise<unknown> }> = {
    "other outcomes": { writer: record },
    "other outcomes that disable endpoints": { writer: recordGone },
    "an endpoint's new URL": { writer: changing({ url: "https://new.example/hook" }) },
    "an endpoint that is disabled": { writer: changing({ state: "disabled" }) },
    "an endpoint that is removed": { writer: remove },
    "a host that is verified": { writer: verify, given: claimed },
    "an event that is sent again": { writer: resend },
    "failed ones that are sent again": { writer: resendFailed, given: failed },
    "what waits and is sent again": { writer: retryWaiting, given: tried },
  };
  const RECORDS = {
    outcomes: record,
    "outcomes that fail": recordFailed,
    "outcomes that disable endpoints": recordGone,
  };
  // What writes all of a kind takes them in the order of a table or an index: one of both orders is another.
  const ORDERS = ["the first one first", "the last one first"] as const;
  const CASES = Object.entries(RECORDS).flatMap(([what, first]) =>
    Object.entries(OTHERS).flatMap(([other, second]) =>
      ORDERS.map((order) => [what, other, order, first, second] as const),
    ),
  );

  it.each(CASES)(
    "does not wait for each other for ever: %s and %s, %s",
    async (_what, _other, order, first, second) => {
      await second.given?.();
      const sorted = order === "the first one first" ? deliveries : deliveries.toReversed();

      const answers = await meet(
        () => run(first(sorted)),
        () => run(second.writer(sorted.toReversed())),
      );

      for (const answer of answers) expect(answer).toEqual(expect.any(Array));
    },
  );

  it.each(ORDERS)("does not wait for each other for ever: outcomes and what forgets them, %s", async (order) => {
    await failed();
    const sorted = order === "the first one first" ? deliveries : deliveries.toReversed();
    const forget = () =>
      deleteOld(database().db, {
        before: new Date(),
        range: { from: "00000000-0000-0000-0000-000000000000", before: "ffffffff-ffff-ffff-ffff-ffffffffffff" },
        limit: 100,
      });

    const answers = await meet(forget, () => run(record(sorted)));

    expect(answers).toEqual([3, expect.any(Array)]);
  });

  it("waits for no payment: outcomes are recorded while the ledger is locked", async () => {
    const outcomes = await database().db.transaction(async (tx) => {
      await tx.query(sql`select ledger.lock_book()`);
      return await run(record(deliveries));
    });
    expect(outcomes).toEqual(deliveries.map(() => ({ outcome: "recorded" })));
  });
});
