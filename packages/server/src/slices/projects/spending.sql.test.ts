import fc from "fast-check";
import { expect, inject, it } from "vitest";
import type { ProjectKeyId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createKeyCache } from "./authenticate.ts";
import { createKey } from "./create-key.ts";
import { createProject } from "./create-project.ts";
import { BUDGET_WINDOWS, type BudgetWindow, leftOf } from "./model/budget.ts";
import { revokeKey } from "./revoke-key.ts";
import { findKey } from "./store/policies.ts";

const random = machineRandom();
const HOUR_MS = 3_600_000;
/** In the middle of a day. */
const START = Math.floor(Date.parse("2026-03-01T12:30:00Z") / HOUR_MS);
const LIMITS = { daily: msats(100n), weekly: msats(150n), monthly: msats(200n) };

/** What counts, by its hour since 1970, in a list: the model of the row. */
type Counted = { readonly hour: number; readonly amount: bigint };

const dayOf = (hour: number) => Math.floor(hour / 24);

/** From which hour on what was spent in `hour` does not count any more. */
const GONE: Readonly<Record<BudgetWindow, (hour: number) => number>> = {
  daily: (hour) => hour + 25,
  weekly: (hour) => (dayOf(hour) + 8) * 24,
  monthly: (hour) => (dayOf(hour) + 31) * 24,
};

function standingOf(counted: readonly Counted[], window: BudgetWindow, hour: number) {
  const counting = counted.filter((one) => GONE[window](one.hour) > hour && one.amount !== 0n);
  const spent = counting.reduce((sum, { amount }) => sum + amount, 0n);
  const least = Math.min(...counting.map((one) => GONE[window](one.hour)));
  return { limit: LIMITS[window], spent, lessAt: Number.isFinite(least) ? new Date(least * HOUR_MS) : undefined };
}

/** Mostly at the edges of hours, days and windows. */
const hours = fc.constantFrom(
  0,
  0,
  1,
  11,
  12,
  23,
  24,
  25,
  36,
  167,
  168,
  191,
  192,
  193,
  719,
  720,
  744,
  745,
  -1,
  -30,
  -200,
);
const steps = fc.array(
  fc.record({
    hours,
    kind: fc.constantFrom("count", "count", "count", "give_back", "departed"),
    amount: fc.bigInt(1n, 60n),
    /** Which of those that count, or how many hours ago it left. */
    which: fc.nat({ max: 800 }),
  }),
  { minLength: 1, maxLength: 12 },
);

