import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { ERROR_CODES, type ErrorCode } from "#kernel/error-codes.ts";
import { AppError } from "#kernel/errors.ts";
import { sats } from "#kernel/money.ts";
import { rememberNode } from "#lightning";
import { onNewestDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api, RoutesPlugin } from "#platform/http/index.ts";
import type { OpenApi, Parameter } from "#platform/http/openapi.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createMetrics } from "#platform/metrics.ts";
import { createPriceFeed } from "#prices";
import { fakeOutbound } from "#slices/events/testing/events.harness.ts";
import { givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";
import { centsOf } from "#slices/prices/model/price.ts";
import { givenUser } from "#slices/users/testing/users.harness.ts";
import { ask, askUntil, sampleApp } from "./app.harness.ts";
import { type Around, EVENTS, type Given, NOT_CALLED, OPERATIONS, PLANS } from "./example-makers.harness.ts";
import {
  type AnswerExample,
  answerExamples,
  type Documented,
  documentedFailures,
  documentedOperations,
  kindsOf,
  kindsOfStream,
  optionalParameters,
  readerOf,
  requestExample,
  shownValues,
  typesOf,
} from "./examples.harness.ts";
import { routeDeps } from "./neighbours.harness.ts";
import { committedOpenApi } from "./openapi.ts";
import { apiRoutes } from "./routes.ts";
import { wireEvents } from "./wire-events.ts";

const document = JSON.parse(committedOpenApi()) as OpenApi;
const documented = documentedOperations(document).filter(({ name }) => NOT_CALLED[name] === undefined);
const problemsOf = readerOf(document);
/** Each answer that the reference shows. */
const shown = documented.flatMap((operation) =>
  answerExamples(operation, document).map((answer) => ({ ...operation, ...answer })),
);
/** Each parameter that a request may have, with the first answer of its operation. */
const optional = documented.flatMap((operation) => {
  const [answer] = answerExamples(operation, document);
  return optionalParameters(operation).map((parameter) => ({ ...operation, ...(answer as AnswerExample), parameter }));
});

/** As where the operator has named sources. */
const prices = createPriceFeed({ clock: machineClock, source: { read: async () => centsOf("97123.45") } });

/** Every code of the catalogue, as any route fails with it. */
const failing: RoutesPlugin = (api) => {
  for (const code of Object.keys(ERROR_CODES) as ErrorCode[])
    api.get(`/v0/failing/${code}`, { config: { access: "public" }, schema: { hide: true } }, async () => {
      throw new AppError(code, "what to do", { details: [{ field: "amount", issue: "is wrong" }] });
    });
};

onNewestDatabase("an example of the reference", (database) => {
  let app: Api;
  let world: World;
  let userId: string;
  const outbound = fakeOutbound();
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    world = createWorld(database());
    ({ id: userId } = await givenUser(database(), { gamertag: "alice" }));
    const machine = { ...world.drive, outbound: { ...outbound, close: async () => undefined } };
    const metrics = createMetrics({ process: false, clock: world.drive.clock });
    const { routes } = wireEvents({ sends: false }, metrics, { ...machine, ownNode: rememberNode(database().db) });
    app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: [...apiRoutes({ ...routeDeps(world), bodies: routes.bodies, outbound, prices }), failing],
    });
  });
  afterAll(() => app.close());

  /** A project of its own for each case. */
  async function around(label: string): Promise<Around & { readonly key: string }> {
    const caller = await world.project("project", sats(1_000_000n));
    const key = caller.wallet.id;
    callers.set(key, caller);
    world.node.plan = settles();
    const call: Around["call"] = async (method, url, body) => {
      const json = body === undefined ? {} : { payload: body, headers: { "content-type": "application/json" } };
      const answer = await ask(app, { method, url, ...json, headers: { ...json.headers, apikey: key } });
      await world.settled();
      expect(answer.json().data, answer.body).toBeDefined();
      return answer.json().data;
    };
    return { key, database: database(), world, outbound, caller, call, label, userId };
  }

  /** A stream is read until `until` has come. */
  async function send(request: InjectOptions, until: string) {
    const answer = await askUntil(app, request, until);
    await world.settled();
    return answer;
  }

  /** The request as the reference shows it, with what was made for it in its place. */
  async function given({ label, ...operation }: Documented & { readonly label: string }) {
    const { key, ...made } = await around(label);
    const replaced = (await OPERATIONS[operation.name]?.(made)) ?? {};
    world.node.plan = PLANS[label] ?? settles();
    return { replaced, request: requestOf(operation, replaced, key) };
  }

  function requestOf(operation: Documented, replaced: Given, apikey: string): InjectOptions {
    const { path, headers, body } = requestExample(operation, document);
    const payload = body && { ...body, ...replaced.body };
    // What stands in the place of an example is of its kind, and there is an example in whose place it stands.
    expect(kindsOf({ ...path, ...replaced.path })).toEqual(kindsOf(path));
    expect(kindsOf(payload)).toEqual(kindsOf(body));
    const placed = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(replaced.path?.[name] ?? path[name] ?? ""),
    );
    const query = replaced.query === undefined ? "" : `?${new URLSearchParams(replaced.query)}`;
    return {
      method: operation.method.toUpperCase() as "GET",
      url: placed + query,
      headers: {
        ...{ apikey, ...headers, ...replaced.headers },
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(payload === undefined ? {} : { payload }),
    };
  }

  it.each(shown)("of $name ($label) is what the service takes and answers", async (operation) => {
    const { schema, status, value } = operation;
    const { request } = await given(operation);
    const { statusCode, body } = await send(request, "\ndata: ");
    expect([statusCode, body]).toEqual([Number(status), expect.anything()]);
    const real: unknown = typeof value === "string" ? body : JSON.parse(body);
    for (const answer of [value, real]) expect(problemsOf(schema, answer)).toEqual([]);
    expect(shapeOf(value)).toEqual(shapeOf(real));
  });

  /** With the message itself, which is the same every time. */
  function shapeOf(answer: unknown) {
    if (typeof answer === "string") return kindsOfStream(answer);
    return { kinds: kindsOf(answer), message: (answer as { readonly message: unknown }).message };
  }

  it.each(optional)("of $name has parameters that the service takes: $parameter.name", async (operation) => {
    const { parameter, schema, status } = operation;
    const { request, replaced } = await given(operation);
    for (const example of shownValues(parameter)) {
      const value = { ...replaced.query, ...replaced.headers }[parameter.name.toLowerCase()] ?? example;
      expect(kindsOf(value)).toEqual(kindsOf(example));
      const { statusCode, headers, body } = await send(withParameter(request, parameter, value), ": listening\n");
      expect([statusCode, body]).toEqual([Number(status), expect.anything()]);
      const type = String(headers["content-type"]).replace(/;.*/, "");
      expect(typesOf(operation, status, document)).toContain(type);
      if (type === "application/json") expect(problemsOf(schema, JSON.parse(body))).toEqual([]);
    }
  });

  function withParameter(request: InjectOptions, { in: place, name }: Parameter, value: string): InjectOptions {
    if (place === "header") return { ...request, headers: { ...request.headers, [name]: value } };
    const url = new URL(String(request.url), "http://service");
    url.searchParams.set(name, value);
    return { ...request, url: `${url.pathname}${url.search}` };
  }

  it.each(Object.keys(document.webhooks))("of the webhook %s has the form of the body that is sent", async (type) => {
    const { key, ...made } = await around(type);
    await givenEndpoint(database().db, made.caller.wallet.owner.id);
    await EVENTS[type]?.(made);
    const read = async (url: string) => (await ask(app, { url, headers: { apikey: key } })).json().data;
    const [event] = await read(`/v0/events?type=${type}`);
    const body = JSON.parse((await read(`/v0/events/${event.id}`)).body);
    const { schema, example } = document.webhooks[type]?.post.requestBody.content["application/json"] ?? {};
    expect(problemsOf(schema ?? {}, body)).toEqual([]);
    expect(kindsOf(example)).toEqual(kindsOf(body));
  });

  it.each(documented)("of a failure of $name has the form and the status of each of its codes", async (operation) => {
    const failures = documentedFailures(operation, document);
    expect(failures.length).toBeGreaterThan(0);
    for (const { code, status, schema } of failures) {
      const answer = await ask(app, `/v0/failing/${code}`);
      expect(answer.json().error.code).toBe(code);
      expect(problemsOf(schema, answer.json())).toEqual([]);
      // A payment that failed is a 400, whatever the code.
      expect([String(answer.statusCode), "400"]).toContain(status);
    }
  });
});
