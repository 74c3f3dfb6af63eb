import { expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { invariants } from "./invariants.ts";
import { HEARTBEAT_MS } from "./model/stream.ts";
import { PAGE_EVENTS } from "./stream/stream-events.ts";
import { append, NOWHERE, type Reader, streamsOn } from "./testing/streams.harness.ts";
import { givenEndpoint } from "./testing/written.harness.ts";

const MINUTE = 60_000;

onDatabase("the stream of events", (database) => {
  const { write, listeningUntil, service, project, idsOf, blocked } = streamsOn(database);

  it("begins at once, and has an event as endpoints get it within a second, byte for byte", async () => {
    const { listen, app } = await service();
    const { key, ownerId } = await project();
    const reader = await listen(key);
    const opening = "retry: 2000\nid: 00000000-0000-0000-0000-000000000000\n: listening\n\n";
    expect(reader.text()).toBe(opening);
    expect(Object.fromEntries(reader.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
      "x-request-id": expect.any(String),
    });

    const [id = ""] = await write(ownerId, [{ type: "charge.expired" }]);
    const startedMs = performance.now();
    await reader.events(1);
    expect(performance.now() - startedMs).toBeLessThan(HEARTBEAT_MS / 2); // not with a heartbeat

    const read = await app.inject({ url: `/v0/events/${id}`, headers: { apikey: key } });
    const { body, deliveries } = read.json().data;
    expect(reader.text()).toBe(`${opening}id: ${id}\nevent: charge.expired\ndata: ${body}\n\n`);
    expect(deliveries).toEqual([]);
    const listed = await app.inject({ url: "/v0/events", headers: { apikey: key } });
    expect(listed.json().data).toMatchObject([{ id, deliveries: [] }]);
    const resent = await app.inject({ url: `/v0/events/${id}/resend`, method: "POST", headers: { apikey: key } });
    expect([resent.statusCode, resent.json().error.code]).toEqual([409, "no_receiver"]);
  });

  it("does not show what happened before it began", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    await givenEndpoint(database().db, ownerId);
    await write(ownerId, [{}, {}]);
    const reader = await listen(key);
    const [after] = await write(ownerId, [{}]);
    expect(await reader.events(1)).toEqual([after]);
  });

  it("names the place where it begins, so that a reader whose connection breaks before its first event misses nothing", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    const placeOf = (reader: Reader) => /^id: (.*)$/m.exec(reader.text())?.[1];
    const beforeFirst = placeOf(await listen(key));
    const [first = ""] = await write(ownerId, [{}]);
    expect(await (await listen(key, { lastEventId: `${beforeFirst}` })).events(1)).toEqual([first]);

    const afterFirst = await listen(key);
    expect(placeOf(afterFirst)).toBe(first);
    const [second = ""] = await write(ownerId, [{}]);
    const again = await listen(key, { lastEventId: first });
    expect(placeOf(again)).toBe(first);
    expect(await again.events(1)).toEqual([second]);
  });

  it("does not miss an event whose transaction began earlier and ended later", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    const reader = await listen(key);
    const [early, late] = [append(ownerId, [{}]), append(ownerId, [{}])];
    let writing: Promise<unknown> | undefined;
    await database().admin.transaction(async (tx) => {
      await tx.query(early.statement);
      writing = database().db.query(late.statement);
      await expect.poll(blocked).toBe(1);
      await new Promise((resolve) => setTimeout(resolve, 700)); // more than a look-up of the stream
      expect(reader.ids()).toEqual([]);
    });
    await writing;
    expect(await reader.events(2)).toEqual([...early.ids, ...late.ids]);
  });

  it("goes by the order in which things became true, and not by that of ids", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    const reader = await listen(key);
    const before = await write(ownerId, [{}]);
    const early = append(ownerId, [{}]); // the ids are made now
    const [late = ""] = await database().admin.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      const written = await write(ownerId, [{}]);
      expect(await reader.events(2)).toEqual([...before, ...written]);
      await tx.query(early.statement);
      return written;
    });
    expect([early.ids[0], late].toSorted()).toEqual([early.ids[0], late]);
    expect(await reader.events(3)).toEqual([...before, late, ...early.ids]);

    const again = await listen(key, { lastEventId: late });
    expect(await again.events(1)).toEqual(early.ids);
    const both = await listen(key, { lastEventId: `${before[0]}` });
    expect(await both.events(2)).toEqual([late, ...early.ids]);
  });

  it("loses none of 1,000 events and doubles none, over connections that break at random", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    const got: string[] = [];
    let reader: Reader = await listen(key);
    const writing = (async () => {
      for (let written = 0; written < 1_000; written += 25) await write(ownerId, Array(25).fill({}));
    })();
    let connections = 1;
    while (got.length < 1_000) {
      const enough = Math.min(1_000 - got.length, 1 + Math.floor(Math.random() * 180));
      await reader.events(enough);
      reader.hangUp();
      got.push(...reader.ids().slice(0, enough)); // what came after the last id that is named comes again
      reader = await listen(
        key,
        connections % 2 === 0 ? { query: `?after=${got.at(-1)}` } : { lastEventId: `${got.at(-1)}` },
      );
      connections += 1;
    }
    await writing;
    expect(connections).toBeGreaterThan(5);
    expect(got).toEqual(await idsOf(ownerId));
  });

  it("shows a project its own events and no others", async () => {
    const { listen } = await service();
    const [one, two] = [await project(), await project()];
    const [first, second] = [await listen(one.key), await listen(two.key)];
    const ofOne = await write(one.ownerId, [{}, {}]);
    const ofTwo = await write(two.ownerId, [{}]);
    expect(await second.events(1)).toEqual(ofTwo);
    expect(await first.events(2)).toEqual(ofOne);

    const resumed = await listen(two.key, { lastEventId: ofTwo[0] as string });
    await write(one.ownerId, [{}]);
    const [last] = await write(two.ownerId, [{}]);
    expect(await resumed.events(1)).toEqual([last]);
    expect(await first.events(3)).toHaveLength(3);
  });

  it("knows no event of another project, nor one that there never was, and says the same of both", async () => {
    const { listen } = await service();
    const [one, two] = [await project(), await project()];
    await listen(one.key);
    const [foreign = ""] = await write(one.ownerId, [{}]);
    const answers = [
      await listen(two.key, { lastEventId: foreign }),
      await listen(two.key, { query: `?after=${foreign}` }),
      await listen(two.key, { lastEventId: NOWHERE }),
      await listen(two.key, { query: "?after=nothing" }),
      await listen(two.key, { query: `?after=${foreign}`, lastEventId: NOWHERE }),
    ];
    for (const { status, text } of answers) {
      const { message, error } = JSON.parse(text());
      expect([status, error.code, message]).toEqual([404, "event_not_found", "the project has no event with this id"]);
    }
  });

  it("believes the header before the query, and takes an empty header for none", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    await listen(key);
    const [first, second, third] = await write(ownerId, [{}, {}, {}]);
    const reader = await listen(key, { query: `?after=${first}`, lastEventId: `${second}`.toUpperCase() });
    expect(await reader.events(1)).toEqual([third]);
    const other = await listen(key, { query: `?after=${first}`, lastEventId: "" });
    expect(await other.events(2)).toEqual([second, third]);
  });

  it("goes on over what its reader does not want", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    await listen(key);
    const unwanted = await write(ownerId, Array(2 * PAGE_EVENTS + 50).fill({ type: "payment.failed" }));
    const [wanted] = await write(ownerId, [{ type: "charge.expired" }]);
    const query = "?types=charge.expired,receipt.credited";
    const reader = await listen(key, { query, lastEventId: `${unwanted[0]}` });
    expect(await reader.events(1)).toEqual([wanted]);
    await write(ownerId, [{ type: "payment.failed" }]);
    const [next] = await write(ownerId, [{ type: "receipt.credited" }]);
    expect(await reader.events(2)).toEqual([wanted, next]);
  });

  it.each(["?types=moon.shone", "?types=", "?types=*", "?typo=1", "?types=payment.failed&types=payment.failed"])(
    "is refused with %s",
    async (query) => {
      const { listen, deps } = await service();
      const { status, text } = await listen((await project()).key, { query });
      expect([status, JSON.parse(text()).error.code]).toEqual([400, "invalid_input"]);
      expect(deps.listeners.count()).toBe(0);
    },
  );

  it("shows a test event", async () => {
    const { listen, app } = await service();
    const { key, ownerId } = await project();
    const endpoint = await givenEndpoint(database().db, ownerId, { types: ["payment.failed"] });
    const reader = await listen(key);
    const url = `/v0/webhook-endpoints/${endpoint}/test`;
    const sent = await app.inject({ url, method: "POST", headers: { apikey: key } });
    expect(await reader.events(1)).toEqual([sent.json().data.id]);
    expect(reader.text()).toContain(`\ndata: ${sent.json().data.body}\n\n`);
  });

  it("is the same from two processes on one database", async () => {
    const [one, two] = [await service(), await service()];
    const { key, ownerId } = await project();
    const [first, second] = [await one.listen(key), await two.listen(key)];
    const ids = await write(ownerId, Array(5).fill({}));
    expect(await first.events(5)).toEqual(ids);
    expect(await second.events(5)).toEqual(ids);

    await one.stop();
    const [missed] = await write(ownerId, [{}]);
    const moved = await two.listen(key, { lastEventId: `${ids.at(-1)}` });
    expect(await moved.events(1)).toEqual([missed]);
  });

  it("has events written while it is read and for an hour after, and no longer", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    expect(await write(ownerId, [{}]).then(() => idsOf(ownerId))).toEqual([]);
    const reader = await listen(key);
    const openedMs = Date.now();
    reader.hangUp();
    const [missed] = await write(ownerId, [{}], new Date(openedMs + 59 * MINUTE));
    await write(ownerId, [{}], new Date(openedMs + 63 * MINUTE));
    expect(await idsOf(ownerId)).toEqual([missed]);
  });

  it("waits for a change that has found before that its event has no receiver", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    const at = new Date();
    let opening: Promise<Reader> | undefined;
    await database().db.transaction(async (tx) => {
      const [row] = await tx.query<{ is: boolean }>(sql`
        with book as materialized (select ledger.lock_book())
        select events.is_received(${at}, ${[ownerId]}::uuid[], '{}') as is from book`);
      expect(row?.is).toBe(false);
      opening = listen(key);
      await expect.poll(blocked).toBe(1);
    });
    const reader = await opening;
    const [id] = await write(ownerId, [{}]);
    expect(await reader?.events(1)).toEqual([id]);
  });

  it("does not wait for the ledger when its project is listened to already", async () => {
    const { listen } = await service();
    const { key } = await project();
    await listen(key);
    await database().admin.transaction(async (tx) => {
      await tx.query(sql`select ledger.lock_book()`);
      expect((await listen(key)).status).toBe(200);
    });
  });

  it("writes that it is read not at each opening, but when a minute is over", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    await listen(key);
    const first = await listeningUntil(ownerId);
    await listen(key);
    expect(await listeningUntil(ownerId)).toBe(first);
    await database().admin.query(sql`
      update events.listening set until = until - interval '61 s' where owner_id = ${ownerId}`);
    await listen(key);
    expect(await listeningUntil(ownerId)).toBeGreaterThanOrEqual(first ?? Number.NaN);
  });

  it("leaves events of which the invariants hold", async () => {
    const found = await database().db.snapshot(async (tx) => await Promise.all(invariants.map((i) => i.breaches(tx))));
    expect(found.flat()).toEqual([]);
  });
});
