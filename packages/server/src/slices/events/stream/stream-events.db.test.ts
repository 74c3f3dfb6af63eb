import { once } from "node:events";
import { expect, it, onTestFinished } from "vitest";
import type { KeyAccess } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import type { Db, Statement } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { UNREAD_MS } from "#platform/http/event-stream.ts";
import { machineClock } from "#platform/machine/clock.ts";
import type { EventBodies } from "../bodies/event-bodies.ts";
import { HEARTBEAT_MS, LISTENERS_MAX } from "../model/stream.ts";
import { append, fastClock, NOWHERE, type Reader, standingClock, streamsOn } from "../testing/streams.harness.ts";
import { PAGE_EVENTS } from "./stream-events.ts";

const MINUTE = 60_000;

/** A page of these is more than the buffers of a connection hold. */
const bigBodies: EventBodies = async (_db, events) =>
  new Map(events.map(({ id }) => [id, { data: { big: "x".repeat(200_000) }, callback: {} }]));

onDatabase("a stream of events", (database) => {
  const { keys, write, listeningUntil, service, project } = streamsOn(database);

  it("has a heartbeat after 15 seconds of silence, and none while events flow", async () => {
    const clock = standingClock();
    const { listen } = await service({ clock });
    const { key, ownerId } = await project();
    const reader = await listen(key);
    for (let events = 1; events <= 5; events += 1) {
      clock.advance(HEARTBEAT_MS / 3);
      await write(ownerId, [{}]);
      await reader.events(events);
    }
    clock.advance(HEARTBEAT_MS - 1);
    await machineClock.sleep(100);
    expect(reader.text()).not.toContain("heartbeat");
    clock.advance(1);
    await expect.poll(reader.text, { interval: 5 }).toMatch(/\n\n: heartbeat\n\n$/);
    clock.advance(HEARTBEAT_MS);
    await expect.poll(reader.text, { interval: 5 }).toMatch(/\n\n(: heartbeat\n\n){2}$/);
  });

  it("ends when its key is no longer valid, also while events flow, and asks for that without counting a request", async () => {
    const { listen, app, ended } = await service({ clock: fastClock(30), perKey: 4 });
    const [silent, busy] = [await project(), await project()];
    const [one, other] = [await listen(silent.key), await listen(busy.key)];
    let isFlowing = true;
    onTestFinished(() => {
      isFlowing = false;
    });
    const flowing = (async () => {
      while (isFlowing) {
        await write(busy.ownerId, [{}]);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    // with as many checks of the key
    await expect.poll(one.text, { interval: 5 }).toMatch(/(: heartbeat\n\n){5}/);
    expect((await app.inject({ url: "/v0/events", headers: { apikey: silent.key } })).statusCode).toBe(200);

    keys.delete(silent.key);
    keys.delete(busy.key);
    const revokedMs = performance.now();
    await Promise.all([one.ended, other.ended]);
    expect(performance.now() - revokedMs).toBeLessThan(10 * (HEARTBEAT_MS / 30));
    isFlowing = false;
    await flowing;
    expect(ended()).toMatchObject([{ end: "ended" }, { end: "ended" }]);
    expect((await listen(silent.key)).status).toBe(401);
  });

  it.each<[string, Partial<KeyAccess>]>([
    ["read", { scopes: ["send"] }],
    ["be used from there", { networks: ["203.0.113.0/24"] }],
  ])("ends when its key may no longer %s, and goes on with another policy", async (_what, refusing) => {
    const { listen } = await service({ clock: fastClock(30) });
    const { key, ownerId } = await project();
    const reader = await listen(key);
    const found = keys.get(key);
    if (found?.actor.kind !== "project") throw new Error("the reader is a project");
    const { actor } = found;
    const restrict = (access: Partial<KeyAccess>) =>
      keys.set(key, { ...found, actor: { ...actor, access: { scopes: undefined, networks: undefined, ...access } } });

    restrict({ scopes: ["read"], networks: ["127.0.0.0/8", "::1"] });
    await expect.poll(reader.text, { interval: 5 }).toMatch(/(: heartbeat\n\n){3}/);
    const [id] = await write(ownerId, [{}]);
    expect(await reader.events(1)).toEqual([id]);
    restrict(refusing);
    await reader.ended;
    expect((await listen(key)).status).toBe(403);
  });

  it("is cut when its reader does not read, and has one page in memory until then", async () => {
    let pages = 0;
    const bodies: EventBodies = async (...page) => {
      pages += 1;
      return await bigBodies(...page);
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
    await expect.poll(() => ended().at(-1), { interval: 10 }).toMatchObject({ end: "not_read" });
    expect(performance.now() - startedMs).toBeGreaterThan(900);
    expect(pages).toBe(1);
    expect(deps.listeners.count()).toBe(0);
    socket.resume();
    await once(socket, "close");
  });

  it("goes on when its reader was only slow", async () => {
    const { listen, listenUnread } = await service({ changes: { bodies: bigBodies } });
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
    await expect.poll(() => text.includes(`id: ${written.at(-1)}`)).toBe(true);
  });

  it("ends when the service stops, read or not, and waits for no reader", async () => {
    const { listen, listenUnread, stop, deps, lines } = await service({ changes: { bodies: bigBodies } });
    const [quiet, full] = [await project(), await project()];
    const reader = await listen(quiet.key);
    const socket = await listenUnread(full.key);
    await expect.poll(() => deps.listeners.count()).toBe(2);
    await expect.poll(() => listeningUntil(full.ownerId)).toBeDefined();
    await write(full.ownerId, Array(PAGE_EVENTS).fill({}));
    await new Promise((resolve) => setTimeout(resolve, 1_000)); // until its page is on the way

    const startedMs = performance.now();
    await Promise.all([stop(), reader.ended]);
    expect(performance.now() - startedMs).toBeLessThan(UNREAD_MS / 2);
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
    await expect.poll(() => listeningUntil(ownerId), { interval: 50 }).toBeGreaterThanOrEqual(opened + MINUTE);
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
      query: async <Row>(statement: Statement): Promise<Row[]> => {
        if (isDown) throw new AppError("unavailable", "the database is away");
        return await db.query(statement);
      },
    };
    const { listen, ended, deps } = await service({ db: shaky });
    const { key, ownerId } = await project();
    const reader = await listen(key);
    const [first] = await write(ownerId, [{}]);
    await reader.events(1);
    isDown = true;
    const downMs = performance.now();
    await reader.ended;
    expect(performance.now() - downMs).toBeLessThan(HEARTBEAT_MS / 2); // by the next look-up
    await expect.poll(ended).toMatchObject([{ msg: "event_stream.broken", level: "error" }]);
    expect(deps.listeners.count()).toBe(0);
    expect((await listen(key, { lastEventId: `${first}` })).status).toBe(503);

    isDown = false;
    const [missed] = await write(ownerId, [{}]);
    const again = await listen(key, { lastEventId: `${first}` });
    expect(await again.events(1)).toEqual([missed]);
    const [next] = await write(ownerId, [{}]);
    expect(await again.events(2)).toEqual([missed, next]);
  });

  it("is no failure when its reader has left before the database failed", async () => {
    const { db } = database();
    const failing = Promise.withResolvers<never>();
    failing.promise.catch(() => undefined);
    let pages = 0;
    let isStuck = false;
    const stuck: Db = {
      ...db,
      query: async <Row>(statement: Statement): Promise<Row[]> => {
        if (!statement.text.includes("no > $")) return await db.query(statement);
        isStuck = pages > 0;
        if (isStuck) return await failing.promise;
        const rows = await db.query<Row>(statement);
        pages += 1;
        return rows;
      },
    };
    const { listen, ended, deps, connections } = await service({ db: stuck });
    const { key, ownerId } = await project();
    const reader = await listen(key);
    await expect.poll(() => pages).toBe(1);
    await write(ownerId, [{}]);
    await expect.poll(() => isStuck).toBe(true);
    reader.hangUp();
    await expect.poll(connections).toBe(0); // the service has noticed
    expect(ended()).toEqual([]);
    failing.reject(new AppError("unavailable", "the database is away"));
    await expect.poll(ended).toMatchObject([{ msg: "event_stream.ended", end: "hung_up" }]);
    expect(deps.listeners.count()).toBe(0);
  });

  it("looks for events of all its projects in one statement each half second, and in none without a reader", async () => {
    const { db } = database();
    let [statements, pages] = [0, 0];
    const counting: Db = {
      ...db,
      query: async <Row>(statement: Statement): Promise<Row[]> => {
        statements += 1;
        if (statement.text.includes("no > $")) pages += 1;
        return await db.query(statement);
      },
    };
    const { listen, deps } = await service({ db: counting });
    const readers: Reader[] = [];
    for (let i = 0; i < 12; i += 1) readers.push(await listen((await project()).key));
    await expect.poll(() => pages).toBe(readers.length); // every stream has read its first page
    statements = 0;
    const startedMs = performance.now();
    await expect.poll(() => statements, { interval: 5 }).toBe(4);
    expect(performance.now() - startedMs).toBeGreaterThan(1_400); // three pauses
    expect(pages).toBe(readers.length);

    const none = async () => {
      statements = 0;
      await new Promise((resolve) => setTimeout(resolve, 1_200));
      expect(statements).toBe(0);
    };
    for (const reader of readers) reader.hangUp();
    await expect.poll(() => deps.listeners.count()).toBe(0);
    await none();

    const last = await listen((await project()).key);
    await deps.listeners.stop();
    await none();
    last.hangUp();
  });

  it("has one line in the log when it ends, and is no slow request in the metrics", async () => {
    const { listen, lines, metrics, ended } = await service({ clock: fastClock(60) });
    const [one, other] = [await project(), await project()];
    const [left, revoked] = [await listen(one.key), await listen(other.key)];
    left.hangUp();
    await expect.poll(ended).toHaveLength(1);
    keys.delete(other.key);
    await revoked.ended;
    await expect.poll(ended).toHaveLength(2);
    const common = {
      msg: "event_stream.ended",
      level: "info",
      requestId: expect.any(String),
      actor: expect.any(String),
    };
    expect(ended()).toMatchObject([
      { ...common, end: "hung_up" },
      { ...common, end: "ended" },
    ]);

    expect((await listen(one.key, { lastEventId: NOWHERE })).status).toBe(404);
    const answered = lines.filter(({ msg }) => msg === "request.answered");
    expect(answered).toMatchObject([{ route: "/v0/events/stream", status: 404 }]);
    const page = await metrics.render();
    expect(page).toContain('duration_seconds_count{method="GET",route="/v0/events/stream",status="404"} 1');
    expect(page).not.toContain('route="/v0/events/stream",status="200"');
    expect(page).toContain("leyden_event_listeners 0\n");
  });
});
