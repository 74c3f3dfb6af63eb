import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import type { OpenApi } from "#platform/http/openapi.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import { eventDeps } from "#slices/events/testing/events.harness.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { createWorld, settles, type World } from "#slices/payments/testing/world.harness.ts";
import { type Answer, ask, sampleApp } from "./app.harness.ts";
import { committedOpenApi } from "./openapi.ts";
import { apiRoutes } from "./routes.ts";

/** What one project has, and how others could name it. */
type Owned = {
  readonly paymentId: string;
  readonly paymentHash: string;
  readonly paymentsCursor: string;
  readonly chargeId: string;
  readonly chargeHash: string;
  readonly chargesCursor: string;
  readonly payment: InjectOptions;
  readonly charge: InjectOptions;
};

type Asked = {
  /** Requests by which another project could learn of what is owned. */
  readonly requests: readonly InjectOptions[];
  /** `hidden`: as if there were no such thing. `own`: what the asking project has itself. */
  readonly answer: "hidden" | "own";
};

const get = (url: string): InjectOptions => ({ method: "GET", url });
const one = (path: string, ids: readonly string[]): Asked => ({
  requests: ids.flatMap((id) => [get(`${path}/${id}`), get(`${path}/${id.toUpperCase()}`)]),
  answer: "hidden",
});
const list = (path: string, cursor: string): Asked => ({
  requests: [get(path), get(`${path}?limit=100`), get(`${path}?cursor=${cursor}`)],
  answer: "own",
});

/** Every operation of the reference. A new one needs its entry. */
const OPERATIONS: Readonly<Record<string, (owned: Owned) => Asked>> = {
  "post /v0/ln-address/send-payment": ({ payment }) => ({ requests: [payment], answer: "own" }),
  "get /v0/payments/{id}": ({ paymentId, paymentHash, chargeId, chargeHash }) =>
    one("/v0/payments", [paymentId, paymentHash, chargeId, chargeHash]),
  "get /v0/payments": ({ paymentsCursor }) => list("/v0/payments", paymentsCursor),
  "post /v0/charges": ({ charge }) => ({ requests: [charge], answer: "own" }),
  "get /v0/charges/{id}": ({ paymentId, paymentHash, chargeId, chargeHash }) =>
    one("/v0/charges", [chargeId, chargeHash, paymentId, paymentHash]),
  "get /v0/charges": ({ chargesCursor }) => list("/v0/charges", chargesCursor),
  "get /v0/wallet": () => ({ requests: [get("/v0/wallet")], answer: "own" }),
};

const documented = Object.entries((JSON.parse(committedOpenApi()) as OpenApi).paths).flatMap(([path, methods]) =>
  Object.keys(methods).map((method) => `${method} ${path}`),
);

it("the table of operations is that of the reference", () => {
  expect(Object.keys(OPERATIONS).sort()).toEqual(documented.sort());
});

onDatabase("two projects", (database) => {
  let app: Api;
  let world: World;
  let owned: Owned;
  /** Texts that only the owner may read. */
  const secrets = new Set<string>();
  const callers = new Map<string, Caller>();

  const askAs = (apikey: string, request: InjectOptions): Promise<Answer> =>
    ask(app, { ...request, headers: { ...request.headers, apikey } });
  const post = (url: string, payload: object, key: string): InjectOptions => ({
    method: "POST",
    url,
    payload,
    headers: { "content-type": "application/json", "idempotency-key": key },
  });
  const made = async (request: InjectOptions) => {
    const answer = await askAs("owner", request);
    await world.settled();
    expect(answer.statusCode, answer.body).toBe(200);
    const { data } = answer.json();
    for (const name of ["id", "transactionId", "preimage", "walletId"]) if (data[name]) secrets.add(data[name]);
    return data;
  };

  beforeAll(async () => {
    world = createWorld(database());
    world.node.behaviour = settles();
    callers.set("owner", await world.project("owner", sats(1_000_000n)));
    callers.set("other", await world.project("other", sats(500_000n)));
    app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: apiRoutes({
        ...world.drive,
        ...world.pay,
        ...eventDeps(world.drive),
        node: createFakeNode({ clock: machineClock }),
      }),
    });
    const order = { lnAddress: world.recipient("shop"), amount: "100000" };
    const payment = post("/v0/ln-address/send-payment", order, "payment-1");
    const charge = post("/v0/charges", { amount: "20000", description: "an order" }, "charge-1");

    const paid = await made(payment);
    const charged = await made(charge);
    await made(post("/v0/ln-address/send-payment", order, "payment-2"));
    await made(post("/v0/charges", { amount: "20000", description: "an order" }, "charge-2"));
    const cursorOf = async (path: string) => (await askAs("owner", get(`${path}?limit=1`))).json().next_cursor;
    const paymentHash = Buffer.from(decodeInvoice(paid.invoice).paymentHash).toString("hex");
    const chargeHash = charged.invoice.request.slice(-64); // the fake node's invoices end with it
    for (const secret of [paid.invoice, charged.invoice.request, paymentHash, chargeHash]) secrets.add(secret);
    owned = {
      ...{ paymentId: paid.id, paymentHash, paymentsCursor: await cursorOf("/v0/payments"), payment },
      ...{ chargeId: charged.id, chargeHash, chargesCursor: await cursorOf("/v0/charges"), charge },
    };
    for (const cursor of [owned.paymentsCursor, owned.chargesCursor]) expect(cursor).toEqual(expect.any(String));
  });
  afterAll(() => app.close());

  const secretsIn = ({ body }: Answer) => [...secrets].filter((secret) => body.includes(secret));

  it.each(documented)(
    "%s shows the owner what is its own, so that the cases below say something",
    async (operation) => {
      const answers: Answer[] = [];
      for (const request of OPERATIONS[operation]?.(owned).requests ?? []) answers.push(await askAs("owner", request));
      const balance = String(await world.balance(callers.get("owner") as Caller));
      expect(answers.some((answer) => secretsIn(answer).length > 0 || answer.body.includes(`"${balance}"`))).toBe(true);
    },
  );

  it.each(documented)("%s shows another project nothing of it", async (operation) => {
    const asked = OPERATIONS[operation]?.(owned);
    const balance = String(await world.balance(callers.get("owner") as Caller));
    for (const request of asked?.requests ?? []) {
      const answer = await askAs("other", request);
      await world.settled();
      expect(secretsIn(answer), `${request.url}`).toEqual([]);
      expect(answer.body).not.toContain(`"${balance}"`);
      expect(answer.headers["idempotent-replayed"]).toBeUndefined();
      if (asked?.answer === "own") expect([request.url, answer.statusCode]).toEqual([request.url, 200]);
      else expect(withoutIds(answer)).toEqual(withoutIds(await askAs("other", nowhere(request))));
    }
  });

  /** The same request for something that nobody has. */
  function nowhere({ url, ...request }: InjectOptions): InjectOptions {
    const path = String(url).replace(/[^/]+$/, "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718");
    return { ...request, url: path };
  }
});

function withoutIds({ statusCode, body }: Answer) {
  const { error, ...rest } = JSON.parse(body);
  return { statusCode, ...rest, error: { ...error, request_id: undefined } };
}
