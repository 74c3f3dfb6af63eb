import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import type { OpenApi } from "#platform/http/openapi.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { committedOpenApi } from "#service/openapi.ts";
import { apiRoutes } from "#service/routes.ts";
import { type Answer, ask, sampleApp } from "#service/testing/app.harness.ts";
import { routeDeps } from "#service/testing/neighbours.harness.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";
import { givenNoLimits } from "#slices/users/testing/users.harness.ts";
import { createUser } from "#users";

/** Two values for each field of a body. Those with an article are made for each case: invoices, wallets, nodes. */
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
  "/v0/payments": {
    invoice: ["an invoice", "another invoice"],
    amount: ["100000", "100001"],
    description: ["fish", "chips"],
    internalId: ["4711", "4712"],
    callbackUrl: ["https://app.example/a", "https://app.example/b"],
    maxFee: ["2000", "2001"],
  },
  "/v0/internal-transfer": {
    receiverWalletId: ["a wallet", "another wallet"],
    amount: ["100000", "100001"],
    comment: ["fish", "chips"],
    internalId: ["4711", "4712"],
    callbackUrl: ["https://app.example/a", "https://app.example/b"],
  },
  "/v0/gamertag/send-payment": {
    gamertag: ["alice", "bob"],
    amount: ["100000", "100001"],
    description: ["fish", "chips"],
    internalId: ["4711", "4712"],
    callbackUrl: ["https://app.example/a", "https://app.example/b"],
  },
  "/v0/keysend-payment": {
    pubkey: ["a node", `02${"79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"}`],
    amount: ["100000", "100001"],
    tlvRecords: [[{ type: 70_000, value: "aa" }], [{ type: 70_000, value: "bb" }]],
    metadata: [{ order: 1 }, { order: 2 }],
    comment: ["fish", "chips"],
    internalId: ["4711", "4712"],
    callbackUrl: ["https://app.example/a", "https://app.example/b"],
    maxFee: ["2000", "2001"],
  },
  "/v0/email/send-payment": {
    email: ["alice@example.com", "bob@example.com"],
    amount: ["100000", "100001"],
    comment: ["fish", "chips"],
  },
  "/v1/create-voucher": {
    amount: ["100000", "100001"],
    description: ["fish", "chips"],
    expiresIn: [600, 601],
    internalId: ["4711", "4712"],
  },
  "/v0/vouchers/batch": {
    vouchers: [[{ amount: "1000" }, { amount: "2000" }], [{ amount: "1000" }]],
  },
  "/v0/withdrawal-requests": {
    amount: ["100000", "100001"],
    description: ["fish", "chips"],
    expiresIn: [600, 601],
    internalId: ["4711", "4712"],
    callbackUrl: ["https://app.example/a", "https://app.example/b"],
  },
  "/v0/revoke-voucher": {
    code: ["a voucher", "another voucher"],
  },
  "/v0/redeem-voucher": {
    code: ["a voucher", "another voucher"],
    claimToken: ["its token", "another token"],
  },
  "/v0/gamertag/charges": {
    gamertag: ["alice", "bob"],
    amount: ["100000", "100001"],
    description: ["fish", "chips"],
    internalId: ["4711", "4712"],
    callbackUrl: ["https://app.example/a", "https://app.example/b"],
  },
  "/v0/static-charges": {
    minAmount: ["100000", "100001"],
    maxAmount: ["200000", "200001"],
    description: ["fish", "chips"],
    successMessage: ["Thank you!", "Thanks!"],
    internalId: ["4711", "4712"],
    callbackUrl: ["https://app.example/a", "https://app.example/b"],
    allowedSlots: ["10", "11"],
  },
  "/api/v1/ramp-widget": {
    email: ["alice@example.com", "bob@example.com"],
    webhook_url: ["https://app.example/a", "https://app.example/b"],
    destination: ["shop@example.com", "other@example.com"],
    quote_currency: ["EUR", "USD"],
    base_currency: ["BTC", "ETH"],
    reference_id: ["4711", "4712"],
    metadata: [{ order: 1 }, { order: 2 }],
    return_url: ["https://app.example/c", "https://app.example/d"],
    usertoken: ["a token", "another token of it"],
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
  ((schema["required"] ?? []) as readonly string[]).map((field) => `${path} ${field}`),
);

/** An invoice without an amount needs one. */
const NEEDED = [...REQUIRED, "/v0/payments amount"];

/**
 * It may be "BTC" alone, and means the same when it is left out: another one is refused as it stands, and none is the
 * same request.
 */
const ONE_VALUE = ["/api/v1/ramp-widget base_currency"];

it("the operations of events are those of the reference", () => {
  expect(keyedOperations.map(({ path }) => path)).toEqual(expect.arrayContaining(OF_EVENTS));
});

it("the table has the operations and fields of the reference", () => {
  const documented = documentedBodies.flatMap(({ path, schema }) =>
    Object.keys((schema["properties"] ?? {}) as object).map((field) => `${path} ${field}`),
  );
  expect(CASES.map((words) => words.join(" ")).sort()).toEqual(documented.sort());
});

it("no two fields of a body have the same values, so that one that is stored in place of another is seen", () => {
  for (const [path, fields] of Object.entries(OPERATIONS)) {
    const values = Object.values(fields).map(([value]) => JSON.stringify(value));
    expect(new Set(values).size, path).toBe(values.length);
  }
});

