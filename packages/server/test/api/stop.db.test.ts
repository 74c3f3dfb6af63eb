import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { apiRoutes } from "#service/routes.ts";
import { sampleApp, serve } from "#service/testing/app.harness.ts";
import { routeDeps } from "#service/testing/neighbours.harness.ts";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { createWorld } from "#slices/payments/testing/world.harness.ts";

onDatabase("a stop", (database) => {
  it("answers a payment that is waited for as processing", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", sats(1_000_000n));
    world.node.plan = holds();
    const app = await sampleApp({
      authenticate: async () => caller,
      routes: apiRoutes(routeDeps(world)),
    });
    // No time passes for the limit of the server, so only an end of the wait can end the request.
    const clock = { ...machineClock, sleep: () => new Promise<void>(() => undefined) };
    const service = await serve(app, { clock });
    const answer = fetch(`http://127.0.0.1:${service.port}/v0/ln-address/send-payment`, {
      method: "POST",
      headers: { apikey: "payer", "content-type": "application/json", prefer: "wait=60" },
      body: JSON.stringify({ lnAddress: world.recipient("shop"), amount: "100000" }),
    });
    await expect.poll(() => world.node.requests).toHaveLength(1);

    const closed = service.close();

    const response = await answer;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { status: "processing" } });
    await closed;
    await world.settled();
  });
});
