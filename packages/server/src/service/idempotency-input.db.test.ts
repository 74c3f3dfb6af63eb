import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import type { OpenApi } from "#platform/http/openapi.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { eventDeps } from "#slices/events/testing/events.harness.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";
import { type Answer, ask, sampleApp } from "./app.harness.ts";
import { committedOpenApi } from "./openapi.ts";
import { apiRoutes } from "./routes.ts";

/** Two values for each field of a body. */
type Fields = Readonly<Record<string, readonly [unknown, unknown]>>;

/** Their fields are in slices/events/idempotency-input.db.test.ts. */
const OF_EVENTS = [
  "/v0/callback-hosts",
  "/v0/callback-hosts/{host}",
  "/v0/events/resend-failed",
  "/v0/events/{id}/resend",
  "/v0/webhook-endpoints",
  "/v0/webhook-endpoints/{id}",
  "/v0/webhook-endpoints/{id}/test",
  "/v0/webhook-secret/rotate",
];

/** Every other operation that takes a key, and every field of its body. A new one needs its entry. */
const OPERATIONS: Readonly<Record<string, Fields>> = {
  "/v0/ln-address/send-payment": {
    lnAddress: ["shop@example.com", "other@example.com"],
    amount: ["100000", "100001"],
    comment: ["fish", "chips"],
    internalId: ["4711", "4712"],
    callbackUrl: ["https://app.example/a", "https://app.example/b"],
    maxFee: ["2000", "2001"],
  },
  "/v0/charges": {
    amount: ["100000", "100001"],
    description: ["fish", "chips"],
    expiresIn: [600, 601],
    internalId: ["4711", "4712"],
    callbackUrl: ["https://app.example/a", "https://app.example/b"],
  },
};

const CASES = Object.entries(OPERATIONS).flatMap(([path, fields]) =>
  Object.keys(fields).map((field) => [path, field] as const),
);

/** The schemas of the bodies that the reference sends with a key, by path. */
const keyedOperations = Object.entries((JSON.parse(committedOpenApi()) as OpenApi).paths).flatMap(([path, methods]) =>
  Object.values(methods)
    .filter(({ parameters = [] }) => parameters.some(({ name }) => name === "Idempotency-Key"))
    .map(({ requestBody }) => ({ path, schema: requestBody?.content["application/json"]?.schema ?? {} })),
);
const documentedBodies = keyedOperations.filter(({ path }) => !OF_EVENTS.includes(path));
const REQUIRED = documentedBodies.flatMap(({ path, schema }) =>
  (schema["required"] as readonly string[]).map((field) => `${path} ${field}`),
);

it("the operations of events are those of the reference", () => {
  expect(keyedOperations.map(({ path }) => path)).toEqual(expect.arrayContaining(OF_EVENTS));
});

it("the table has the operations and fields of the reference", () => {
  const documented = documentedBodies.flatMap(({ path, schema }) =>
    Object.keys(schema["properties"] as object).map((field) => `${path} ${field}`),
  );
  expect(CASES.map((words) => words.join(" ")).sort()).toEqual(documented.sort());
});

onDatabase("an idempotency key", (database) => {
  let app: Api;
  let world: World;
  let caller: Caller;

  beforeAll(async () => {
    world = createWorld(database());
    for (const name of ["shop", "other"]) world.recipient(name, { commentAllowed: 100 });
    caller = await world.project("payer", sats(1_000_000n));
    app = await sampleApp({
      authenticate: async () => caller,
      routes: apiRoutes({
        ...world.drive,
        ...world.pay,
        ...eventDeps(world.drive),
        node: createFakeNode({ clock: machineClock }),
        receivable: () => undefined,
      }),
    });
  });
  afterAll(() => app.close());

  async function post(url: string, payload: object, key: string): Promise<Answer> {
    const headers = { apikey: "payer", "content-type": "application/json", "idempotency-key": key };
    const answer = await ask(app, { method: "POST", url, payload, headers });
    await world.settled();
    return answer;
  }

  const bodyOf = (path: string, pick: (name: string) => 0 | 1): Record<string, unknown> =>
    Object.fromEntries(Object.entries(OPERATIONS[path] ?? {}).map(([name, values]) => [name, values[pick(name)]]));

  describe.each(CASES)("of POST %s", (path, field) => {
    it(`is refused with another ${field} or none, and answers the same request again`, async () => {
      const key = `${path} ${field}`.replaceAll(" ", "-");
      const body = bodyOf(path, () => 0);
      const first = await post(path, body, key);
      expect(first.statusCode, first.body).toBe(200);

      const other = await post(
        path,
        bodyOf(path, (name) => (name === field ? 1 : 0)),
        key,
      );
      expect(other.json().error?.code).toBe("idempotency_mismatch");

      const { [field]: _, ...rest } = body;
      const without = await post(path, rest, key);
      // A field that has to be there is missed before the key is looked at.
      expect(without.statusCode).toBe(REQUIRED.includes(`${path} ${field}`) ? 400 : 422);

      const again = await post(path, body, key);
      expect(again.headers["idempotent-replayed"]).toBe("true");
      expect(again.json().data.id).toBe(first.json().data.id);
    });
  });
});
