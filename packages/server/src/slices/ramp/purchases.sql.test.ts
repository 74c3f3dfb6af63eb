import { expect, it } from "vitest";
import type { CrashPoint } from "#kernel/clock.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails, holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { whilePaused } from "#slices/payments/testing/driving.harness.ts";
import { findUser } from "#users";
import { cancelPurchase } from "./checkout/cancel-purchase.ts";
import { drivePurchase } from "./drive/drive-purchase.ts";
import { takeMessage } from "./drive/take-message.ts";
import { workDue } from "./drive/work-due.ts";
import { HOLD_MS, PAY_MS, RESOLVE_MS } from "./model/next-step.ts";
import { type Given, givenRamp } from "./testing/ramp.harness.ts";

const MINUTE = 60_000;

/** Each purchase is delivered and paid, or neither; and no msat of the operator is lost on the way (I17, I17c). */
async function expectWhole(ramp: Given): Promise<void> {
  expect(await ramp.breaches()).toEqual([]);
}

onDatabase("a purchase", (database) => {
  it("is authorized, captured, delivered by a payment, and told once", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    await ramp.later();
    await ramp.later();

    const done = await ramp.reread(bought);
    expect(done.progress.kind).toBe("completed");
    expect(done.quote).toMatchObject({ source: 2_500n, fee: 50n, amount: 26_630_000n });
    expect(await ramp.events(bought)).toEqual(["ramp.purchase.completed"]);
    expect(await ramp.entries(bought)).toEqual(["sale 2500", "processor_fee 75"]);
    expect((await ramp.rereadSession(bought.sessionId)).progress.kind).toBe("completed");
    expect(await ramp.sold()).toBeGreaterThanOrEqual(26_630_000n);
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture"]);
    await expectWhole(ramp);
  });

  it("is not quoted while sending is paused: nobody pays for what cannot be delivered", async () => {
    const ramp = await givenRamp(database());
    const session = await ramp.opened();
    const refused = { code: "ramp_unavailable", message: expect.stringContaining("sending is paused") };
    await whilePaused(database(), async () => await expect(ramp.quoted(session)).rejects.toMatchObject(refused));
    expect((await ramp.quoted(session)).progress.kind).toBe("quoted");
  });

  it("costs a cancelled authorization when the recipient gives no invoice", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized(await ramp.opened({ destination: "nobody@example.com" }));
    await ramp.later();

    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "failed", failureCode: "destination_failed" });
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["cancel"]);
    expect(await ramp.entries(bought)).toEqual([]);
    expect(await ramp.events(bought)).toEqual(["ramp.purchase.failed"]);
    expect(await ramp.sold()).toBe(0n);
    await expectWhole(ramp);
  });

  it("waits for a recipient whose server is away, and is given up after two minutes", async () => {
    const ramp = await givenRamp(database());
    const name = `away-${Date.parse("2026-01-01")}`;
    const destination = ramp.world.recipient(name, { invoice: () => ({ status: "ERROR", reason: "try later" }) });
    const bought = await ramp.authorized(await ramp.opened({ destination }));
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("authorized");
    await ramp.later(RESOLVE_MS);
    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "failed", failureCode: "destination_failed" });
    await expectWhole(ramp);
  });

  it("is refunded when its delivery is proved to have failed", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.node.plan = fails();
    await ramp.later();
    await ramp.later();

    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "refunded", failureCode: "delivery_failed" });
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture", "refund"]);
    expect(await ramp.entries(bought)).toEqual(["sale 2500", "refund 2500"]);
    expect(await ramp.events(bought)).toEqual(["ramp.purchase.failed"]);
    expect(await ramp.sold()).toBe(0n);
    await expectWhole(ramp);
  });

  it("is not refunded while its delivery may still arrive", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.node.plan = holds();
    await ramp.later();
    await ramp.later(10 * MINUTE);
    expect(await ramp.stateOf(bought)).toBe("delivering");
    expect(ramp.cards.count("refund")).toBe(0);
    expect(await ramp.breaches()).toEqual([]);
  });

  it("is on hold while sending is paused, and delivered once it is not, with another invoice where the first one is over", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    await whilePaused(database(), async () => {
      await ramp.later();
      expect(await ramp.progressOf(bought)).toMatchObject({
        kind: "on_hold",
        detail: expect.stringMatching(/^sending_paused/),
      });
      for (let looks = 0; looks < 13; looks += 1) await ramp.later(5 * MINUTE); // its invoice has expired meanwhile
    });
    for (let minutes = 0; minutes < 3; minutes += 1) await ramp.later(MINUTE);
    expect(await ramp.stateOf(bought)).toBe("completed");
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture"]);
    await expectWhole(ramp);
  });

  it("is refunded when it is on hold for a day", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    await whilePaused(database(), async () => {
      await ramp.later();
      await ramp.later(HOLD_MS + MINUTE);
    });
    await ramp.later();
    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "refunded", failureCode: "not_delivered_in_time" });
    await expectWhole(ramp);
  });

  it("that is the first one of a card is on hold when the operator wants it, and no later one", async () => {
    const ramp = await givenRamp(database(), { firstCardHoldMs: 3_600_000 });
    const first = await ramp.authorized(undefined, "card-of-many");
    await ramp.later();
    expect(await ramp.stateOf(first)).toBe("on_hold");
    await ramp.later(30 * MINUTE);
    expect(await ramp.stateOf(first)).toBe("on_hold");
    await ramp.later(31 * MINUTE);
    for (let minutes = 0; minutes < 3; minutes += 1) await ramp.later(MINUTE);
    expect(await ramp.stateOf(first)).toBe("completed");

    const second = await ramp.authorized(undefined, "card-of-many");
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(second)).toBe("completed");
    await expectWhole(ramp);
  });

  it.each([
    ["won", "completed"],
    ["lost", "on_hold"],
  ] as const)("of a card whose only dispute was %s is %s at once", async (dispute, state) => {
    const ramp = await givenRamp(database());
    const card = `card-${dispute}`;
    const first = await ramp.authorized(undefined, card);
    for (let runs = 0; runs < 2; runs += 1) await ramp.later();
    for (const said of ["open", dispute] as const) {
      ramp.cards.say(first.id, { dispute: said });
      await drivePurchase(ramp.deps, await ramp.reread(first));
    }
    expect(await ramp.stateOf(first)).toBe(dispute);

    const careful = { ...ramp.deps, firstCardHoldMs: 3_600_000 };
    const second = await ramp.authorized(undefined, card);
    for (let runs = 0; runs < 2; runs += 1) await ramp.later(1_000, careful);
    expect(await ramp.stateOf(second)).toBe(state);
  });

  it("of a card that was given its money back, or has paid for what is not delivered, is on hold", async () => {
    const ramp = await givenRamp(database(), { firstCardHoldMs: 3_600_000 });
    const first = await ramp.authorized(undefined, "card-of-two");
    await ramp.later();
    const second = await ramp.authorized(undefined, "card-of-two");
    await ramp.later();
    expect([await ramp.stateOf(first), await ramp.stateOf(second)]).toEqual(["on_hold", "on_hold"]);
  });

  it("that is the first one of a card is delivered after a hold of a day, with an invoice of then", async () => {
    const ramp = await givenRamp(database(), { firstCardHoldMs: HOLD_MS });
    const bought = await ramp.authorized();
    await ramp.later();
    await ramp.later(HOLD_MS - MINUTE);
    expect(await ramp.stateOf(bought)).toBe("on_hold");
    for (let minutes = 0; minutes < 4; minutes += 1) await ramp.later(MINUTE);
    expect(await ramp.stateOf(bought)).toBe("completed");
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture"]);
    await expectWhole(ramp);
  });

  it("is given up when the person does not pay in time, and after three declined cards", async () => {
    const ramp = await givenRamp(database());
    const late = await ramp.begun();
    await ramp.later(PAY_MS);
    expect(await ramp.stateOf(late)).toBe("expired");
    const declined = await ramp.begun();
    ramp.cards.say(declined.id, { declines: 3, declined: "the card was declined" });
    await ramp.later();
    expect(await ramp.progressOf(declined)).toMatchObject({ kind: "failed", failureCode: "declined" });
    await expectWhole(ramp);
  });

  it("asks the bank, and goes on with what it says", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.begun();
    ramp.cards.say(bought.id, { state: "requires_action" });
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("requires_action");
    ramp.cards.say(bought.id, { state: "waiting", declines: 1, declined: "the bank said no" });
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("requires_payment");
    ramp.cards.authorize(bought.id);
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("completed");
    await expectWhole(ramp);
  });

  it.each([
    ["another amount", { amount: 100n as never }],
    ["another currency", { currency: "USD" }],
    ["another purchase", { purchaseId: "01a1f9c4-51d1-7a3c-9f0e-5d1f7c2b8e11" }],
  ])("takes no payment of %s", async (_, change) => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.cards.say(bought.id, change);
    await ramp.later();
    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "failed", failureCode: "amount_differs" });
    expect(await ramp.sold()).toBe(0n);
    expect(ramp.cards.count("capture")).toBe(0);
  });

  it("can be canceled by the person before the bank has authorized it, and not afterwards", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.begun();
    const session = await ramp.rereadSession(bought.sessionId);
    await cancelPurchase(ramp.deps, session, bought.id);
    expect(await ramp.stateOf(bought)).toBe("canceled");
    const other = await ramp.authorized();
    await ramp.later();
    const of = await ramp.rereadSession(other.sessionId);
    await expect(cancelPurchase(ramp.deps, of, other.id)).rejects.toMatchObject({ code: "purchase_changed" });
    await expect(cancelPurchase(ramp.deps, of, bought.id)).rejects.toMatchObject({ code: "purchase_not_found" });
  });

  it("waits for the operator when its refund fails, and ends when the money is back", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.node.plan = fails();
    ramp.cards.say(bought.id, { refund: "failed" });
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("refund_failed");
    expect(await ramp.incidentsOf(bought as never)).toEqual(["refund_failed"]);
    expect(await ramp.events(bought)).toEqual([]);
    await expectWhole(ramp);

    ramp.cards.say(bought.id, { refund: "succeeded" });
    await ramp.later(3_600_000);
    expect(await ramp.stateOf(bought)).toBe("refunded");
    expect(await ramp.entries(bought)).toEqual(["sale 2500", "refund 2500"]);
    await expectWhole(ramp);
  });

  it.each([
    ["won", ["sale 2500", "processor_fee 75", "dispute 2500", "dispute_won 2500"]],
    ["lost", ["sale 2500", "processor_fee 75", "dispute 2500"]],
  ] as const)("that is disputed blocks its user, and is %s", async (end, entries) => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    await ramp.later();
    await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("completed");
    ramp.cards.say(bought.id, { dispute: "open" });
    await drivePurchase(ramp.deps, await ramp.reread(bought));
    expect(await ramp.stateOf(bought)).toBe("disputed");
    expect((await findUser(database().db, bought.userId))?.blockedAt).toBeDefined();
    ramp.cards.say(bought.id, { dispute: end });
    await ramp.later(3_600_000);
    expect(await ramp.stateOf(bought)).toBe(end);
    expect(await ramp.entries(bought)).toEqual(entries);
    expect(await ramp.events(bought)).toEqual(["ramp.purchase.completed"]);
    await expectWhole(ramp);
  });

  it("is not sold when the operator's equity has gone meanwhile", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    const equity = await ramp.world.systemBalance("operator_equity");
    await database().admin.query(sql`
      select ledger.post_many(now(), array[gen_random_uuid()], array[ledger.system('operator_equity')], array[ledger.system('lightning_node')],
        array[${equity - 1_000n}]::bigint[], null, null, array['test'], array[gen_random_uuid()])`);
    await ramp.later();
    expect(await ramp.progressOf(bought)).toMatchObject({ kind: "failed", failureCode: "ramp_unavailable" });
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["cancel"]);
    await expectWhole(ramp);
  });
});

