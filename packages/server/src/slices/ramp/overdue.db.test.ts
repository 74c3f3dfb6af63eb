import { describe, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { AppError } from "#kernel/errors.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails } from "#slices/lightning/testing/fake-plan.harness.ts";
import { diesAt } from "#slices/payments/testing/driving.harness.ts";
import { endAuthorization, type SeenAs } from "./drive/end-authorization.ts";
import { endRefundByHand } from "./drive/end-refund-by-hand.ts";
import { invariants } from "./invariants.ts";
import { listStuckPurchases } from "./store/purchases.ts";
import { type Given, givenRamp } from "./testing/ramp.harness.ts";

const HOUR = 3_600_000;

onDatabase("a purchase that does not go on", (database) => {
  /** The processor answers nothing until `back` is called. */
  function away({ cards, deps }: Given) {
    const processor = { ...cards.processor };
    const gone = async () => {
      throw new AppError("unavailable", "the processor is away");
    };
    Object.assign(cards.processor, { get: gone, capture: gone, cancel: gone, refund: gone });
    return { deps, back: () => Object.assign(cards.processor, processor) };
  }
  const incidents = (ramp: Given, bought: { readonly id: string }) => ramp.incidentsOf(bought as never);
  const stuck = async ({ clock }: Given) =>
    (await listStuckPurchases(database().db, { before: new Date(clock.now().getTime() - 24 * HOUR), limit: 100 })).map(
      ({ id }) => id,
    );

  it("is told to the operator after a day, where its refund cannot be asked for, and listed; it ends by itself", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.authorized();
    ramp.world.node.plan = fails();
    ramp.cards.fail("refund", "before");
    await ramp.later();
    const processor = away(ramp);
    for (let runs = 0; runs < 3; runs += 1) await ramp.later();
    expect(await ramp.stateOf(bought)).toBe("refund_pending");
    await ramp.later(22 * HOUR);
    expect([await incidents(ramp, bought), await stuck(ramp)]).toEqual([[], []]);
    for (let times = 0; times < 3; times += 1) await ramp.later(3 * HOUR);
    expect([await incidents(ramp, bought), await stuck(ramp)]).toEqual([["purchase_overdue"], [bought.id]]);
    expect(await ramp.breaches()).toEqual([]);

    processor.back();
    for (let times = 0; times < 2; times += 1) await ramp.later(HOUR);
    expect(await ramp.stateOf(bought)).toBe("refunded");
    const open = await database().db.query(sql`
      select kind from incidents.incident where subject = ${bought.id} and closed_at is null`);
    expect(open).toEqual([]);
    expect(await ramp.breaches()).toEqual([]);
  });

  it.each(["begun", "authorized"] as const)("is told after a day when it was only %s", async (made) => {
    const ramp = await givenRamp(database());
    const bought = await ramp[made]();
    if (made === "authorized") ramp.cards.fail("capture", "before");
    const processor = away(ramp);
    await ramp.later();
    for (let times = 0; times < 3; times += 1) await ramp.later(12 * HOUR);
    expect(await incidents(ramp, bought)).toEqual(["purchase_overdue"]);
    expect(await stuck(ramp)).toEqual([bought.id]);
    processor.back();
    await ramp.later(HOUR);
  });

  describe("because it is authorized and its processor is not set any more", () => {
    async function given() {
      const ramp = await givenRamp(database());
      const bought = await ramp.authorized();
      ramp.cards.fail("capture", "before");
      await ramp.later();
      expect(await ramp.stateOf(bought)).toBe("authorized");
      const former = ramp.cards.processor;
      Object.assign(ramp.cards, { processor: { ...former, name: "another" } });
      for (let times = 0; times < 3; times += 1) await ramp.later(12 * HOUR);
      expect([await incidents(ramp, bought), await ramp.stateOf(bought)]).toEqual([["purchase_overdue"], "authorized"]);
      const seenAs = (seen: SeenAs, on: Parameters<typeof endAuthorization>[0] = ramp.deps) =>
        endAuthorization(on, { id: bought.id, seen, reason: "so says its dashboard" });
      const isOpen = async () =>
        (await listIncidentsOf(database().db, bought.id)).some(
          ({ kind, isOpen: is }) => is && kind.startsWith("purch"),
        );
      return { ...ramp, bought, former, seenAs, isOpen };
    }

    it("ends as failed when its authorization is over, and its incident with it; once, of several commands", async () => {
      const ramp = await given();
      const all = await Promise.allSettled(Array.from({ length: 4 }, () => ramp.seenAs("canceled")));
      // a command that finds what it was about to write says so as well
      expect(all.filter(({ status }) => status === "fulfilled").length).toBeGreaterThan(0);
      expect(await ramp.progressOf(ramp.bought)).toMatchObject({
        kind: "failed",
        failureCode: "processor_gave_up",
        detail: "so says its dashboard",
      });
      expect([await ramp.sold(), await ramp.entries(ramp.bought), await ramp.isOpen()]).toEqual([0n, [], false]);
      expect(await ramp.events(ramp.bought)).toEqual(["ramp.purchase.failed"]);
      for (let hours = 0; hours < 3; hours += 1) await ramp.later(HOUR);
      expect(ramp.world.node.requests).toEqual([]);
      expect(await ramp.breaches()).toEqual([]);
    });

    it("is given back by hand, and not delivered, when the card has paid", async () => {
      const ramp = await given();
      const dying = { ...ramp.deps, reached: diesAt("after-ramp-step") };
      await expect(ramp.seenAs("captured", dying)).rejects.toThrow();
      await expect(ramp.seenAs("captured")).rejects.toThrow("it is not authorized: it is captured");
      for (let hours = 0; hours < 27; hours += 1) await ramp.later(HOUR);
      expect(await ramp.stateOf(ramp.bought)).toBe("refund_pending");
      const byHand = { id: ramp.bought.id, reason: "by a transfer", isGivenUp: true };
      await endRefundByHand(ramp.deps, byHand);
      expect(await ramp.stateOf(ramp.bought)).toBe("refunded");
      expect(await ramp.entries(ramp.bought)).toEqual(["sale 2500", "refund 2500"]);
      expect([await ramp.sold(), ramp.world.node.requests.length]).toEqual([0n, 0]);
      expect(await ramp.breaches()).toEqual([]);
    });

    it.each(["canceled", "captured"] as const)(
      "is not %s by an operator's word while its processor is set",
      async (seen) => {
        const ramp = await given();
        const set = { ...ramp.deps, processor: () => ramp.former };
        await expect(ramp.seenAs(seen, set)).rejects.toThrow("belongs to the processor that is set (test)");
        await database().admin.query(sql`
        update ramp.purchase set restore_id = gen_random_uuid() where id = ${ramp.bought.id}`);
        await expect(ramp.seenAs(seen)).rejects.toThrow("it waits for the restore");
        expect(await ramp.stateOf(ramp.bought)).toBe("authorized");
      },
    );
  });

  it("is seen by the audit when nobody was told", async () => {
    const ramp = await givenRamp(database());
    const bought = await ramp.begun();
    await ramp.deps.db.query(sql`update ramp.purchase set due_at = null where id = ${bought.id}`);
    ramp.clock.advance(26 * HOUR);
    const [overdue] = invariants(ramp.clock).filter(({ id }) => id === "I17d");
    const breaches = async () => await database().db.snapshot(async (tx) => (await overdue?.breaches(tx)) ?? []);
    expect(await breaches()).toEqual([]);
    ramp.clock.advance(2 * HOUR);
    const untold = [expect.stringContaining(`purchase ${bought.id} is requires_payment`)];
    expect(await breaches()).toEqual(untold);
    const told = (kind: string) =>
      database().admin.query(sql`
        select incidents.record_many(
                 now(), array[gen_random_uuid()], 'purchase', array[${bought.id}], array[${kind}], array['test'])`);
    await told("rejection_lifted"); // it is about something else
    expect(await breaches()).toEqual(untold);
    await told("purchase_overdue");
    expect(await breaches()).toEqual([]);
  });
});
