import type { RequestListener } from "node:http";
import { onTestFinished } from "vitest";
import type { Clock, Reached, Scheduler } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#platform/database/db.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { serveHttp, type TestServer } from "#platform/outbound/outbound.harness.ts";
import { createOutbound, type Outbound } from "#platform/outbound/outbound.ts";
import type { EventBodies } from "../bodies/event-bodies.ts";
import { deliverDue } from "../deliver/deliver-due.ts";
import type { Attempted, DeliverDeps } from "../deliver/deps.ts";
import { createSlots } from "../deliver/slots.ts";
import type { EventId, EventType } from "../model/event.ts";

/** What a receiver got. */
export type Received = {
  readonly id: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

export type Receiver = TestServer & {
  /** "http://127.0.0.1:port/hook" */
  readonly url: string;
  readonly received: Received[];
};

export type Append = {
  readonly owner?: string;
  readonly type?: EventType;
  readonly callbackUrl?: string;
  readonly at?: Date;
};

export type DeliveryRow = {
  readonly state: string;
  readonly attempt: number;
  readonly due_at: Date | null;
  readonly finished_at: Date | null;
  readonly lease_until: Date | null;
  readonly lease_token: bigint;
  /** Until the next attempt. */
  readonly pauseMs: number | undefined;
};

export type AttemptRow = {
  readonly number: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly duration_ms: number;
};

/** A clock that a test moves, and whose sleeps are short. */
export type HurriedClock = Clock & { advance(ms: number): void };

function hurriedClock(hurry: number): HurriedClock {
  let offsetMs = 0;
  return {
    now: () => new Date(machineClock.now().getTime() + offsetMs),
    monotonicMs: () => machineClock.monotonicMs(),
    sleep: (ms, signal) => machineClock.sleep(ms / hurry, signal),
    turn: machineClock.turn,
    advance(ms) {
      offsetMs += ms;
    },
  };
}

/** A process that delivers, with receivers on this machine. Nothing that earlier tests left is due in it. */
export type Delivering = Awaited<ReturnType<typeof givenDelivering>>;

/** @param hurry how many times shorter sleeping is: with 50 a receiver has 300 ms. */
export async function givenDelivering(database: DatabaseUnderTest, { hurry = 1 } = {}) {
  for (const table of ["attempt", "delivery", "event", "endpoint", "secret"])
    await database.admin.query({ text: `delete from events.${table}`, values: [] });
  const clock = hurriedClock(hurry);
  const random = machineRandom(clock);
  const allow: string[] = [];
  /** By host name; every other is this machine. */
  const addresses = new Map<string, readonly string[]>();
  const lines: { readonly msg: string; readonly level: string }[] = [];
  const log = createLog({
    level: "info",
    pretty: false,
    destination: { write: (line: string) => lines.push(JSON.parse(line)) },
  });

  /** Made anew when somebody is allowed: the list of an outbound client does not change. */
  let client: Outbound | undefined;
  const clients: Outbound[] = [];
  const current = () => {
    client ??= createOutbound({
      allow,
      ownAddresses: [],
      clock,
      lookup: async (host) => addresses.get(host) ?? ["127.0.0.1"],
    });
    clients.push(client);
    return client;
  };
  const outbound: Outbound = {
    request: (request, signal) => current().request(request, signal),
    allows: (pair) => current().allows(pair),
    mayCall: (url) => current().mayCall(url),
    refusalOf: (url) => current().refusalOf(url),
    close: async () => void (await Promise.all(clients.map((each) => each.close()))),
  };
  onTestFinished(() => outbound.close());

  const attempted: Attempted[] = [];
  const errors: unknown[] = [];
  const fakeBodies: EventBodies = async (_db, events) =>
    new Map(events.map(({ id, objectId }) => [id, { data: { thing: objectId }, callback: { bare: objectId } }]));

  /** A process of its own: slots, running tasks. */
  function process(changes: Partial<DeliverDeps> = {}) {
    const running = new Set<Promise<void>>();
    const scheduler: Scheduler = {
      loop: () => ({ wake: () => undefined, stop: async () => undefined }),
      spawn(_name, task) {
        const run: Promise<void> = task()
          .catch((error: unknown) => void errors.push(error))
          .finally(() => running.delete(run));
        running.add(run);
      },
    };
    const deps: DeliverDeps = {
      db: database.db,
      batch: database.batchOn(clock),
      clock,
      random,
      scheduler,
      log,
      outbound,
      bodies: fakeBodies,
      isLive: async () => false,
      slots: createSlots(() => undefined),
      reached: () => undefined,
      onAttempt: (one) => attempted.push(one),
      ...changes,
    };
    return {
      deps,
      running,
      /** Leases what is due and does not wait for the receivers. */
      start: () => deliverDue(deps),
      /** Sends what is due now, until nothing is. */
      async run() {
        let leased: number;
        do {
          leased = await deliverDue(deps);
          while (running.size > 0) await Promise.all(running);
        } while (leased > 0);
      },
    };
  }
  const main = process();

  /** A server, by "host:port" too where the test wants names. */
  async function receiver(listener: RequestListener, hosts: readonly string[] = []): Promise<Receiver> {
    const received: Received[] = [];
    const server = await serveHttp(async (request, response) => {
      const { method } = request;
      let body = "";
      for await (const chunk of request) body += chunk;
      if (method !== "POST") throw new Error(`a ${method}`);
      const headers = request.headers as Record<string, string>;
      received.push({ id: headers["webhook-id"] ?? "", headers, body });
      await listener(request, response);
    });
    onTestFinished(() => server.close());
    allowed(server.pair, ...hosts.map((host) => `${host}:${server.port}`));
    return { ...server, url: `http://${server.pair}/hook`, received };
  }

  function allowed(...pairs: string[]): void {
    allow.push(...pairs);
    client = undefined;
  }

  /** A server that answers all with `status`. */
  const answering = (status: number, headers: Record<string, string> = {}, body = "thanks") =>
    receiver((_, response) => response.writeHead(status, headers).end(body));

  const owner = random.uuid();

  /** Writes an event, as the slices' functions do. */
  async function append({ at = clock.now(), ...event }: Append): Promise<EventId> {
    return (await appendMany([event], at))[0] as EventId;
  }

  async function appendMany(events: readonly Append[], at = clock.now()): Promise<EventId[]> {
    const ids = events.map(() => newId<EventId>(random));
    const none = events.map(() => null);
    await database.admin.query(sql`
      select events.append_many(
        ${at}::timestamptz, ${ids}::uuid[], ${events.map((event) => event.owner ?? owner)}::uuid[],
        ${events.map(({ type = "payment.completed" }) => type)}::text[], ${ids}::uuid[], ${events.map(() => 1)}::int[],
        ${none}::jsonb[], ${events.map(({ callbackUrl }) => callbackUrl ?? null)}::text[], ${none}::timestamptz[])`);
    return ids;
  }

  /** Registers an endpoint of the owner. */
  async function endpoint(url: string, of = owner): Promise<string> {
    const id = random.uuid();
    const now = clock.now();
    await database.admin.query(sql`
      insert into events.endpoint (id, owner_id, url, description, state, created_at, updated_at)
      values (${id}, ${of}, ${url}, 'a test', 'enabled', ${now}, ${now})`);
    return id;
  }

  async function delivery(event: string, receiver = event): Promise<DeliveryRow> {
    const [row] = await database.admin.query<DeliveryRow>(sql`
      select * from events.delivery where event_id = ${event} and receiver_id = ${receiver}`);
    if (row === undefined) throw new Error("there is no such delivery");
    return { ...row, pauseMs: row.due_at === null ? undefined : row.due_at.getTime() - clock.now().getTime() };
  }

  const attempts = async (event: string, receiver = event) =>
    await database.admin.query<AttemptRow>(sql`
      select number, status, error, answer, duration_ms
        from events.attempt
       where event_id = ${event} and receiver_id = ${receiver}
       order by number`);

  /** Where a process stops for ever. */
  function stopsAt(point: Parameters<Reached>[0]) {
    const stopped = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const reached: Reached = (at) => {
      if (at !== point) return undefined;
      stopped.resolve();
      return goOn.promise;
    };
    return { reached, stopped: stopped.promise, goOn: () => goOn.resolve() };
  }

  return {
    ...main,
    clock,
    random,
    owner,
    addresses,
    lines,
    errors,
    attempted,
    fakeBodies,
    process,
    receiver,
    answering,
    allowed,
    append,
    appendMany,
    endpoint,
    delivery,
    attempts,
    stopsAt,
    /** How often each message is in the log. */
    logged: (msg: string) => lines.filter((line) => line.msg === msg).length,
  };
}
