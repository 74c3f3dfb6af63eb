import { expect, it } from "vitest";
import type { CrashPoint } from "#kernel/clock.ts";
import { NodeUnavailable } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { drivePurchase } from "./drive/drive-purchase.ts";
import { dropDelivery } from "./store/purchases.ts";
import { type Given, givenRamp, type RampDeps } from "./testing/ramp.harness.ts";

const MINUTE = 60_000;
/** 24.50 EUR at 92,000 EUR a bitcoin. */
const BOUGHT = 26_630_000n;
/** Of one input and two outputs, at 2 sat a virtual byte. */
const FEE = 282_000n;

onDatabase("a process that dies while it pays an address of the chain", (database) => {
  const POINTS = [
    "before-onchain-begin",
    "after-onchain-begin",
    "before-publish",
    "after-publish",
    "before-onchain-finish",
    "after-onchain-finish",
    "before-ramp-step",
    "after-ramp-step",
    "after-ramp-call",
  ] as const satisfies readonly CrashPoint[];

  async function givenDelivery() {
    const ramp = await givenRamp(database());
    const address = freshAddress();
    const bought = await ramp.authorized(await ramp.opened({ destination: address }));
    return { ...ramp, address, bought, chain: ramp.world.node.chain };
  }

  function withReached(deps: RampDeps, reached: RampDeps["reached"]): RampDeps {
    return { ...deps, reached, onchain: { ...deps.onchain, reached } };
  }

  async function toTheEnd(ramp: Given & { readonly chain: Given["world"]["node"]["chain"] }): Promise<void> {
    for (let runs = 0; runs < 6; runs += 1) {
      ramp.chain.mine();
      await ramp.later(MINUTE);
    }
  }

  it.each<[CrashPoint, number]>(
    POINTS.flatMap((point) =>
      (point.includes("ramp") ? [1, 2, 3, 4] : [1]).map((time): [CrashPoint, number] => [point, time]),
    ),
  )("at %s for the %ith time leaves one delivery by one transaction", async (point, time) => {
    const ramp = await givenDelivery();
    let times = 0;
    const dying = withReached(ramp.deps, (at) => {
      if (at === point && ++times === time) throw new Error("the process died");
    });
    for (let runs = 0; runs < 3; runs += 1) {
      await ramp.later(1_000, dying).catch((error: Error) => expect(error.message).toBe("the process died"));
      ramp.chain.mine();
    }
    await toTheEnd(ramp);
    expect(times).toBeGreaterThanOrEqual(point.includes("ramp") ? 1 : time);
    expect(await ramp.stateOf(ramp.bought)).toBe("completed");
    expect(new Set(ramp.chain.published.map((bytes) => Buffer.from(bytes).toString("hex"))).size).toBe(1);
    expect(ramp.chain.receivedAt(ramp.address)).toBe(BOUGHT - FEE);
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture"]);
    expect(await ramp.events(ramp.bought)).toHaveLength(1);
    expect(await ramp.breaches()).toEqual([]);
  });

  it.each(["before", "after"] as const)(
    "learns what became of a request whose answer was lost %s it did its work",
    async (when) => {
      const ramp = await givenDelivery();
      ramp.chain.onPublish = (take) => {
        ramp.chain.onPublish = (again) => again();
        if (when === "after") take();
        throw new NodeUnavailable("the answer was lost");
      };
      await ramp.later();
      await ramp.later(MINUTE);
      await toTheEnd(ramp);
      expect(await ramp.stateOf(ramp.bought)).toBe("completed");
      expect(ramp.chain.published).toHaveLength(when === "before" ? 2 : 1);
      expect(ramp.chain.receivedAt(ramp.address)).toBe(BOUGHT - FEE);
      expect(await ramp.breaches()).toEqual([]);
    },
  );

  it("is one of many that drive the same purchase: one transaction", async () => {
    const ramp = await givenDelivery();
    const seen = await ramp.reread(ramp.bought);
    await Promise.all(Array.from({ length: 8 }, () => drivePurchase(ramp.deps, seen)));
    await ramp.later();
    await toTheEnd(ramp);
    expect(await ramp.stateOf(ramp.bought)).toBe("completed");
    expect(ramp.chain.receivedAt(ramp.address)).toBe(BOUGHT - FEE);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("pays nothing when the purchase was given up while the node was building", async () => {
    const ramp = await givenDelivery();
    ramp.world.node.broken.add("buildOnchain");
    await ramp.later();
    await database().admin.query(sql`
      update ramp.purchase set changed_at = changed_at - interval '25 hours' where id = ${ramp.bought.id}`);
    ramp.world.node.broken.clear();
    const onHold = await ramp.reread(ramp.bought);
    let isDone = false;
    const slow = withReached(ramp.deps, async (point) => {
      if (point !== "before-onchain-begin" || isDone) return;
      isDone = true;
      expect(await dropDelivery(database().db, onHold, ramp.clock.now())).toBe(true);
    });
    await drivePurchase(slow, { ...onHold, changedAt: ramp.clock.now() });
    expect(isDone).toBe(true);
    expect(ramp.chain.published).toEqual([]);
    await ramp.later(MINUTE);
    await toTheEnd(ramp);
    expect(await ramp.stateOf(ramp.bought)).toBe("refunded");
    expect(ramp.chain.receivedAt(ramp.address)).toBe(0n);
    expect(await ramp.breaches()).toEqual([]);
  });
});
