import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, beforeEach, expect } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import type { DatabaseUnderTest } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { sampleApp } from "#service/testing/app.harness.ts";
import { givenCaller, random } from "#slices/receiving/testing/receiving.harness.ts";
import type { EventId } from "../model/event.ts";
import { callbackHostRoutes, eventRoutes, webhookRoutes } from "../routes.ts";
import { appendEvent, endDelivery, eventDeps, fakeOutbound } from "./events.harness.ts";

/** What JSON brings. */
export type Body = ReturnType<typeof JSON.parse>;

export type Answer = {
  readonly status: number;
  readonly replayed: boolean;
  readonly code: string | undefined;
  readonly body: Body;
};

/** The routes of events with projects that use them. Call it where tests are declared; it makes its own hooks. */
export function eventsApi(database: () => DatabaseUnderTest) {
  let app: Api;
  const outbound = fakeOutbound({ allow: ["127.0.0.1:9737"] });
  let deps: ReturnType<typeof eventDeps> & { outbound: typeof outbound };
  const callers = new Map<string, Caller>();
  /** Every test has a project of its own. */
  let shop: string;
  let keys = 0;

  beforeAll(async () => {
    deps = { ...eventDeps({ db: database().db, clock: machineClock }), outbound };
    app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: [webhookRoutes(deps), eventRoutes(deps), callbackHostRoutes(deps)],
    });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    shop = await givenProject();
  });

  async function givenProject(): Promise<string> {
    const name = random.uuid();
    callers.set(name, await givenCaller(database()));
    return name;
  }

  async function ask(
    method: InjectOptions["method"] & string,
    url: string,
    payload?: object,
    options: { as?: string; key?: string } = {},
  ): Promise<Answer> {
    const { as = shop, key } = options;
    const headers = {
      apikey: as,
      ...(payload === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) });
    const body = answer.json();
    return {
      status: answer.statusCode,
      replayed: answer.headers["idempotent-replayed"] === "true",
      code: body.error?.code,
      body,
    };
  }
  const data = async (...request: Parameters<typeof ask>) => {
    const { status, body } = await ask(...request);
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data;
  };
  const freshKey = () => `key-${keys++}`;
  const callerOf = (name = shop) => callers.get(name) as Caller;
  const givenEndpoint = (more: object = {}, as = shop) =>
    data("POST", "/v0/webhook-endpoints", { url: "https://shop.example/hook", ...more }, { as });
  const givenEvent = (more: Parameters<typeof appendEvent>[2] = {}, as = shop) =>
    appendEvent(database().db, callerOf(as), more);
  const end = (eventId: string, receiverId: string, state: string, at?: Date) =>
    endDelivery(database().db, { eventId: eventId as EventId, receiverId, state, ...(at && { at }) });
  const deliveriesOf = async (id: string): Promise<Body[]> => (await data("GET", `/v0/events/${id}`)).deliveries;

  return {
    ask,
    data,
    end,
    outbound,
    freshKey,
    callerOf,
    givenProject,
    givenEndpoint,
    givenEvent,
    deliveriesOf,
    /** The project of this test. */
    shop: () => shop,
    hostCache: () => deps.hostCache,
  };
}
