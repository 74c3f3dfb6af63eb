import { expect, it } from "vitest";
import type { CrashPoint } from "#kernel/clock.ts";
import { blockUser } from "#login";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails } from "#slices/lightning/testing/fake-plan.harness.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { findUser } from "#users";
import { beginPurchase } from "./checkout/begin-purchase.ts";
import { beginDelivery } from "./drive/deliver.ts";
import { drivePurchase } from "./drive/drive-purchase.ts";
import { PAY_MS } from "./model/next-step.ts";
import type { Purchase } from "./model/purchase.ts";
import { updateReference } from "./store/purchases.ts";
import { type Given, givenRamp } from "./testing/ramp.harness.ts";

const HOUR = 3_600_000;

onDatabase("a purchase is delivered or given back, never both", (database) => {
  /** Paid, with an invoice that is still good, and on hold for more than a day by the clock of its row. */
  async function givenOnHold(): Promise<Given & { readonly onHold: Purchase }> {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    await whilePaused(database(), () => ramp.later());
    await database().admin.query(sql`
      update ramp.purchase
         set changed_at = changed_at - interval '25 hours'
       where id = ${bought.id}`);
    return { ...ramp, onHold: await ramp.reread(bought) };
  }

  /** Runs `work` the first time that a process is at `point`. */
  function at(ramp: Given, point: CrashPoint, work: () => Promise<unknown>) {
    let isDone = false;
    return {
      ...ramp.deps,
      reached: async (now: CrashPoint) => {
        if (now !== point || isDone) return;
        isDone = true;
        await work();
      },
    };
  }

  it("when another process begins the payment while this one decides on the refund", async () => {
    const ramp = await givenOnHold();
    const { onHold } = ramp;
    expect(onHold.progress).toMatchObject({ kind: "on_hold", delivery: expect.anything() });
    await drivePurchase(
      at(ramp, "before-ramp-step", () => beginDelivery(ramp.deps, onHold)),
      onHold,
    );
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(60_000);

    expect(await ramp.stateOf(onHold)).toBe("refunded");
    expect(ramp.world.node.requests).toEqual([]);
    expect(ramp.cards.count("refund")).toBe(1);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("when the payment had begun before the refund was decided, and nobody had written that down", async () => {
    const ramp = await givenOnHold();
    const { onHold } = ramp;
    await beginDelivery(ramp.deps, onHold);
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(60_000);
    expect(await ramp.stateOf(onHold)).toBe("completed");
    expect(ramp.cards.count("refund")).toBe(0);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("when the processor has given the money back while it was on hold", async () => {
    const ramp = await givenOnHold();
    const { onHold } = ramp;
    await database().admin.query(sql`
      update ramp.purchase set changed_at = changed_at + interval '25 hours' where id = ${onHold.id}`);
    await ramp.cards.processor.refund(`pay_${onHold.id}`, onHold.id);
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(60_000);
    expect(await ramp.progressOf(onHold)).toMatchObject({ kind: "refunded", failureCode: "processor_gave_up" });
    expect(ramp.world.node.requests).toEqual([]);
    expect(ramp.cards.count("refund")).toBe(1);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("when the card is disputed while it was on hold: delivered once the dispute is won", async () => {
    const ramp = await givenRamp(database(), { firstCardHoldMs: HOUR });
    const bought = await ramp.authorized();
    await ramp.later();
    ramp.cards.say(bought.id, { dispute: "open" });
    await ramp.later(HOUR + 60_000);
    expect(await ramp.stateOf(bought)).toBe("on_hold");
    expect(ramp.world.node.requests).toEqual([]);
    ramp.cards.say(bought.id, { dispute: "won" });
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(HOUR);
    expect(await ramp.stateOf(bought)).toBe("won");
    expect(await ramp.events(bought)).toEqual(["ramp.purchase.completed"]);
    expect(ramp.world.node.requests).toHaveLength(1);
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture"]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("when the card is disputed while it was on hold: the operator is told once the dispute is lost", async () => {
    const ramp = await givenRamp(database(), { firstCardHoldMs: HOUR });
    const bought = await ramp.authorized();
    await ramp.later();
    ramp.cards.say(bought.id, { dispute: "lost" });
    for (let runs = 0; runs < 28; runs += 1) await ramp.later(HOUR);
    expect(await ramp.stateOf(bought)).toBe("refund_failed");
    expect(await ramp.incidentsOf(bought as never)).toEqual(["refund_failed"]);
    expect(ramp.world.node.requests).toEqual([]);
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture"]);
    expect(await ramp.sold()).toBe(0n);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("because the table takes no refund of what may still be delivered", async () => {
    const { onHold } = await givenOnHold();
    await expect(
      database().admin.query(sql`
        update ramp.purchase
           set previous_state = state, state = 'refund_pending', failure_code = 'not_delivered_in_time'
         where id = ${onHold.id}`),
    ).rejects.toMatchObject({ constraint: "purchase_refund" });
  });
});

onDatabase("what a purchase owes to others", (database) => {
  it("is the hold of a first card, also when the answer to its capture was lost", async () => {
    const ramp = await givenRamp(database(), { firstCardHoldMs: HOUR });
    const bought = await ramp.authorized();
    ramp.cards.fail("capture", "after");
    await ramp.later();
    await ramp.later(2_000);
    expect(ramp.cards.count("capture")).toBe(1);
    expect(await ramp.stateOf(bought)).toBe("on_hold");
    expect(ramp.world.node.requests).toEqual([]);
    await ramp.later(HOUR);
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(60_000);
    expect(await ramp.stateOf(bought)).toBe("completed");
  });

  it("is a look at a dispute whose message came while the processor was away", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("completed");
    await ramp.later(20 * 24 * HOUR);
    ramp.cards.say(bought.id, { dispute: "open" });
    ramp.cards.fail("get", "before");
    await drivePurchase(ramp.deps, await ramp.reread(bought));
    await ramp.later(HOUR);
    expect(await ramp.stateOf(bought)).toBe("disputed");
  });

  it("is the block of a user whose bank had decided before anybody looked", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    await ramp.later();
    await ramp.later();
    ramp.cards.say(bought.id, { dispute: "lost" });
    await drivePurchase(ramp.deps, await ramp.reread(bought));
    expect(await ramp.stateOf(bought)).toBe("lost");
    expect((await findUser(database().db, bought.userId))?.blockedAt).toBeDefined();
  });

  it("is nothing to a user who was blocked after the quote", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.quoted();
    await blockUser(ramp.deps, bought.userId);
    const session = await ramp.rereadSession(bought.sessionId);
    await expect(beginPurchase(ramp.deps, session, bought.id)).rejects.toMatchObject({ code: "ramp_unavailable" });
    expect(await ramp.stateOf(bought)).toBe("quoted");
  });

  it("is a cancelled authorization of somebody who paid in the last moment", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.quoted();
    const session = await ramp.rereadSession(bought.sessionId);
    await beginPurchase(ramp.deps, session, bought.id);
    await database().admin.query(sql`
      update ramp.purchase set reference = null where id = ${bought.id}`);
    const seen = await ramp.reread(bought);
    ramp.clock.advance(PAY_MS);
    let isDone = false;
    const slow = {
      ...ramp.deps,
      reached: async (point: CrashPoint) => {
        if (point !== "before-ramp-step" || isDone) return;
        isDone = true;
        await updateReference(database().db, { id: seen.id, reference: `pay_${seen.id}`, now: ramp.clock.now() });
      },
    };
    await drivePurchase(slow, seen);
    ramp.cards.authorize(seen.id);
    for (let runs = 0; runs < 3; runs += 1) await ramp.later(60_000);
    const state = await ramp.stateOf(bought);
    expect(["completed", "expired"]).toContain(state);
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual([state === "completed" ? "capture" : "cancel"]);
  });

  it("is its state on the page: no other is quoted while it is under way", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.begun();
    const session = await ramp.rereadSession(bought.sessionId);
    await expect(ramp.quoted(session)).rejects.toMatchObject({ code: "purchase_changed" });
    ramp.cards.authorize(bought.id);
    ramp.world.node.plan = fails();
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("refunded");
    expect((await ramp.quoted(session)).progress.kind).toBe("quoted");
  });
});
