import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { type ServiceLimitChanges, setServiceLimits } from "#ledger";
import type { Db } from "#platform/database/db.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { beginPurchase } from "./checkout/begin-purchase.ts";
import type { Purchase } from "./model/purchase.ts";
import { type Given, givenRamp, givenReading } from "./testing/ramp.harness.ts";

const SAT = 1_000n;
/** What a purchase of 25 EUR takes: 26,630 sat and the most that the route may cost. */
const TAKES = 26_630_000n + 266_300n;

const begin = async (ramp: Given, { id, sessionId }: Purchase) =>
  await beginPurchase(ramp.deps, await ramp.rereadSession(sessionId), id);

/** What has cost the operator money; each account is below zero then. */
const COSTS = ["chain_costs", "liquidity_expense", "loss", "incident"] as const;

onDatabase("a sale", (database) => {
  const ownMoney = async () => {
    const [row] = await database().db.query<{ own: bigint }>(sql`select ledger.own_money() as own`);
    return row?.own ?? 0n;
  };
  /** Leaves `left` of the operator's own money. */
  const spend = async (admin: Db, account: (typeof COSTS)[number] | "operator_equity", left: bigint) => {
    const amount = (await ownMoney()) - left;
    await admin.query(sql`
      select ledger.post_many(now(), array[gen_random_uuid()], array[ledger.system(${account})], array[ledger.system('onchain')],
        array[${amount}]::bigint[], null, null, array['test'], array[gen_random_uuid()])`);
  };

  it.each(COSTS)("is not quoted from customers' bitcoin: %s count", async (account) => {
    const ramp = await givenRamp(database());
    await ramp.quoted();
    await spend(database().admin, account, SAT);
    await expect(ramp.quoted()).rejects.toMatchObject({ code: "ramp_unavailable" });
  });

  it.each(COSTS)("is not begun, nor delivered, from customers' bitcoin: %s count", async (account) => {
    const ramp = await givenRamp(database());
    const [quoted, authorized] = [await ramp.quoted(), await ramp.authorized()];
    await spend(database().admin, account, SAT);
    await expect(begin(ramp, quoted)).rejects.toMatchObject({ code: "ramp_unavailable" });
    await ramp.later();
    expect(await ramp.progressOf(authorized)).toMatchObject({ kind: "failed", failureCode: "ramp_unavailable" });
    expect(ramp.cards.moved.map(({ what }) => what)).toEqual(["cancel"]);
    expect(await ownMoney()).toBe(SAT);
  });

  it("takes the last of the own money once, of two purchases that race for it", async () => {
    for (let times = 0; times < 5; times += 1) {
      const ramp = await givenRamp(database());
      const two = [await ramp.quoted(), await ramp.quoted()];
      const [row] = await database().db.query<{ needed: bigint }>(sql`select ramp.needed() as needed`);
      await spend(database().admin, "chain_costs", (row?.needed ?? 0n) + TAKES);
      const results = await Promise.allSettled(two.map((purchase) => begin(ramp, purchase)));
      expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    }
  });

  it("takes it once, of two whose cards are authorized together", async () => {
    const ramp = await givenRamp(database());
    const two = [await ramp.authorized(), await ramp.authorized()];
    await spend(database().admin, "loss", TAKES);
    await Promise.all([ramp.later(), ramp.later()]);
    await ramp.later();
    const states = await Promise.all(two.map((purchase) => ramp.stateOf(purchase)));
    expect(states.toSorted()).toEqual(["completed", "failed"]);
    expect(await ownMoney()).toBeGreaterThanOrEqual(0n);
  });

  it.each<[name: string, limits: ServiceLimitChanges]>([
    ["a payment", { payment: msats(26_629_999n) }],
    ["24 hours", { day: msats(26_629_999n) }],
  ])(
    "is neither quoted nor begun above what the whole service may send in %s, and is where it stays here",
    async (_, limits) => {
      const ramp = await givenRamp(database());
      const quoted = await ramp.quoted();
      const change = async (changes: ServiceLimitChanges) =>
        await setServiceLimits(
          { ...database(), clock: machineClock, random: machineRandom() },
          { changes, reason: "a test" },
        );
      await change(limits);
      try {
        await expect(ramp.quoted()).rejects.toMatchObject({ code: "ramp_unavailable" });
        await expect(begin(ramp, quoted)).rejects.toMatchObject({ code: "ramp_unavailable" });
        const isSold = async (key: string) =>
          await database().db.query(sql`select ramp.is_sold(now(), 26630000, 266300, ${key}) as is`);
        expect(await isSold("wallet 01900000-0000-7000-8000-000000000001")).toEqual([{ is: true }]);
        expect(await isSold("shop@example.com")).toEqual([{ is: false }]);
      } finally {
        await change({ payment: undefined, day: undefined });
      }
      expect(await begin(ramp, quoted)).toBeDefined();
    },
  );

  it("takes nothing that the node does not hold, whatever the books say", async () => {
    const ramp = await givenRamp(database());
    const [quoted, authorized] = [await ramp.quoted(), await ramp.authorized()];
    await givenReading(database().admin, TAKES - 1n - (await ownMoney()));
    await expect(begin(ramp, quoted)).rejects.toMatchObject({ code: "ramp_unavailable" });
    await expect(ramp.quoted()).rejects.toMatchObject({ code: "ramp_unavailable" });
    await ramp.later();
    expect(await ramp.progressOf(authorized)).toMatchObject({ kind: "failed", failureCode: "ramp_unavailable" });
  });

  it("waits while it is not known what the node holds", async () => {
    const ramp = await givenRamp(database());
    const authorized = await ramp.authorized();
    const now = ramp.clock.now().getTime();
    await givenReading(database().admin, 0n, new Date(now - 4 * 60_000));
    const quoted = await ramp.quoted();
    await givenReading(database().admin, 0n, new Date(now - 6 * 60_000));
    await expect(ramp.quoted()).rejects.toMatchObject({ code: "ramp_unavailable" });
    await expect(begin(ramp, quoted)).rejects.toMatchObject({ code: "ramp_unavailable" });
    await database().admin.query(sql`delete from lightning.reading`);
    await expect(ramp.quoted()).rejects.toMatchObject({ code: "ramp_unavailable" });
    await ramp.later();
    expect(await ramp.progressOf(authorized)).toMatchObject({ kind: "failed", failureCode: "ramp_unavailable" });
  });
});
