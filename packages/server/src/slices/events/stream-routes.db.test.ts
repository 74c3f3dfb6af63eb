import { once } from "node:events";
import { expect, it, vi } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase, onNewestDatabase } from "#platform/database/testing/database.harness.ts";
import type { EventBodies } from "./bodies/event-bodies.ts";
import { invariants } from "./invariants.ts";
import { LISTENERS_MAX } from "./model/stream.ts";
import { PAGE_EVENTS } from "./stream/stream-events.ts";
import {
  append,
  fastClock,
  type GivenService,
  givenReader,
  givenService,
  type Happened,
  type Reader,
} from "./testing/streams.harness.ts";
import { givenEndpoint } from "./testing/written.harness.ts";

const MINUTE = 60_000;
const NOWHERE = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

/** What the tests of a database share. */
function world(database: Parameters<Parameters<typeof onDatabase>[1]>[0]) {
  const keys = new Map<string, Caller>();
  const write = async (ownerId: string, happened: readonly Happened[], at?: Date) => {
    const { ids, statement } = append(ownerId, happened, at);
    await database().db.query(statement);
    return ids;
  };
  const listeningUntil = async (ownerId: string) => {
    const [row] = await database().db.query<{ until: Date }>(sql`
      select until from events.listening where owner_id = ${ownerId}`);
    return row?.until.getTime();
  };
  return {
    keys,
    write,
    listeningUntil,
    service: (given?: GivenService) => givenService(database(), keys, given),
    project: () => givenReader(database(), keys),
    /** Of the project, in the order of their numbers. */
    idsOf: async (ownerId: string) => {
      const rows = await database().db.query<{ id: string }>(sql`
        select id from events.event where owner_id = ${ownerId} order by no`);
      return rows.map(({ id }) => id);
    },
    blocked: async () => {
      const rows = await database().admin.query(sql`
        select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`);
      return rows.length;
    },
  };
}

