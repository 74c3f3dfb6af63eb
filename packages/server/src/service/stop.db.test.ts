import { expect, it, vi } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { eventDeps } from "#slices/events/testing/events.harness.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { createWorld, holds } from "#slices/payments/testing/world.harness.ts";
import { sampleApp, serve } from "./app.harness.ts";
import { apiRoutes } from "./routes.ts";

onDatabase("a stop", (database) => {
  it("answers a payment that is waited for as processing", async () => {
    const world = createWorld(database());
    const caller = await world.project("payer", sats(1_000_000n));
    world.node.behaviour = holds();
    const app = await sampleApp({
      authenticate: async () => caller,
      routes: apiRoutes({
        ...world.drive,
        ...world.pay,
        ...eventDeps(world.drive),
        node: createFakeNode({ clock: machineClock }),
      }),
    });
    // No time passes for the limit of the server, so only an end of the wait can end the request.
    const clock = { ...machineClock, sleep: () => new Promise<void>(() => undefined) };
    const service = await serve(app, { clock });
    const answer = fetch(`http://127.0.0.1:${service.port}/v0/ln-address/send-payment`, {
      method: "POST",
      headers: { apikey: "payer", "content-type": "application/json", prefer: "wait=60" },
      body: JSON.stringify({ lnAddress: world.recipient("shop"), amount: "100000" }),
    });
    await vi.waitFor(() => expect(world.node.orders).toHaveLength(1), 10_000);

    const closed = service.close();

    const response = await answer;
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ data: { status: "processing" } });
    await closed;
    await world.settled();
  });
});
