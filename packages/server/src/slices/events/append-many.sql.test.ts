import { afterEach, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { countBlocked } from "#platform/database/testing/blocked.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { invariants } from "./invariants.ts";
import { deliveriesOf, givenEndpoint, typesOf } from "./testing/written.harness.ts";

const random = machineRandom();
const NOON = new Date("2026-11-22T12:00:00Z");

type Change = {
  readonly owner: string | null;
  readonly type: string | null;
  readonly object: string;
  readonly sequence?: number;
  readonly callbackUrl?: string;
  readonly callbackAfter?: Date;
};

onDatabase("events.append_many", (database) => {
  afterEach(async () => {
    const found = await database().db.snapshot(async (tx) => await Promise.all(invariants.map((i) => i.breaches(tx))));
    expect(found.flat()).toEqual([]);
  });

  const append = async (...changes: readonly Change[]) => {
    await database().db.query(sql`
      select events.append_many(
               ${NOON}, ${changes.map(() => random.uuid())}::uuid[], ${changes.map(({ owner }) => owner)}::uuid[],
               ${changes.map(({ type }) => type)}::text[], ${changes.map(({ object }) => object)}::uuid[],
               ${changes.map(({ sequence = 1 }) => sequence)}::int[], null,
               ${changes.map(({ callbackUrl = null }) => callbackUrl)}::text[],
               ${changes.map(({ callbackAfter = null }) => callbackAfter)}::timestamptz[])`);
  };
  const isReceived = (...of: { owner?: string; url?: string }[]) => isReceivedAt(NOON, ...of);
  const isReceivedAt = async (at: Date, ...of: { owner?: string; url?: string }[]) => {
    const [row] = await database().db.query<{ is: boolean }>(sql`
      select events.is_received(
               ${at}, ${of.map(({ owner = null }) => owner)}::uuid[], ${of.map(({ url = null }) => url)}::text[]) as is`);
    return row?.is;
  };
  const listen = async (owner: string, until: Date) =>
    await database().db.query(sql`select events.listen(${NOON}, array[${owner}]::uuid[], ${until})`);
  /** The events of an owner in the order of their numbers. */
  const numbersOf = async (owner: string) =>
    await database().db.query<{ object: string; no: bigint; streamed: boolean }>(sql`
      select object_id as object, no, streamed from events.event where owner_id = ${owner} order by no`);
  const paid = (owner: string | null, rest: Partial<Change> = {}): Change => ({
    owner,
    type: "payment.completed",
    object: random.uuid(),
    ...rest,
  });

  it("tells its caller that it has left deliveries, when it has", async () => {
    const owner = random.uuid();
    await givenEndpoint(database().db, owner, { types: ["payment.failed"] });
    const leftBy = async (change: Change) =>
      await database().db.transaction(async (tx) => {
        await tx.query(sql`
          select events.append_many(
                   ${NOON}, array[${random.uuid()}]::uuid[], array[${change.owner}]::uuid[],
                   array[${change.type}]::text[], array[${change.object}]::uuid[], array[1], null,
                   array[null]::text[], array[null]::timestamptz[])`);
        const [row] = await tx.query<{ left: string | null }>(sql`
          select nullif(current_setting('leyden.left', true), '') as "left"`);
        return row?.left;
      });
    expect(await leftBy(paid(owner))).toBeNull();
    expect(await leftBy(paid(owner, { type: "payment.failed" }))).toBe("deliveries");
    expect(await leftBy(paid(random.uuid(), { type: "payment.failed" }))).toBeNull();
  });

  it("writes nothing when nobody receives it", async () => {
    const change = paid(random.uuid());
    await append(change);
    expect(await deliveriesOf(database().db, change.object)).toEqual([]);
    expect(await isReceived({ owner: change.owner ?? "" })).toBe(false);
    expect(await isReceived({})).toBe(false);
  });

  it("writes one event and a delivery for each receiver: the callbackUrl when its time comes, endpoints immediately", async () => {
    const { db } = database();
    const owner = random.uuid();
    const endpoint = await givenEndpoint(db, owner, { url: "HTTPS://Hooks.Example:8443/a?b#c" });
    const callbackAfter = new Date(NOON.getTime() + 30_000);
    const change = paid(owner, { sequence: 7, callbackUrl: "https://shop.example/paid", callbackAfter });

    expect(await isReceived({ owner })).toBe(true);
    expect(await isReceived({}, { url: "https://shop.example" })).toBe(true);
    await append(change);

    const written = await deliveriesOf(db, change.object);
    const common = { type: "payment.completed", owner, sequence: 7, facts: null, state: "waiting" };
    expect(written).toMatchObject([
      { ...common, url: "HTTPS://Hooks.Example:8443/a?b#c", host: "hooks.example:8443", endpoint, dueAt: NOON },
      { ...common, url: "https://shop.example/paid", host: "shop.example", endpoint: null, dueAt: callbackAfter },
    ]);
    expect(new Set(written.map(({ id }) => id)).size).toBe(1);
  });

  it("calls a callbackUrl whose time is over, or that has none, immediately", async () => {
    const early = new Date(NOON.getTime() - 1);
    const [over, none] = [
      paid(random.uuid(), { callbackUrl: "https://shop.example/", callbackAfter: early }),
      paid(random.uuid(), { callbackUrl: "https://shop.example/" }),
    ];
    await append(over, none);
    for (const { object } of [over, none])
      expect(await deliveriesOf(database().db, object)).toMatchObject([{ dueAt: NOON }]);
  });

  it("gives an endpoint the types that it takes", async () => {
    const { db } = database();
    const owner = random.uuid();
    await givenEndpoint(db, owner, { url: "https://all.example/" });
    await givenEndpoint(db, owner, { url: "https://failed.example/", types: ["payment.failed", "charge.expired"] });
    await givenEndpoint(db, owner, { url: "https://none.example/", types: [] });
    const object = random.uuid();

    await append({ owner, type: "payment.completed", object }, { owner, type: "payment.failed", object, sequence: 2 });

    expect((await deliveriesOf(db, object)).map(({ type, url }) => `${type} ${url}`)).toEqual([
      "payment.completed https://all.example/",
      "payment.failed https://all.example/",
      "payment.failed https://failed.example/",
    ]);
  });

  it("gives a disabled endpoint nothing", async () => {
    const owner = random.uuid();
    await givenEndpoint(database().db, owner, { state: "disabled" });
    const change = paid(owner);
    await append(change);
    expect(await deliveriesOf(database().db, change.object)).toEqual([]);
    expect(await isReceived({ owner })).toBe(false);
  });

  it("gives each project its own events and no others", async () => {
    const { db } = database();
    const [one, two, three] = [random.uuid(), random.uuid(), random.uuid()];
    await givenEndpoint(db, one, { url: "https://one.example/" });
    await givenEndpoint(db, two, { url: "https://two.example/" });
    const changes = [paid(one), paid(two), paid(three), paid(null)];

    await append(...changes);

    const urls = await Promise.all(
      changes.map(async ({ object }) => (await deliveriesOf(db, object)).map(({ url }) => url)),
    );
    expect(urls).toEqual([["https://one.example/"], ["https://two.example/"], [], []]);
  });

  it("skips what has no type or no owner, also with a callbackUrl", async () => {
    const changes = [
      paid(null, { callbackUrl: "https://shop.example/" }),
      paid(random.uuid(), { type: null, callbackUrl: "https://shop.example/" }),
    ];
    await append(...changes);
    await append(paid(random.uuid(), { callbackUrl: "https://shop.example/" }), ...changes);
    for (const { object } of changes) expect(await deliveriesOf(database().db, object)).toEqual([]);
  });

  it("takes an empty callbackUrl for none, and is not stopped by one that is no address", async () => {
    const { db } = database();
    const [empty, odd] = [paid(random.uuid(), { callbackUrl: "" }), paid(random.uuid(), { callbackUrl: "nonsense" })];
    expect(await isReceived({ url: "" })).toBe(false);
    await append(empty, odd);
    expect(await deliveriesOf(db, empty.object)).toEqual([]);
    expect(await deliveriesOf(db, odd.object)).toMatchObject([{ url: "nonsense", host: "" }]);
  });

  it("writes 500 mixed changes in one call", async () => {
    const { db } = database();
    const [listens, picks, silent] = [random.uuid(), random.uuid(), random.uuid()];
    await givenEndpoint(db, listens);
    await givenEndpoint(db, listens, { url: "https://second.example/" });
    await givenEndpoint(db, picks, { types: ["payment.failed"] });
    const kinds = [
      { owner: listens, type: "payment.completed", callbackUrl: "https://shop.example/", expected: 3 },
      { owner: listens, type: "receipt.credited", expected: 2 },
      { owner: picks, type: "payment.completed", expected: 0 },
      { owner: picks, type: "payment.failed", callbackUrl: "", expected: 1 },
      { owner: silent, type: "payment.failed", expected: 0 },
      { owner: silent, type: "payment.failed", callbackUrl: "https://shop.example/", expected: 1 },
      { owner: null, type: "payment.failed", callbackUrl: "https://shop.example/", expected: 0 },
      { owner: listens, type: null, expected: 0 },
    ];
    const changes = Array.from({ length: 63 }, () => kinds.map((kind) => ({ ...kind, object: random.uuid() })))
      .flat()
      .slice(0, 500);

    await append(...changes);

    const rows = await db.query<{ object: string; deliveries: bigint }>(sql`
      select e.object_id as object, count(*) as deliveries
        from events.event e
        join events.delivery d on d.event_id = e.id
       where e.object_id = any (${changes.map(({ object }) => object)}::uuid[])
       group by e.object_id`);
    const written = new Map(rows.map(({ object, deliveries }) => [object, Number(deliveries)]));
    expect(changes.map(({ object }) => written.get(object) ?? 0)).toEqual(changes.map(({ expected }) => expected));
  });

  it("writes what is listened to until the listening ends, without a delivery where no receiver takes it", async () => {
    const { db } = database();
    const owner = random.uuid();
    const until = new Date(NOON.getTime() + 3_600_000);
    expect(await isReceived({ owner })).toBe(false);
    await listen(owner, until);
    expect(await isReceived({ owner: random.uuid() }, { owner })).toBe(true);
    expect(await isReceivedAt(new Date(until.getTime() - 1), { owner })).toBe(true);
    expect(await isReceivedAt(until, { owner })).toBe(false);

    await givenEndpoint(db, owner, { types: ["payment.failed"] });
    const changes = [
      paid(owner),
      paid(owner, { type: "payment.failed" }),
      paid(owner, { callbackUrl: "https://shop.example/" }),
      paid(owner, { type: null }),
      paid(random.uuid()),
    ];
    await append(...changes);
    expect((await numbersOf(owner)).map(({ object, streamed }) => [object, streamed])).toEqual([
      [changes[0]?.object, true],
      [changes[1]?.object, false],
      [changes[2]?.object, false],
    ]);
  });

  it("numbers what it writes in the order of its call, without a gap, and nothing else", async () => {
    const owner = random.uuid();
    await listen(owner, new Date(NOON.getTime() + 1_000));
    const changes = Array.from({ length: 200 }, (_, i) => paid(i % 3 === 1 ? random.uuid() : owner)).reverse();
    await append(...changes);
    await append(paid(random.uuid()));
    const last = paid(owner);
    await append(last);
    const numbers = await numbersOf(owner);
    const expected = [...changes.filter((change) => change.owner === owner), last];
    expect(numbers.map(({ object }) => object)).toEqual(expected.map(({ object }) => object));
    const first = numbers[0]?.no ?? 0n;
    expect(numbers.map(({ no }) => no - first)).toEqual(numbers.map((_, i) => BigInt(i)));
  });

  it("numbers the events of concurrent calls in the order in which they end", async () => {
    const { admin } = database();
    const owner = random.uuid();
    await listen(owner, new Date(NOON.getTime() + 1_000));
    const [early, late] = [paid(owner), paid(owner)];
    let second: Promise<void> | undefined;
    await admin.transaction(async (tx) => {
      await tx.query(sql`
        select events.append_many(
                 ${NOON}, array[${random.uuid()}]::uuid[], array[${owner}]::uuid[], array['payment.failed'],
                 array[${early.object}]::uuid[], array[1], null, null, null)`);
      second = append(late, paid(owner));
      await expect.poll(() => blocked()).toBe(1);
    });
    await second;
    const numbers = await numbersOf(owner);
    expect(numbers.slice(0, 2).map(({ object }) => object)).toEqual([early.object, late.object]);
    const first = numbers[0]?.no ?? 0n;
    expect(numbers.map(({ no }) => no - first)).toEqual([0n, 1n, 2n]);
  });

  it("goes on without an endpoint that is removed at the same time", async () => {
    const { db, admin } = database();
    const owner = random.uuid();
    const gone = await givenEndpoint(db, owner, { url: "https://gone.example/" });
    await givenEndpoint(db, owner, { url: "https://stays.example/" });
    const change = paid(owner);

    let appending: Promise<void> | undefined;
    await admin.transaction(async (tx) => {
      await tx.query(sql`delete from events.endpoint where id = ${gone}`);
      appending = append(change);
      await expect.poll(() => blocked()).toBe(1);
    });
    await appending;

    expect((await deliveriesOf(db, change.object)).map(({ url }) => url)).toEqual(["https://stays.example/"]);
  });

  const blocked = () => countBlocked(database());

  it("does not wait for an endpoint that is being disabled", async () => {
    const { db, admin } = database();
    const owner = random.uuid();
    const endpoint = await givenEndpoint(db, owner);
    const change = paid(owner);
    await admin.transaction(async (tx) => {
      await tx.query(sql`
        update events.endpoint set state = 'disabled', disabled_reason = 'test' where id = ${endpoint}`);
      await append(change);
    });
    expect(await typesOf(db, change.object)).toEqual(["payment.completed"]);
  });
});

onDatabase("the invariant of events", (database) => {
  it("notices an event whose delivery is gone", async () => {
    const { admin, db } = database();
    const object = random.uuid();
    await db.query(sql`
      select events.append_many(
               ${NOON}, ${[random.uuid()]}::uuid[], ${[random.uuid()]}::uuid[], array['payment.failed'], ${[object]}::uuid[],
               array[1], null, array['https://shop.example/'], null)`);
    const found = () => db.snapshot(async (tx) => await invariants[0]?.breaches(tx));
    expect(await found()).toEqual([]);

    await admin.query(sql`delete from events.delivery`);

    expect(await found()).toEqual([expect.stringMatching(/^event .*, payment.failed, has no delivery$/)]);
  });

  it("notices a delivery of an event that was written for the stream alone, and no other such event", async () => {
    const { admin, db } = database();
    await admin.query(sql`truncate events.event, events.delivery cascade`);
    const owner = random.uuid();
    await db.query(sql`select events.listen(${NOON}, array[${owner}]::uuid[], ${new Date(NOON.getTime() + 1)})`);
    await db.query(sql`
      select events.append_many(
               ${NOON}, ${[random.uuid(), random.uuid()]}::uuid[], ${[owner, owner]}::uuid[],
               array['payment.failed', 'payment.completed'], ${[random.uuid(), random.uuid()]}::uuid[],
               array[1, 1], null, array[null, 'https://shop.example/'], null)`);
    const found = () => db.snapshot(async (tx) => await invariants[0]?.breaches(tx));
    expect(await found()).toEqual([]);

    await admin.query(sql`update events.event set streamed = not streamed`);

    expect((await found())?.toSorted()).toEqual([
      expect.stringMatching(/^event .*, payment.(completed|failed), /),
      expect.stringMatching(/^event .*, payment.(completed|failed), /),
    ]);
    expect((await found())?.join()).toMatch(/payment.failed, has no delivery/);
    expect((await found())?.join()).toMatch(/payment.completed, was written for the stream alone and has a delivery/);
  });
});
