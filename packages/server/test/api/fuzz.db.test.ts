import fc from "fast-check";
import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, inject, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { codeNamed, ERROR_CODES } from "#kernel/error-codes.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import type { JsonSchema, OpenApi, Operation } from "#platform/http/openapi.ts";
import { committedOpenApi } from "#service/openapi.ts";
import { apiRoutes } from "#service/routes.ts";
import { askUntil, sampleApp } from "#service/testing/app.harness.ts";
import { routeDeps } from "#service/testing/neighbours.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";

const document = JSON.parse(committedOpenApi()) as OpenApi;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
);
const KEY = "ley_fuzz";
/** Cases for each run of the tests; the seed is printed when one fails. */
const RUNS = 300;

onDatabase("the API", (database) => {
  let app: Api;
  let world: World;

  beforeAll(async () => {
    world = createWorld(database());
    world.recipient("shop");
    const caller: Caller = await world.project("fuzz", sats(1_000_000n));
    app = await sampleApp({
      authenticate: async (key) => (key === KEY ? caller : undefined),
      routes: apiRoutes(routeDeps(world)),
    });
  });
  afterAll(() => app.close());

  it("answers anything that fits its document, or nearly does, in its own form and never with a 5xx", async () => {
    const statuses = new Set<number>();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...operations).chain(requests), async (request) => {
        const answer = await askUntil(app, request, ": listening");
        await world.settled();
        statuses.add(answer.statusCode);
        expectEnvelope(answer);
      }),
      { numRuns: inject("runs") * RUNS },
    );
    expect([...statuses], "the requests go deep enough").toEqual(expect.arrayContaining([200, 400, 401, 404]));
  });
});

type Answer = Awaited<ReturnType<typeof askUntil>>;

function expectEnvelope(answer: Answer): void {
  expect(answer.statusCode, answer.body).toBeLessThan(500);
  if (answer.body.includes(": listening\n")) {
    expect(answer.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
    return;
  }
  if (answer.statusCode === 200 && answer.headers["content-type"] === "text/csv; charset=utf-8; header=present") return;
  expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  const { success, message, data, error } = answer.json();
  expect(success).toBe(answer.statusCode === 200);
  expect(message).toEqual(expect.any(String));
  if (success) expect(data).toBeDefined();
  else expect(ERROR_CODES[codeNamed(error.code) as keyof typeof ERROR_CODES].status).toBe(answer.statusCode);
}

/** Requests to one operation: most as documented, some with a part replaced by something else. */
function requests({ method, path, operation }: { method: string; path: string; operation: Operation }) {
  const parameters = operation.parameters ?? [];
  const given = (place: string) =>
    fc.record(
      Object.fromEntries(parameters.filter((it) => it.in === place).map((it) => [it.name, textOf(it.schema)])),
      { requiredKeys: parameters.filter((it) => it.in === place && it.required).map((it) => it.name) },
    );
  const schema = operation.requestBody?.content["application/json"].schema;
  const body = schema === undefined ? fc.constant(undefined) : bodies(schema);

  return fc
    .record({ segments: given("path"), query: given("query"), headers: given("header"), body, key: keys })
    .map(({ segments, query, headers, body, key }): InjectOptions => {
      const url = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(segments[name] ?? "") || "-");
      const type = body === undefined ? {} : { "content-type": "application/json" };
      const safe = Object.entries(headers).map(([name, value]) => [name, value.replaceAll(/[^\t\x20-\xff]/g, "?")]);
      return {
        method: method.toUpperCase() as "GET",
        url: `${url}?${new URLSearchParams(query)}`,
        headers: { ...type, ...key, ...Object.fromEntries(safe) },
        ...(body === undefined ? {} : { payload: body }),
      };
    });
}

const keys = fc.oneof(
  { weight: 12, arbitrary: fc.constant({ apikey: KEY }) },
  { weight: 1, arbitrary: fc.constantFrom({ apikey: "ley_wrong" }, { apikey: "" }, {}) },
);

function bodies(schema: JsonSchema): fc.Arbitrary<string> {
  const { properties = {}, required = [] } = schema as { properties?: Record<string, JsonSchema>; required?: string[] };
  const fields = Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, values(field)]));
  const documented = fc.record(fields, { requiredKeys: required }).map((value) => JSON.stringify(value));
  return fc.oneof(
    { weight: 10, arbitrary: documented },
    { weight: 1, arbitrary: fc.json({ maxDepth: 40 }) },
    { weight: 1, arbitrary: fc.string({ unit: "binary" }) },
    {
      weight: 2,
      arbitrary: fc.tuple(documented, fc.nat(), anything).map(([text, at, other]) => damaged(text, at, other)),
    },
  );
}

/** `text` with `other` in place of the character at `at`. */
function damaged(text: string, at: number, other: unknown): string {
  const position = at % (text.length + 1);
  return text.slice(0, position) + String(JSON.stringify(other)) + text.slice(position + 1);
}

const strings = fc.string({ unit: "binary", maxLength: 60 });
const anything = fc.oneof(fc.jsonValue(), strings, fc.constantFrom("", "\0", "\ud800", "0", "-1", "１", null));

/** Values of a schema, its examples, and now and then something else. */
function values(schema: JsonSchema): fc.Arbitrary<unknown> {
  const {
    anyOf,
    enum: choices,
    examples = [],
    type,
    pattern,
    minimum = 0,
    maximum = 1e6,
    maxLength = 100,
  } = schema as {
    anyOf?: readonly JsonSchema[];
    enum?: readonly unknown[];
    examples?: readonly unknown[];
    type?: string;
    pattern?: string;
    minimum?: number;
    maximum?: number;
    maxLength?: number;
  };
  const fitting = (): fc.Arbitrary<unknown> => {
    if (anyOf !== undefined) return fc.oneof(...anyOf.map(values));
    if (choices !== undefined) return fc.constantFrom(...choices);
    if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
    if (type === "integer" || type === "number")
      return fc.integer({ min: minimum, max: Math.min(maximum, 2 ** 53 - 1) });
    if (type === "null") return fc.constant(null);
    return fc.oneof(strings, fc.string({ unit: "grapheme", maxLength: Math.min(maxLength + 1, 3_000) }), fc.webUrl());
  };
  return fc.oneof(
    { weight: 8, arbitrary: fitting() },
    ...(examples.length === 0 ? [] : [{ weight: 6, arbitrary: fc.constantFrom(...examples, "shop@example.com") }]),
    { weight: 1, arbitrary: anything },
  );
}

/** The same as text, for paths, queries and headers. */
function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  return values(schema).map((value) =>
    typeof value === "string" ? value.toWellFormed() : String(JSON.stringify(value)),
  );
}
