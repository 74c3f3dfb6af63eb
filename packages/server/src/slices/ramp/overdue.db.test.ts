import { expect, it } from "vitest";
import { AppError } from "#kernel/errors.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { fails } from "#slices/lightning/testing/fake-plan.harness.ts";
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
