import { expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, pays } from "#slices/lightning/testing/fake-plan.harness.ts";
import { givenDriving } from "../testing/driving.harness.ts";
import { findRecentCosts } from "./costs.ts";

onDatabase("what payments over Lightning cost", (database) => {
  const costs = (limit = 100) => findRecentCosts(database().db, limit);

  it("is known of those that completed, the newest first, with those that failed for their fee since", async () => {
    const { world, pay } = await givenDriving(database());
    expect(await costs()).toEqual({ completed: [], overLimit: 0 });

    world.node.plan = fails("fee_limit");
    await pay();
    expect((await costs()).overLimit).toBe(1);

    world.node.plan = pays();
    await pay();
    await pay({ amount: sats(200n) });
    world.node.plan = fails("no_route");
    await pay();
    world.node.plan = fails("fee_limit");
    await pay();

    expect(await costs()).toEqual({
      completed: [
        { amount: 200_000n, fee: 1_500n, feeLimit: 10_000n },
        { amount: 100_000n, fee: 1_500n, feeLimit: 10_000n },
      ],
      overLimit: 1, // the first one was before them
    });
    expect((await costs(1)).completed).toHaveLength(1);
  });
});
