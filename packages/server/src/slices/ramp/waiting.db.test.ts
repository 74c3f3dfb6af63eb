import { expect, it } from "vitest";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { OutboundFailed } from "#platform/outbound/outbound.ts";
import { freshAddress } from "#slices/onchain/testing/address.harness.ts";
import { readCheckout } from "./checkout/read-checkout.ts";
import { HOLD_MS, RESOLVE_MS } from "./model/next-step.ts";
import type { Purchase } from "./model/purchase.ts";
import { presentCheckout } from "./present-checkout.ts";
import { type Given, givenRamp } from "./testing/ramp.harness.ts";

const MINUTE_MS = 60_000;

onDatabase("what the page is told of a purchase that waits", (database) => {
  const shown = async ({ deps, rereadSession }: Given, { sessionId }: Purchase) => {
    const checkout = await readCheckout(deps, await rereadSession(sessionId), "rsp");
    const { step, purchase } = presentCheckout(checkout);
    return { step, state: purchase?.state, prepared: purchase?.prepared, waiting: purchase?.waiting };
  };
  const after = async ({ reread }: Given, bought: Purchase, ms: number) =>
    new Date((await reread(bought)).changedAt.getTime() + ms).toISOString();

  it("is that the recipient's server is away, until when it is asked, and that it is prepared when it answers", async () => {
    const ramp = await givenRamp(database());
    const { outbound } = ramp.deps;
    const away = async () => {
      throw new OutboundFailed("timeout");
    };
    const deps = { ...ramp.deps, outbound: { ...outbound, request: away } };
    for (const answers of [true, false]) {
      const bought = await ramp.authorized();
      await ramp.later(1_000, deps);
      const until = await after(ramp, bought, RESOLVE_MS);
      const waits = { step: "working", state: "authorized", prepared: false, waiting: { on: "destination", until } };
      expect(await shown(ramp, bought)).toEqual(waits);
      await ramp.later(MINUTE_MS, deps);
      expect(await shown(ramp, bought)).toEqual(waits);
      await ramp.later(answers ? MINUTE_MS / 2 : MINUTE_MS, answers ? ramp.deps : deps);
      if (answers) await ramp.later();
      expect(ramp.cards.moved.map(({ what }) => what)).toEqual(answers ? ["capture"] : ["capture", "cancel"]);
      const end = answers ? { step: "done", state: "completed" } : { step: "failed", state: "failed" };
      expect(await shown(ramp, bought)).toEqual({ ...end, prepared: answers, waiting: null });
    }
  });

  it("is when a purchase is delivered that its card's first time holds back", async () => {
    const ramp = await givenRamp(database(), { firstCardHoldMs: 60 * MINUTE_MS });
    const bought = await ramp.authorized();
    await ramp.later();
    const { progress } = await ramp.reread(bought);
    const held = "onHoldUntil" in progress ? progress.onHoldUntil : undefined;
    expect(await shown(ramp, bought)).toEqual({
      step: "on_hold",
      state: "on_hold",
      prepared: true,
      waiting: { on: "first_card", until: held?.toISOString() },
    });
  });

  it("is that a paid purchase cannot be sent, until when that is tried", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized(await ramp.opened({ destination: freshAddress() }));
    ramp.world.node.broken.add("buildOnchain");
    await ramp.later();
    expect(await shown(ramp, bought)).toMatchObject({
      step: "on_hold",
      waiting: { on: "sending", until: await after(ramp, bought, HOLD_MS) },
    });
  });
});
