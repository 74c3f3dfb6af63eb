import { expect, it } from "vitest";
import type { Caller } from "#kernel/caller.ts";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { type BudgetWindow, findKey, type KeyPolicyChanges, rollKey } from "#projects";
import { holds } from "#slices/lightning/testing/fake-plan.harness.ts";
import { answersLostOnce, type Driving, givenDriving } from "../testing/driving.harness.ts";
import { codesOf, keyOf, restrict, withPolicy } from "../testing/key-policy.harness.ts";
import { pay } from "./pay.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const WINDOWS = ["daily", "weekly", "monthly"] as const satisfies readonly BudgetWindow[];
/** After which what was spent in the first hour of a day counts no more. */
const GONE_AFTER = { daily: 25 * HOUR, weekly: 8 * DAY, monthly: 31 * DAY } as const;

onDatabase("the budgets of a key", (database) => {
  const given = async (policy: KeyPolicyChanges, options?: Parameters<typeof givenDriving>[1]) => {
    const driving = await givenDriving(database(), options);
    const restricted = await withPolicy(database(), driving.caller, policy);
    const payee = await driving.world.project("payee", msats(0n));
    driving.world.pay.recipientOf = async ({ user }) => (user === "here" ? payee.wallet : undefined);
    // the beginning of a day
    driving.clock.advance(DAY - (driving.clock.now().getTime() % DAY));
    return { ...driving, restricted, payee };
  };
  const request = ({ world }: Driving, caller: Caller, input: Partial<Parameters<Driving["pay"]>[0]> = {}) =>
    pay(world.pay, world.request(caller, { lnAddress: "here@example.com", waitMs: 0, ...input }));
  const spentBy = async ({ clock }: Driving, caller: Caller, window: BudgetWindow) =>
    (await findKey(database().db, keyOf(caller), clock.now()))?.budgets[window].spent;
  /** Without what is overdue after days of a test's clock. */
  const wrongBudgets = async ({ breaches }: Driving) => (await breaches()).filter((line) => line.startsWith("key "));

  it.each(WINDOWS)(
    "keep the %s one to the msat when two processes ask for 64 payments concurrently",
    async (window) => {
      const all = await given({ [window]: sats(100n) });
      const batches = [database().batchOn(all.clock), database().batchOn(all.clock)];
      const amounts = Array.from({ length: 64 }, (_, i) => sats(BigInt(1 + (i % 7))));

      const results = await Promise.allSettled(
        amounts.map((amount, i) =>
          pay(
            { ...all.world.pay, batch: batches[i % 2] ?? all.world.pay.batch },
            all.world.request(all.restricted, { lnAddress: "here@example.com", amount }),
          ),
        ),
      );

      const taken = amounts.filter((_, i) => results[i]?.status === "fulfilled").reduce((a, b) => a + b, 0n);
      expect(taken).toBe(100_000n);
      expect(await all.world.balance(all.payee)).toBe(100_000n);
      expect(new Set(codesOf(results))).toEqual(new Set(["taken", "over_key_budget"]));
      expect(await all.breaches()).toEqual([]);
    },
  );

  it.each(WINDOWS)(
    "let through what the %s one leaves, and say which one refuses and when more comes",
    async (window) => {
      const all = await given({ daily: sats(500n), weekly: sats(600n), monthly: sats(700n), [window]: sats(100n) });
      const began = Math.floor(all.clock.now().getTime() / HOUR) * HOUR;
      await request(all, all.restricted, { amount: sats(60n) });
      all.clock.advance(24 * HOUR);
      const more = new Date(began + GONE_AFTER[window]);
      await expect(request(all, all.restricted, { amount: sats(41n) })).rejects.toMatchObject({
        code: "over_key_budget",
        message: expect.stringMatching(
          new RegExp(`the ${window} budget of the project key leaves \\d+ msats, and more`),
        ),
        details: expect.arrayContaining([{ field: `${window}.moreAt`, issue: more.toISOString() }]),
      });

      all.clock.advance(more.getTime() - all.clock.now().getTime() - 30_000);
      await expect(request(all, all.restricted, { amount: sats(60n) })).rejects.toMatchObject({
        code: "over_key_budget",
      });
      all.clock.advance(30_000);
      await request(all, all.restricted, { amount: sats(60n) });
      expect(await wrongBudgets(all)).toEqual([]);
    },
  );

  it.each(WINDOWS)("give the %s one back what a payment took that fails, days later on its own day", async (window) => {
    const all = await given({ [window]: sats(100n) });
    all.world.node.plan = holds();
    const { payment } = await request(all, all.restricted, { lnAddress: "shop@example.com", amount: sats(60n) });
    await all.world.settled();
    all.clock.advance(window === "daily" ? 20 * HOUR : 5 * DAY);
    await request(all, all.restricted, { amount: sats(40n) });
    await expect(request(all, all.restricted, { amount: msats(1n) })).rejects.toMatchObject({
      code: "over_key_budget",
    });

    const attempt = all.world.node.paying.attempts.find(({ amount }) => amount === 60_000n);
    if (attempt === undefined) throw new Error("the payment did not reach the node");
    attempt.status = { kind: "failed", reason: "no_route" };
    await all.later(10 * 60_000);

    expect(await all.kindOf(payment)).toBe("failed");
    expect(await spentBy(all, all.restricted, window)).toBe(40_000n);
    expect(await wrongBudgets(all)).toEqual([]);
    await request(all, all.restricted, { amount: sats(60n) });
  });

  it("count once what is carried out twice, because its answer was lost", async () => {
    const all = await given({ weekly: sats(100n), monthly: sats(100n) }, { batchOn: answersLostOnce(database()) });
    await Promise.all([
      request(all, all.restricted, { amount: sats(60n), idempotencyKey: "a" }),
      request(all, all.restricted, { amount: sats(60n), idempotencyKey: "a" }),
    ]);
    for (const window of WINDOWS) expect(await spentBy(all, all.restricted, window)).toBe(60_000n);
    expect(await all.breaches()).toEqual([]);
  });

  it("count from the first policy on, also for a budget that is set later", async () => {
    const all = await given({ cap: sats(100n) });
    await request(all, all.restricted, { amount: sats(60n) });
    all.clock.advance(3 * DAY);
    await restrict(database(), all.restricted, { weekly: sats(100n) });
    await expect(request(all, all.restricted, { amount: sats(41n) })).rejects.toMatchObject({
      code: "over_key_budget",
    });
    await request(all, all.restricted, { amount: sats(40n) });
    await restrict(database(), all.restricted, { weekly: sats(50n), monthly: sats(1_000n) });
    await expect(request(all, all.restricted, { amount: msats(1n) })).rejects.toMatchObject({
      details: expect.arrayContaining([
        { field: "weekly", issue: "0" },
        { field: "monthly", issue: "900000" },
      ]),
    });
  });

  it("are one for a key and the one that takes over from it, however many times, from two processes", async () => {
    const all = await given({ daily: sats(100n), weekly: sats(100n) });
    const { journal, db } = database();
    const deps = { db, journal, clock: all.clock, random: machineRandom() };
    await request(all, all.restricted, { amount: sats(30n) });
    const second = await rollKey(deps, { keyId: keyOf(all.restricted) });
    const third = await rollKey(deps, { keyId: second.key.id });
    const as = ({ key }: typeof second): Caller =>
      all.restricted.actor.kind === "project"
        ? { ...all.restricted, actor: { ...all.restricted.actor, keyId: key.id, rulesOf: key.rulesOf } }
        : all.restricted;
    const callers = [all.restricted, as(second), as(third)];
    const batches = [database().batchOn(all.clock), database().batchOn(all.clock)];
    const results = await Promise.allSettled(
      Array.from({ length: 30 }, (_, i) =>
        pay(
          { ...all.world.pay, batch: batches[i % 2] ?? all.world.pay.batch },
          all.world.request(callers[i % 3] ?? all.restricted, { lnAddress: "here@example.com", amount: sats(10n) }),
        ),
      ),
    );
    expect(codesOf(results).filter((code) => code === "taken")).toHaveLength(7);
    expect(await all.world.balance(all.payee)).toBe(100_000n);
    for (const id of [keyOf(all.restricted), second.key.id, third.key.id])
      expect((await findKey(database().db, id, all.clock.now()))?.budgets.weekly.spent).toBe(100_000n);
    expect(await all.breaches()).toEqual([]);
  });

  const damages: Record<string, (key: string) => ReturnType<typeof sql>> = {
    "counts a day too much": (key) => sql`
      update projects.key_policy
         set spent_days[3] = spent_days[3] + 1, spent_week = spent_week + 1, spent_month = spent_month + 1
       where key_id = ${key}`,
    "has another sum of the week than its days": (key) => sql`
      update projects.key_policy set spent_week = spent_week - 1 where key_id = ${key}`,
    "has another sum of the month than its days": (key) => sql`
      update projects.key_policy set spent_month = spent_month - 1 where key_id = ${key}`,
    "counts on another day": (key) => sql`
      update projects.key_policy set spent_days = 0::bigint || spent_days[1:29] where key_id = ${key}`,
    "lost a payment of days ago": (key) => sql`
      update payments.payment
         set key_id = null, key_hour = null
       where key_id = ${key}
         and key_hour = (select min(key_hour) from payments.payment where key_id = ${key})`,
  };

  it.each(Object.entries(damages))("are audited: one that %s is noticed", async (_what, damage) => {
    const all = await given({ weekly: sats(100n) });
    await request(all, all.restricted, { amount: sats(50n) });
    all.clock.advance(3 * DAY);
    await request(all, all.restricted, { amount: sats(20n) });
    expect(await wrongBudgets(all)).toEqual([]);

    await database().admin.query(damage(keyOf(all.restricted)));
    expect(await wrongBudgets(all)).toContainEqual(expect.stringContaining(`key ${keyOf(all.restricted)} counts`));

    await database().admin.query(sql`
      update payments.payment set key_id = null, key_hour = null where wallet_id = ${all.caller.wallet.id}`);
    await database().admin.query(sql`delete from projects.key_policy where key_id = ${keyOf(all.restricted)}`);
  });
});