/** How far a purchase gets: with a delivery that succeeds, and with one that fails. */
const ENDS = [
  ["completed", false, ["capture"]],
  ["refunded", true, ["capture", "refund"]],
] as const;

onDatabase("a process that dies while it sells", (database) => {
  for (const [end, isFailing, moved] of ENDS)
    it.each<[CrashPoint, number]>(
      (["before-ramp-step", "after-ramp-step", "after-ramp-call"] as const).flatMap((point) =>
        [1, 2, 3, 4, 5, 6, 7, 8].map((time): [CrashPoint, number] => [point, time]),
      ),
    )(
      `at %s for the %ith time leaves one purchase that is ${end}, with one delivery or one refund`,
      async (point, time) => {
        const ramp = await givenRamp(database());
        const bought = await ramp.authorized();
        if (isFailing) ramp.world.node.plan = fails();
        let times = 0;
        const dying = {
          ...ramp.deps,
          reached: (at: CrashPoint) => {
            if (at === point && ++times === time) throw new Error("the process died");
          },
        };
        await ramp.later(1_000, dying).catch((error: Error) => expect(error.message).toBe("the process died"));
        for (let runs = 0; runs < 4; runs += 1) await ramp.later(MINUTE);
        expect(await ramp.stateOf(bought)).toBe(end);
        expect(ramp.cards.moved.map(({ what }) => what)).toEqual(moved);
        expect(await ramp.events(bought)).toHaveLength(1);
        await expectWhole(ramp);
      },
    );

  it.each(
    (["get", "capture", "cancel", "refund"] as const).flatMap((call) => [
      [call, "before"] as const,
      [call, "after"] as const,
    ]),
  )("asks again when the processor's answer to %s is lost %s it did its work", async (call, when) => {
    const ramp = await givenRamp(database());
    const destination = call === "cancel" ? "nobody@example.com" : ramp.lnAddress;
    const bought = await ramp.authorized(await ramp.opened({ destination }));
    if (call === "refund") ramp.world.node.plan = fails();
    ramp.cards.fail(call, when);
    for (let runs = 0; runs < 5; runs += 1) await ramp.later(10_000);
    const ends = { get: "completed", capture: "completed", cancel: "failed", refund: "refunded" } as const;
    expect(await ramp.stateOf(bought)).toBe(ends[call]);
    expect(ramp.cards.moved.filter(({ what }) => what === call)).toHaveLength(call === "get" ? 0 : 1);
    await expectWhole(ramp);
  });

  it("is one of many that drive the same purchase: it is captured and delivered once", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    const seen = await ramp.reread(bought);
    await Promise.all(Array.from({ length: 8 }, () => drivePurchase(ramp.deps, seen)));
    await ramp.later();
    await ramp.later(MINUTE);
    expect(await ramp.stateOf(bought)).toBe("completed");
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["capture"]);
    expect(ramp.world.node.requests.length).toBe(1);
    expect(await ramp.events(bought)).toHaveLength(1);
    await expectWhole(ramp);
  });

  it("takes what is due from others only", async () => {
    const ramp = await givenRamp(database());
    await ramp.begun();
    const [first, second] = await Promise.all([workDue(ramp.deps), workDue(ramp.deps)]);
    expect(first + second).toBe(1);
  });
});

onDatabase("a purchase that is woken while it is looked at", (database) => {
  it("is looked at again", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.begun();
    const { processor } = ramp.cards;
    const slow = {
      ...processor,
      get: async (reference: string) => {
        const seen = await processor.get(reference);
        const event = { id: `evt-${bought.id}`, type: "authorized", subject: { kind: "payment", reference } } as const;
        await takeMessage(ramp.deps, processor.name, event); // it comes after the answer was made
        return seen;
      },
    };
    await drivePurchase({ ...ramp.deps, processor: () => slow }, await ramp.reread(bought));
    ramp.cards.authorize(bought.id);
    await ramp.later(0);
    await ramp.later(0);
    expect(await ramp.stateOf(bought)).not.toBe("requires_payment");
  });
});
