import { connect } from "node:net";
import { promisify } from "node:util";
import { expect, onTestFinished } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { type Db, sql } from "#platform/database/db.ts";
import { countBlocked } from "#platform/database/testing/blocked.harness.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createMetrics } from "#platform/metrics.ts";
import { sampleApp, serve } from "#service/testing/app.harness.ts";
import { givenCaller, random } from "#slices/receiving/testing/receiving.harness.ts";
import { measureListeners } from "../metrics.ts";
import type { EventId, EventType } from "../model/event.ts";
import { eventRoutes, type StreamRoutesDeps, streamRoutes, webhookRoutes } from "../routes.ts";
import { eventDeps, fakeOutbound } from "./events.harness.ts";

/** The id of nothing. */
export const NOWHERE = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

/** Time that runs so many times as fast as the machine's. */
export function fastClock(times: number): Clock {
  const startMs = machineClock.now().getTime();
  return {
    now: () => new Date(startMs + (machineClock.now().getTime() - startMs) * times),
    monotonicMs: () => machineClock.monotonicMs() * times,
    sleep: (ms, signal) => machineClock.sleep(ms / times, signal),
    turn: machineClock.turn,
  };
}

/** Time that stands still until a test moves it. */
export function standingClock(): Clock & { advance(ms: number): void } {
  const startMs = machineClock.now().getTime();
  let passedMs = 0;
  const sleepers = new Set<() => void>();
  return {
    now: () => new Date(startMs + passedMs),
    monotonicMs: () => passedMs,
    turn: machineClock.turn,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const untilMs = passedMs + ms;
        const look = () => {
          if (passedMs < untilMs && signal?.aborted !== true) return;
          sleepers.delete(look);
          signal?.removeEventListener("abort", look);
          resolve();
        };
        sleepers.add(look);
        signal?.addEventListener("abort", look);
        look();
      }),
    advance(ms) {
      passedMs += ms;
      for (const look of [...sleepers]) look();
    },
  };
}

/** Projects and processes on a database, and what happens in it. Call it where tests are declared. */
export function streamsOn(database: () => DatabaseUnderTest) {
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
    /** `db`: another way to the same database. */
    service: ({ db = database().db, ...given }: GivenService & { readonly db?: Db } = {}) =>
      givenService({ db }, keys, given),
    project: () => givenReader(database(), keys),
    /** Of the project, in the order of their numbers. */
    idsOf: async (ownerId: string) => {
      const rows = await database().db.query<{ id: string }>(sql`
        select id from events.event where owner_id = ${ownerId} order by no`);
      return rows.map(({ id }) => id);
    },
    blocked: () => countBlocked(database()),
  };
}

export type GivenService = {
  readonly clock?: Clock;
  readonly changes?: Partial<StreamRoutesDeps>;
  /** Requests of a key in a minute. */
  readonly perKey?: number;
};

/** A process that answers on a port of its own, until the test ends. */
export type Service = Awaited<ReturnType<typeof givenService>>;