onDatabase("what a key has spent", (database) => {
  let current: ProjectKeyId | undefined;
  let project: Awaited<ReturnType<typeof createProject>> | undefined;

  async function givenKey(): Promise<ProjectKeyId> {
    const { db, batch, journal } = database();
    const deps = { db, clock: machineClock, random };
    project ??= await createProject({ batch, random }, { name: random.uuid() });
    if (current) await revokeKey({ ...deps, journal, keyCache: createKeyCache(machineClock) }, { keyId: current });
    current = (await createKey(deps, { projectId: project.id, policy: LIMITS })).key.id;
    return current;
  }

  const at = (hour: number) => new Date(hour * HOUR_MS + 1_800_000);
  const count = (key: string, hour: number, amount: bigint) =>
    database().admin.query(sql`
      select projects.count_spending(${at(hour)}, array[${key}]::uuid[], array[${amount}::bigint], array[1::bigint])`);
  const giveBack = (key: string, hour: number, amount: bigint) =>
    database().admin.query(sql`
      select projects.give_back_spending(array[${key}]::uuid[], array[${hour}::int], array[${amount}::bigint])`);
  const depart = (key: string, now: number, hour: number, amount: bigint) =>
    database().admin.query(sql`
      select projects.count_departed(${at(now)}, ${key}, ${at(hour)}, ${amount})`);
  const checkedAt = async (key: string, hour: number) =>
    one(
      await database().admin.query<{ headroom: bigint; hour: number; refused: string | null }>(sql`
        select headroom[1] as headroom, hour[1] as hour, refused[1] as refused
          from projects.check_keys(
                 ${at(hour)}, array[${key}]::uuid[], array[61::bigint], array[null::text], array[null::bigint])`),
    );
  const sums = (key: string) =>
    database().admin.query<{ unit: string; spent: bigint; is_summed: boolean }>(sql`
      select unit, spent, is_summed
        from projects.spending_of_keys()
       where key_id = ${key}`);

  it("is what counts in its hours and days, for any payments, failures and clocks, and what checks compare with", async () => {
    const run = async (drawn: typeof steps extends fc.Arbitrary<infer T> ? T : never) => {
      const key = await givenKey();
      let counted: Counted[] = [];
      let [now, newest] = [START, 0];
      for (const { hours, kind, amount, which } of drawn) {
        now += hours;
        const given = counted[which % Math.max(counted.length, 1)];
        if (kind === "count") {
          newest = Math.max(newest, now);
          await count(key, now, amount);
          counted.push({ hour: newest, amount });
        } else if (kind === "departed") {
          const hour = now - which;
          newest = Math.max(newest, hour);
          await depart(key, now, hour, amount);
          counted.push({ hour, amount });
        } else if (given !== undefined) {
          await giveBack(key, given.hour, given.amount);
          counted = counted.filter((one) => one !== given);
        }
        const hour = Math.max(newest, now);
        const expected = BUDGET_WINDOWS.map((window) => [window, standingOf(counted, window, hour)] as const);
        expect((await findKey(database().db, key, at(now)))?.budgets).toEqual(Object.fromEntries(expected));
        const least = expected.map(([, budget]) => budget.limit - budget.spent).reduce((a, b) => (a < b ? a : b));
        const refused = least < 61n ? "over_key_budget" : null;
        expect(await checkedAt(key, now)).toEqual({ headroom: least, hour, refused });
        expect((await sums(key)).every(({ is_summed }) => is_summed)).toBe(true);
      }
    };
    await fc.assert(fc.asyncProperty(steps, run), { numRuns: inject("runs") * 30 });
  });

  it("counts until 24 hours after the end of its hour, 7 and 30 days after the end of its day", async () => {
    const key = await givenKey();
    await count(key, START, 10n);
    const left = async (hour: number) => {
      const budgets = (await findKey(database().db, key, at(hour)))?.budgets;
      return BUDGET_WINDOWS.map((window) => budgets && leftOf(budgets[window]));
    };
    const day = dayOf(START) * 24;
    expect(await left(START + 24)).toEqual([90n, 140n, 190n]);
    expect(await left(START + 25)).toEqual([100n, 140n, 190n]);
    expect(await left(day + 8 * 24 - 1)).toEqual([100n, 140n, 190n]);
    expect(await left(day + 8 * 24)).toEqual([100n, 150n, 190n]);
    expect(await left(day + 31 * 24 - 1)).toEqual([100n, 150n, 190n]);
    expect(await left(day + 31 * 24)).toEqual([100n, 150n, 200n]);
  });

  it("is counted as hours and days of which each stands for itself", async () => {
    const key = await givenKey();
    await count(key, START - 24 * 3, 5n);
    await count(key, START, 7n);
    const rows = await database().admin.query<{ unit: string; no: number; spent: bigint }>(sql`
      select unit, no, spent
        from projects.spending_of_keys()
       where key_id = ${key}
         and spent <> 0
       order by unit, no`);
    expect(rows).toEqual([
      { unit: "day", no: dayOf(START) - 3, spent: 5n },
      { unit: "day", no: dayOf(START), spent: 7n },
      { unit: "hour", no: START, spent: 7n },
    ]);
    expect((await sums(key)).map(({ unit }) => unit).sort()).toEqual([
      ...Array(31).fill("day"),
      ...Array(25).fill("hour"),
    ]);
  });
});
