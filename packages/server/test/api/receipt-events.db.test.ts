import type { InjectOptions } from "fastify";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { sats } from "#kernel/money.ts";
import { rememberNode } from "#lightning";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { noLook } from "#platform/database/testing/look.harness.ts";
import type { Api } from "#platform/http/index.ts";
import { createMetrics } from "#platform/metrics.ts";
import { apiRoutes } from "#service/routes.ts";
import { ask, sampleApp } from "#service/testing/app.harness.ts";
import { routeDeps } from "#service/testing/neighbours.harness.ts";
import { wireEvents } from "#service/wire-events.ts";
import { fakeOutbound } from "#slices/events/testing/events.harness.ts";
import { givenEndpoint } from "#slices/events/testing/written.harness.ts";
import { createWorld, type World } from "#slices/payments/testing/world.harness.ts";

onDatabase("the event of money from another wallet", (database) => {
  let app: Api;
  let world: World;
  const callers = new Map<string, Caller>();

  beforeAll(async () => {
    world = createWorld(database());
    for (const name of ["payer", "payee"]) callers.set(name, await world.project(name, sats(100n)));
    const outbound = fakeOutbound();
    const metrics = createMetrics({ process: false, clock: world.drive.clock });
    const closing = { ...outbound, close: async () => undefined };
    const { routes } = wireEvents({ sends: false, webhookAnswers: "public", connectionsMax: 100 }, metrics, {
      ...world.drive,
      look: noLook,
      outbound: closing,
      ownNode: rememberNode(database().db),
    });
    app = await sampleApp({
      authenticate: async (key) => callers.get(key),
      routes: apiRoutes(routeDeps(world, { bodies: routes.bodies, outbound })),
    });
  });
  afterAll(() => app.close());

  const askAs = (apikey: string, { headers, ...rest }: InjectOptions) =>
    ask(app, { ...rest, headers: { ...headers, apikey } });
  const walletOf = (name: string) => callers.get(name)?.wallet as Caller["wallet"];
  const transfer = (payload: object) =>
    askAs("payer", {
      method: "POST",
      url: "/v0/internal-transfer",
      payload: { receiverWalletId: walletOf("payee").id, amount: "7000", ...payload },
      headers: { "content-type": "application/json" },
    });

  it("has the body of a receipt, byte for byte, and the payer's answer does not change by it", async () => {
    const before = await transfer({});
    await givenEndpoint(database().db, walletOf("payee").owner.id);
    const sent = await transfer({});
    const { id } = sent.json().data;
    const shape = ({ statusCode, body }: typeof sent) => [statusCode, Object.keys(JSON.parse(body).data)];
    expect(shape(sent)).toEqual(shape(before));

    const list = async (name: string) =>
      (await askAs(name, { method: "GET", url: `/v0/events?objectId=${id}` })).json().data;
    const [listed, ...others] = await list("payee");
    expect(others).toEqual([]);
    expect(await list("payer")).toEqual([]);
    const event = (await askAs("payee", { method: "GET", url: `/v0/events/${listed.id}` })).json().data;
    expect(event).toMatchObject({ type: "receipt.credited", objectId: id, callbackBody: null });
    expect(event.body).toBe(
      `{"id":"${event.id}","type":"receipt.credited","created_at":"${event.createdAt}","livemode":false,"sequence":1,"data":` +
        `{"id":"${id}","chargeId":null,"walletId":"${walletOf("payee").id}","amount":"7000","unit":"msats","flags":[],` +
        `"comment":null,"payerData":null,"settledAt":"${event.createdAt}","createdAt":"${event.createdAt}"}}`,
    );
    const read = await askAs("payer", { method: "GET", url: `/v0/events/${event.id}` });
    expect([read.statusCode, read.json().error.code]).toEqual([404, "event_not_found"]);
  });
});
