import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { apiRoutes } from "#service/routes.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { routeDeps } from "#service/testing/neighbours.harness.ts";
import { asProjectPages, PROJECT_PAGES } from "#service/testing/project-pages.harness.ts";
import { findersOf } from "#service/wire-requests.ts";
import { fakeOutbound } from "#slices/events/testing/events.harness.ts";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";
import { listSessionsOfRequest } from "#slices/ramp/store/sessions.ts";
import { requestRoutes } from "#slices/requests/routes.ts";
import { givenNoLimits, givenUser } from "#slices/users/testing/users.harness.ts";

onDatabase("what a request made carries its id", (database) => {
  let app: Api;
  let world: World;
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    world = createWorld(database());
    world.node.plan = settles();
    for (const name of ["owner", "other"]) callers.set(name, await world.project(name, sats(1_000_000n)));
    await givenNoLimits(world.drive);
    const finders = findersOf({ listSessionsOfRequest });
    app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: [
        ...apiRoutes(routeDeps(world, { outbound: fakeOutbound() })),
        asProjectPages(requestRoutes({ db: database().db, finders })),
      ],
    });
  });
  afterAll(() => app.close());

  const find = async (requestId: string, apikey = "owner") =>
    await ask(app, {
      method: "GET",
      url: `${PROJECT_PAGES}/requests/${encodeURIComponent(requestId)}`,
      headers: { apikey },
    });
  const post = async (url: string, payload: object, headers: Record<string, string> = {}) => {
    const request: InjectOptions = { method: "POST", url, payload, headers: { apikey: "owner", ...headers } };
    const answer = await ask(app, request);
    await world.settled();
    expect(answer.statusCode, answer.body).toBe(200);
    return { requestId: String(answer.headers["x-request-id"]), data: answer.json().data };
  };

  const makings: readonly (readonly [kind: string, url: string, body: () => object | Promise<object>])[] = [
    ["payment", "/v0/ln-address/send-payment", () => ({ lnAddress: world.recipient("shop"), amount: "100000" })],
    ["payment", "/v0/payments", () => ({ invoice: world.invoice({ amount: sats(5n) }).text })],
    [
      "payment",
      "/v0/gamertag/send-payment",
      async () => ({ gamertag: (await givenUser(database())).gamertag, amount: "7000" }),
    ],
    ["charge", "/v0/charges", () => ({ amount: "20000", description: "an order" })],
    [
      "charge",
      "/v0/gamertag/charges",
      async () => ({ gamertag: (await givenUser(database())).gamertag, amount: "7000", description: "a gift" }),
    ],
    ["static_charge", "/v0/static-charges", () => ({ minAmount: "8000", maxAmount: "9000", description: "tips" })],
    ["voucher", "/v1/create-voucher", () => ({ amount: "11000", description: "a gift" })],
    ["voucher", "/v0/email/send-payment", () => ({ email: "ann@example.com", amount: "14000", comment: "for you" })],
    ["withdrawal_request", "/v0/withdrawal-requests", () => ({ amount: "13000" })],
    [
      "ramp_session",
      "/api/v1/ramp-widget",
      () => ({ email: "ann@example.com", webhook_url: "https://shop.example/r" }),
    ],
  ];

  it.each(makings)("a %s of %s is found by it, and no other project finds it", async (kind, url, body) => {
    const { requestId, data } = await post(url, await body());
    const found = await find(requestId);
    expect(found.json()).toMatchObject({
      data: { requestId, refused: [], made: [{ kind, id: data.id ?? data.chargeId ?? data.session_id }] },
    });
    for (const answer of [await find(requestId, "other"), await find(`${requestId}0`)])
      expect([answer.statusCode, answer.json().error.code]).toEqual([404, "request_not_found"]);
  });

  it("all vouchers of one request are found, in their order", async () => {
    const { requestId, data } = await post("/v0/vouchers/batch", {
      vouchers: [{ amount: "1000" }, { amount: "2000" }],
    });
    const { made } = (await find(requestId)).json().data;
    expect(made.map(({ id }: { id: string }) => id)).toEqual(data.map(({ id }: { id: string }) => id));
  });

  it("a name of the caller's own is kept, and is that of several requests where it was given to several", async () => {
    const headers = { "x-request-id": "shop/order:4711=a+b" };
    const first = await post("/v0/charges", { amount: "20000", description: "an order" }, headers);
    const second = await post("/v0/static-charges", { minAmount: "1", maxAmount: "2", description: "tips" }, headers);
    const { made } = (await find("shop/order:4711=a+b")).json().data;
    expect(made).toMatchObject([
      { kind: "charge", id: first.data.id },
      { kind: "static_charge", id: second.data.id },
    ]);
  });

  it("a repeated request finds nothing that an earlier one made", async () => {
    const key = { "idempotency-key": "charge-1" };
    const body = { amount: "20000", description: "an order" };
    const first = await post("/v0/charges", body, key);
    const again = await post("/v0/charges", body, key);
    expect(again.data.id).toBe(first.data.id);
    expect((await find(first.requestId)).json().data.made).toMatchObject([{ id: first.data.id }]);
    expect((await find(again.requestId)).statusCode).toBe(404);
  });
});
