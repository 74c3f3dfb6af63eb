import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, fails, knows, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";

onDatabase("a payment whose hash the node had, and has forgotten", (database) => {
  it.each([
    ["its answer was lost", cut(settles()), {}],
    ["it said that it has the hash", knows(settles()), {}],
    ["it said that it has the hash, and proves nothing by absence", knows(settles()), { absenceProves: false }],
  ])("is neither sent again nor given back: %s", async (_, plan, capabilities) => {
    const driving = await givenDriving(database());
    const { world, caller, pay, later, kindOf, incidentsOf, breaches } = driving;
    world.pay.capabilities = { ...world.pay.capabilities, ...capabilities };
    await pay(); // its absence shows later that the node has forgotten
    world.node.plan = plan;
    world.node.broken.add("lookupOutgoing");
    const payment = await pay();
    world.node.broken.delete("lookupOutgoing");
    world.node.forgetHistory();
    const sent = world.node.requests.length;
    const balance = await world.balance(caller);
    world.node.plan = fails("no_route");

    for (const minutes of [1, 10, 10, 45, 10, 10]) await later(minutes * MINUTE);

    expect(world.node.requests).toHaveLength(sent);
    expect(await kindOf(payment)).toBe("unknown");
    expect(await world.balance(caller)).toBe(balance);
    expect(balance).toBeLessThan(FUNDS);
    expect(await incidentsOf(payment)).toEqual(["history_incomplete"]);
    expect(await breaches()).toEqual([]);
  });
});