onDatabase("an idempotency key", (database) => {
  let app: Api;
  let world: World;
  let caller: Caller;

  beforeAll(async () => {
    world = createWorld(database());
    for (const name of ["shop", "other"]) world.recipient(name, { commentAllowed: 100 });
    caller = await world.project("payer", sats(1_000_000n));
    for (const name of ["a wallet", "another wallet"])
      made.set(name, (await world.project("payee", sats(0n))).wallet.id);
    await givenNoLimits(database());
    for (const gamertag of ["alice", "bob"]) {
      const user = { email: `${gamertag}@example.com`, gamertag, emailIsVerified: true };
      const { id } = await createUser(world.drive, user);
      if (gamertag === "alice") made.set("a token", `${id} ${caller.wallet.owner.id}`);
    }
    made.set("a node", await world.node.counterparty.nodeId());
    app = await sampleApp({
      authenticate: async () => caller,
      routes: apiRoutes(routeDeps(world, { node: createFakeNode({ clock: machineClock }) })),
    });
  });
  afterAll(() => app.close());

  /** What the words of the table stand for. An invoice is another one for each key, because it is paid once. */
  const made = new Map<unknown, string>();
  async function real(value: unknown, key: string): Promise<unknown> {
    if (VOUCHERS.has(value)) return await voucherOf(value, key);
    if (value !== "an invoice" && value !== "another invoice") return made.get(value) ?? value;
    const name = `${value} of ${key}`;
    if (!made.has(name)) made.set(name, world.invoice({ amount: undefined }).text);
    return made.get(name);
  }

  /** A voucher is another one for each key, because it ends once. */
  const VOUCHERS = new Set<unknown>(["a voucher", "another voucher", "its token", "another token"]);
  async function voucherOf(value: unknown, key: string): Promise<string | undefined> {
    if (!made.has(`a voucher of ${key}`)) {
      for (const [code, token] of [
        ["a voucher", "its token"],
        ["another voucher", "another token"],
      ]) {
        const { data } = (
          await post("/v1/create-voucher", { amount: "1000" }, `${code} of ${key}`.replaceAll(" ", "-"))
        ).json();
        made.set(`${code} of ${key}`, data.code).set(`${token} of ${key}`, data.claimToken);
      }
    }
    return made.get(`${value} of ${key}`);
  }

  async function post(url: string, body: object, key: string): Promise<Answer> {
    const payload: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(body)) payload[name] = await real(value, key);
    const headers = { apikey: "payer", "content-type": "application/json", "idempotency-key": key };
    const answer = await ask(app, { method: "POST", url, payload, headers });
    await world.settled();
    return answer;
  }

  const bodyOf = (path: string, pick: (name: string) => 0 | 1): Record<string, unknown> =>
    Object.fromEntries(Object.entries(OPERATIONS[path] ?? {}).map(([name, values]) => [name, values[pick(name)]]));

  it.each(CASES.filter((words) => ONE_VALUE.includes(words.join(" "))))(
    "of POST %s is answered again without %s, which may have one value alone",
    async (path, field) => {
      const key = `${path} ${field}`.replaceAll(" ", "-");
      const { [field]: one, ...rest } = bodyOf(path, () => 0);
      const first = await post(path, { ...rest, [field]: one }, key);
      expect(first.statusCode, first.body).toBe(200);
      const other = await post(path, { ...rest, [field]: OPERATIONS[path]?.[field]?.[1] }, key);
      expect(other.json().error?.code).toBe("invalid_input");
      const without = await post(path, rest, key);
      expect(without.headers["idempotent-replayed"]).toBe("true");
      expect(without.json().data).toEqual(first.json().data);
    },
  );

  describe.each(CASES.filter((words) => !ONE_VALUE.includes(words.join(" "))))("of POST %s", (path, field) => {
    it(`answers ${field} as it was, is refused with another or none, and answers the same request again`, async () => {
      const key = `${path} ${field}`.replaceAll(" ", "-");
      const body = bodyOf(path, () => 0);
      const first = await post(path, body, key);
      expect(first.statusCode, first.body).toBe(200);
      const { data } = first.json();
      if (field in data) expect(data[field], "as it was asked for").toEqual(await real(body[field], key));

      const other = await post(
        path,
        bodyOf(path, (name) => (name === field ? 1 : 0)),
        key,
      );
      expect(other.json().error?.code).toBe("idempotency_mismatch");

      const { [field]: _, ...rest } = body;
      const without = await post(path, rest, key);
      // A field that has to be there is missed before the key is looked at.
      expect(without.statusCode).toBe(NEEDED.includes(`${path} ${field}`) ? 400 : 422);

      const again = await post(path, body, key);
      expect(again.headers["idempotent-replayed"]).toBe("true");
      type Made = { id?: string; paymentId?: string; session_id?: string };
      const idsOf = ({ data }: { data: Made | Made[] }) =>
        [data].flat().map(({ id, paymentId, session_id }) => id ?? paymentId ?? session_id);
      expect(idsOf(first.json())).toEqual(idsOf(first.json()).map(() => expect.any(String)));
      expect(idsOf(again.json())).toEqual(idsOf(first.json()));
    });
  });
});