onDatabase("the stream of events", (database) => {
  const { write, listeningUntil, service, project, idsOf, blocked } = world(database);

  it("begins at once, and has an event as endpoints get it within a second, byte for byte", async () => {
    const { listen, app } = await service();
    const { key, ownerId } = await project();
    const reader = await listen(key);
    expect(reader.text()).toBe("retry: 2000\n: listening\n\n");
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
    expect(performance.now() - startedMs).toBeLessThan(1_500);

    const read = await app.inject({ url: `/v0/events/${id}`, headers: { apikey: key } });
    const { body, deliveries } = read.json().data;
    expect(reader.text()).toBe(`retry: 2000\n: listening\n\nid: ${id}\nevent: charge.expired\ndata: ${body}\n\n`);
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
    const early = append(ownerId, [{}]); // the ids are made now
    const [late = ""] = await database().admin.transaction(async (tx) => {
      await tx.query(sql`select 1`);
      const written = await write(ownerId, [{}]);
      expect(await reader.events(1)).toEqual(written);
      await tx.query(early.statement);
      return written;
    });
    expect([early.ids[0], late].toSorted()).toEqual([early.ids[0], late]);
    expect(await reader.events(2)).toEqual([late, ...early.ids]);

    const again = await listen(key, { lastEventId: late });
    expect(await again.events(1)).toEqual(early.ids);
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
      got.push(...reader.ids());
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

  it("waits for a change that has found before that nobody receives its event", async () => {
    const { listen } = await service();
    const { key, ownerId } = await project();
    const at = new Date();
    let opening: Promise<Reader> | undefined;
    await database().db.transaction(async (tx) => {
      const [row] = await tx.query<{ is: boolean }>(sql`
        with book as materialized (select ledger.lock_book())
        select events.is_received(${at}, ${[ownerId]}::uuid[], null) as is from book`);
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

onNewestDatabase("a stream of events", (database) => {
  const { keys, write, listeningUntil, service, project } = world(database);

  it("has a heartbeat after 15 seconds of silence, and none while events flow", async () => {
    const { listen } = await service({ clock: fastClock(10) });
    const { key, ownerId } = await project();
    const reader = await listen(key);
    for (let i = 0; i < 15; i += 1) {
      await write(ownerId, [{}]);
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
    await reader.events(15);
    expect(reader.text()).not.toContain("heartbeat");
    const silentMs = performance.now();
    await expect.poll(reader.text, { interval: 5, timeout: 5_000 }).toMatch(/\n\n: heartbeat\n\n$/);
    expect(performance.now() - silentMs).toBeGreaterThan(900); // the last event came up to half a second ago
    await expect.poll(reader.text, { interval: 5, timeout: 5_000 }).toMatch(/\n\n(: heartbeat\n\n){2}$/);
  });

  it("ends when its key is no longer valid, also while events flow, and asks for that without counting a request", async () => {
    const { listen, app, ended } = await service({ clock: fastClock(30), perKey: 4 });
    const [silent, busy] = [await project(), await project()];
    const [one, other] = [await listen(silent.key), await listen(busy.key)];
    let isFlowing = true;
    const flowing = (async () => {
      while (isFlowing) {
        await write(busy.ownerId, [{}]);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    await expect.poll(one.text, { interval: 5 }).toMatch(/(: heartbeat\n\n){5}/); // five times the key was checked
    expect((await app.inject({ url: "/v0/events", headers: { apikey: silent.key } })).statusCode).toBe(200);

    keys.delete(silent.key);
    keys.delete(busy.key);
    const revokedMs = performance.now();
    await Promise.all([one.ended, other.ended]);
    expect(performance.now() - revokedMs).toBeLessThan(1_500);
    isFlowing = false;
    await flowing;
    expect(ended()).toMatchObject([{ end: "ended" }, { end: "ended" }]);
    expect((await listen(silent.key)).status).toBe(401);
  });

  it("is cut when its reader does not read, and has one page in memory until then", async () => {
    const big = "x".repeat(200_000);
    let pages = 0;
    const bodies: EventBodies = async (_db, events) => {
      pages += 1;
      return new Map(events.map(({ id }) => [id, { data: { big }, callback: {} }]));
    };
    const { listen, listenUnread, deps, ended } = await service({ clock: fastClock(30), changes: { bodies } });
    const { key, ownerId } = await project();
    const first = await listen(key);
    const [id] = await write(ownerId, [{}]);
    await first.events(1);
    first.hangUp();
    await write(ownerId, Array(5 * PAGE_EVENTS).fill({}));
    await expect.poll(() => deps.listeners.count()).toBe(0);
    pages = 0;

    const socket = await listenUnread(key, `/v0/events/stream?after=${id}`);
    const startedMs = performance.now();
    await expect.poll(() => ended().at(-1), { timeout: 5_000, interval: 10 }).toMatchObject({ end: "not_read" });
    expect(performance.now() - startedMs).toBeGreaterThan(900);
    expect(pages).toBe(1);
    expect(deps.listeners.count()).toBe(0);
    socket.resume();
    await once(socket, "close");
  });

  it("goes on when its reader was only slow", async () => {
    const big = "x".repeat(200_000);
    const bodies: EventBodies = async (_db, events) =>
      new Map(events.map(({ id }) => [id, { data: { big }, callback: {} }]));
    const { listen, listenUnread } = await service({ changes: { bodies } });
    const { key, ownerId } = await project();
    const first = await listen(key);
    const [id] = await write(ownerId, [{}]);
    await first.events(1);
    const written = await write(ownerId, Array(PAGE_EVENTS + 1).fill({}));
    const socket = await listenUnread(key, `/v0/events/stream?after=${id}`);
    await new Promise((resolve) => setTimeout(resolve, 500));
    let text = "";
    socket.on("data", (part) => {
      text += part;
    });
    socket.resume();
    await expect.poll(() => text.includes(`id: ${written.at(-1)}`), { timeout: 10_000 }).toBe(true);
  });

  it("ends within a second when the service stops, read or not", async () => {
    const big = "x".repeat(200_000);
    const bodies: EventBodies = async (_db, events) =>
      new Map(events.map(({ id }) => [id, { data: { big }, callback: {} }]));
    const { listen, listenUnread, stop, deps, lines } = await service({ changes: { bodies } });
    const [quiet, full] = [await project(), await project()];
    const reader = await listen(quiet.key);
    const socket = await listenUnread(full.key);
    await expect.poll(() => deps.listeners.count()).toBe(2);
    await expect.poll(() => listeningUntil(full.ownerId)).toBeDefined();
    await write(full.ownerId, Array(PAGE_EVENTS).fill({}));
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // until its page is on the way

    const startedMs = performance.now();
    await Promise.all([stop(), reader.ended]);
    expect(performance.now() - startedMs).toBeLessThan(1_000);
    await expect.poll(() => deps.listeners.count()).toBe(0);
    expect(lines.filter(({ msg }) => msg === "event_stream.ended")).toMatchObject([
      { end: "hung_up" },
      { end: "hung_up" },
    ]);
    socket.destroy();
  });

  it("is refused to the 21st reader of a project, until one of them leaves", async () => {
    const { listen, deps, metrics } = await service();
    const [crowded, other] = [await project(), await project()];
    const readers = await Promise.all(Array.from({ length: LISTENERS_MAX }, () => listen(crowded.key)));
    expect(await metrics.render()).toContain("leyden_event_listeners 20\n");

    const refused = await listen(crowded.key);
    expect([refused.status, JSON.parse(refused.text()).error.code]).toEqual([429, "too_many_listeners"]);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await listen(other.key)).status).toBe(200);
    expect((await listen(crowded.key, { lastEventId: NOWHERE })).status).toBe(429);

    readers[7]?.hangUp();
    await expect.poll(() => deps.listeners.count()).toBe(LISTENERS_MAX);
    expect((await listen(crowded.key)).status).toBe(200);
    expect((await listen(crowded.key)).status).toBe(429);
  });

  it("leaves its place when it is refused", async () => {
    const { listen, deps } = await service();
    const { key } = await project();
    for (let i = 0; i <= LISTENERS_MAX; i += 1) expect((await listen(key, { lastEventId: NOWHERE })).status).toBe(404);
    expect(deps.listeners.count()).toBe(0);
  });

  it("is not opened by HEAD", async () => {
    const { listen, deps } = await service();
    const { key, ownerId } = await project();
    expect((await listen(key, { method: "HEAD" })).status).toBe(404);
    expect(deps.listeners.count()).toBe(0);
    expect(await listeningUntil(ownerId)).toBeUndefined();
  });

  it("keeps its project's events written for as long as it is read", async () => {
    const { listen } = await service({ clock: fastClock(60) });
    const { key, ownerId } = await project();
    await listen(key);
    const opened = (await listeningUntil(ownerId)) ?? Number.NaN;
    await expect
      .poll(() => listeningUntil(ownerId), { timeout: 5_000, interval: 50 })
      .toBeGreaterThanOrEqual(opened + MINUTE);
  });

  it("passes over an event whose body cannot be made, and says so in the log", async () => {
    const bad = new Set<string>();
    const bodies: EventBodies = async (_db, events) => {
      if (events.some(({ id }) => bad.has(id))) throw new Error("a bug");
      return new Map(events.map(({ id }) => [id, { data: { id }, callback: {} }]));
    };
    const { listen, lines } = await service({ changes: { bodies } });
    const { key, ownerId } = await project();
    const reader = await listen(key);
    const { ids, statement } = append(ownerId, [{}, {}, {}]);
    bad.add(ids[1] as string);
    await database().db.query(statement);
    expect(await reader.events(2)).toEqual([ids[0], ids[2]]);
    expect(lines.filter(({ msg }) => msg === "event.skipped")).toMatchObject([{ event: ids[1] }]);
    expect(lines.filter(({ msg }) => msg === "event.body_failed")).toHaveLength(1);
  });

  it("ends when the database fails, with a line in the log, and its reader misses nothing", async () => {
    let isDown = false;
    const { db } = database();
    const shaky: Db = {
      ...db,
      query: async (statement) => {
        if (isDown) throw new AppError("unavailable", "the database is away");
        return await db.query(statement);
      },
    };
    const { listen, ended, deps } = await givenService({ db: shaky }, keys);
    const { key, ownerId } = await project();
    const reader = await listen(key);
    const [first] = await write(ownerId, [{}]);
    await reader.events(1);
    isDown = true;
    await reader.ended;
    await vi.waitFor(() => expect(ended()).toMatchObject([{ msg: "event_stream.broken", level: "error" }]));
    expect(deps.listeners.count()).toBe(0);
    expect((await listen(key, { lastEventId: `${first}` })).status).toBe(503);

    isDown = false;
    const [missed] = await write(ownerId, [{}]);
    const again = await listen(key, { lastEventId: `${first}` });
    expect(await again.events(1)).toEqual([missed]);
    const [next] = await write(ownerId, [{}]);
    expect(await again.events(2)).toEqual([missed, next]);
  });

  it("looks for events of all its projects in one statement each half second, and in none when nobody reads", async () => {
    const { db } = database();
    let statements = 0;
    const counting: Db = {
      ...db,
      query: async (statement) => {
        statements += 1;
        return await db.query(statement);
      },
    };
    const { listen, deps } = await givenService({ db: counting }, keys);
    const readers: Reader[] = [];
    for (let i = 0; i < 12; i += 1) readers.push(await listen((await project()).key));
    await new Promise((resolve) => setTimeout(resolve, 600)); // every stream has read its first page
    statements = 0;
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(statements).toBeGreaterThanOrEqual(2);
    expect(statements).toBeLessThanOrEqual(5);

    for (const reader of readers) reader.hangUp();
    await expect.poll(() => deps.listeners.count()).toBe(0);
    await deps.listeners.stop();
    statements = 0;
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(statements).toBe(0);
  });

  it("has one line in the log when it ends, and is no slow request in the metrics", async () => {
    const { listen, lines, metrics, ended } = await service();
    const { key } = await project();
    const reader = await listen(key);
    reader.hangUp();
    await expect.poll(ended).toHaveLength(1);
    expect(ended()[0]).toMatchObject({
      level: "info",
      end: "hung_up",
      requestId: expect.any(String),
      actor: expect.any(String),
    });
    expect((await listen(key, { lastEventId: NOWHERE })).status).toBe(404);
    const answered = lines.filter(({ msg }) => msg === "request.answered");
    expect(answered).toMatchObject([{ route: "/v0/events/stream", status: 404 }]);
    const page = await metrics.render();
    expect(page).toContain('duration_seconds_count{method="GET",route="/v0/events/stream",status="404"} 1');
    expect(page).not.toContain('route="/v0/events/stream",status="200"');
    expect(page).toContain("leyden_event_listeners 0\n");
  });
});