/** `keys`: who is answered. A key that is taken out is not valid any more. */
async function givenService(
  { db }: Pick<DatabaseUnderTest, "db">,
  keys: ReadonlyMap<string, Caller>,
  { clock = machineClock, changes = {}, perKey = 100_000 }: GivenService = {},
) {
  const lines: { readonly msg: string; readonly [field: string]: unknown }[] = [];
  const destination = { write: (line: string) => lines.push(JSON.parse(line)) };
  const log = createLog({ level: "info", pretty: false, destination });
  const deps = { ...eventDeps({ db, clock }), outbound: fakeOutbound(), log, ...changes };
  const metrics = createMetrics({ process: false, clock });
  measureListeners(metrics, deps.listeners);
  const app = await sampleApp({
    log,
    metrics,
    authenticate: async (key) => keys.get(key),
    rateLimits: { perKey, perAddress: 100_000 },
    routes: [webhookRoutes(deps), eventRoutes(deps), streamRoutes(deps)],
  });
  const { server, port, close } = await serve(app);
  let closed: Promise<void> | undefined;
  const stop = () => {
    closed ??= close();
    return closed;
  };
  onTestFinished(async () => {
    await stop();
    await expect.poll(() => deps.listeners.count()).toBe(0);
    await deps.listeners.stop();
  });
  return {
    app,
    deps,
    port,
    metrics,
    lines,
    stop,
    /** How many there are that no one has closed yet. */
    connections: () => promisify(server.getConnections.bind(server))(),
    /** The lines that streams wrote when they ended. */
    ended: () => lines.filter(({ msg }) => msg.startsWith("event_stream.")),
    listen: (key: string, wanted?: Wanted) => listen(port, key, wanted),
    /** Opens a stream and reads nothing of it. */
    async listenUnread(key: string, path = "/v0/events/stream") {
      const socket = connect({ port, host: "127.0.0.1" });
      socket.pause();
      socket.on("error", () => undefined); // it is cut
      onTestFinished(() => void socket.destroy());
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\napikey: ${key}\r\n\r\n`);
      return socket;
    },
  };
}

export type Wanted = { readonly query?: string; readonly lastEventId?: string; readonly method?: "GET" | "HEAD" };

/** What a reader of a stream has so far. */
export type Reader = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: () => string;
  /** Ids of the events that came, in their order. */
  readonly ids: () => string[];
  /** Waits until so many events have come, and returns their ids. */
  readonly events: (count: number) => Promise<string[]>;
  /** Resolves when the service ends the answer; rejects when the connection breaks. */
  readonly ended: Promise<void>;
  readonly hangUp: () => void;
};

async function listen(port: number, key: string, { query = "", lastEventId, method = "GET" }: Wanted = {}) {
  const leaving = new AbortController();
  const response = await fetch(`http://127.0.0.1:${port}/v0/events/stream${query}`, {
    method,
    headers: { apikey: key, ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }) },
    signal: leaving.signal,
  });
  let text = "";
  const read = async () => {
    for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
  };
  const ended = read();
  ended.catch(() => undefined);
  onTestFinished(() => leaving.abort());
  const ids = () => idsIn(text);
  const reader: Reader = {
    status: response.status,
    headers: response.headers,
    text: () => text,
    ids,
    ended,
    events: async (count) => {
      await expect.poll(() => ids().length, { interval: 5 }).toBeGreaterThanOrEqual(count);
      return ids();
    },
    hangUp: () => leaving.abort(),
  };
  if (reader.status === 200 && method === "GET")
    await expect.poll(() => text, { interval: 2 }).toContain(": listening\n\n");
  else await ended;
  return reader;
}

/** Of the events that have come whole. */
function idsIn(text: string): string[] {
  return text
    .split("\n\n")
    .slice(0, -1)
    .flatMap((block) => /^id: (.*)\nevent: /m.exec(block)?.[1] ?? []);
}

/** A project with a key. */
async function givenReader(database: DatabaseUnderTest, keys: Map<string, Caller>) {
  const key = random.uuid();
  const caller = await givenCaller(database);
  keys.set(key, caller);
  return { key, ownerId: caller.wallet.owner.id };
}

export type Happened = { readonly type?: EventType; readonly id?: string; readonly at?: Date };

/** The statement by which a slice writes events of a project. */
export function append(ownerId: string, happened: readonly Happened[], at = new Date()) {
  const ids = happened.map(({ id }) => (id ?? random.uuid()) as EventId);
  const statement = sql`
    select events.append_many(
             ${at}, ${ids}::uuid[], ${ids.map(() => ownerId)}::uuid[],
             ${happened.map(({ type = "payment.completed" }) => type)}::text[], ${ids.map(() => random.uuid())}::uuid[],
             ${ids.map(() => 1)}::int[], null, null, null)`;
  return { ids, statement };
}
