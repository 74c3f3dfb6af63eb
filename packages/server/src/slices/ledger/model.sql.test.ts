import fc from "fast-check";
import { expect, inject, it } from "vitest";
import type { AccountNo } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { one, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { incrementalInvariants, invariants } from "./invariants.ts";
import type { Limits } from "./model/limits.ts";
import { setLimits } from "./set-limits.ts";
import { findRemaining } from "./store.ts";
import { LIGHTNING_NODE, type Outcome, openWallet, type Posting, post, RESERVED } from "./testing/ledger.harness.ts";
import { type Model, modelAccount, NO_LIMITS, postInModel, spentIn } from "./testing/model.harness.ts";

const random = machineRandom();
const START = Date.parse("2026-03-01T00:30:00Z");
const HOUR_MS = 3_600_000;
const WALLETS = 3;

/** Accounts by place: the wallets, then `reserved`, then the node. */
const place = fc.nat({ max: WALLETS + 1 });
const posting = fc.record({
  debit: place,
  credit: place,
  amount: fc.option(fc.bigInt(1n, 60n), { freq: 12 }),
  spend: fc.constantFrom("none", "count", "count", "release"),
  /** Which of the spendings that were not released yet. */
  released: fc.nat(),
  /** Belongs to the transfer of the posting before. */
  joined: fc.boolean(),
});
type Drawn = typeof posting extends fc.Arbitrary<infer T> ? T : never;

const limit = fc.option(fc.bigInt(0n, 150n) as fc.Arbitrary<Msats>, { nil: undefined, freq: 3 });
const limitsOfAll = fc.array(
  fc.record({ daily: limit, weekly: limit, monthly: limit, maxBalance: fc.constant(undefined) }),
  { minLength: WALLETS, maxLength: WALLETS },
);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant("batch" as const),
      /** Mostly at the edges of the windows. */
      hours: fc.constantFrom(
        0,
        0,
        0.4,
        1,
        23,
        24,
        24,
        25,
        144,
        168,
        168,
        169,
        552,
        720,
        721,
        -1,
        -1,
        -2,
        -25,
        -170,
        -745,
      ),
      postings: fc.array(posting, { minLength: 1, maxLength: 8 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("limits" as const),
      wallet: fc.nat({ max: WALLETS - 1 }),
      limits: fc.record({ daily: limit, weekly: limit, monthly: limit, maxBalance: limit }) as fc.Arbitrary<Limits>,
    }),
  },
);

onDatabase("the ledger", (database) => {
  const db = () => database().db;

  async function givenWorld(limits: readonly Limits[]) {
    const wallets: AccountNo[] = [];
    for (let i = 0; i < WALLETS; i += 1) wallets.push(await openWallet(db(), 400n, new Date(START)));
    const { balance } = one(
      await db().query<{ balance: bigint }>(sql`select balance from ledger.account where no = ${RESERVED}`),
    );
    const model: Model = new Map(wallets.map((no) => [no, modelAccount(400n, 0n)]));
    model.set(RESERVED, modelAccount(balance, 0n));
    model.set(LIGHTNING_NODE, modelAccount(0n, undefined));
    for (const [i, no] of wallets.entries()) await givenLimits(model, no, limits[i] ?? NO_LIMITS, START);
    return { wallets, model, places: [...wallets, RESERVED, LIGHTNING_NODE] };
  }

  async function givenLimits(model: Model, no: AccountNo, limits: Limits, now: number): Promise<void> {
    await setLimits({ db: db(), clock: { ...machineClock, now: () => new Date(now) } }, no, limits);
    model.set(no, { ...(model.get(no) ?? modelAccount(0n, 0n)), limits });
  }

  /** Something that was spent and may still be released. */
  type Spending = { readonly account: bigint; readonly amount: bigint; readonly at: Date };

  function toPostings(places: readonly bigint[], drawn: readonly Drawn[], spendings: readonly Spending[]): Posting[] {
    const left = [...spendings];
    let transfer = random.uuid();
    return drawn
      .filter(({ debit, credit }) => debit !== credit)
      .map(({ debit, credit, amount, spend, released, joined }) => {
        if (!joined) transfer = random.uuid();
        const [payer, payee] = [places[debit] as bigint, places[credit] as bigint];
        const [back] = spend === "release" ? left.splice(released % (left.length || 1), 1) : [];
        if (back !== undefined && back.account !== payer) {
          const { account, amount: spent, at: spendAt } = back;
          return { transfer, debit: payer, credit: account, amount: spent, spend: -spent, spendAt };
        }
        const counted = amount !== null && spend === "count" ? { spend: amount } : {};
        return { transfer, debit: payer, credit: payee, amount, ...counted };
      });
  }

  /** What may be released after a batch: what was spent in it as well, what was released in it no more. */
  function remember(spendings: Spending[], postings: readonly Posting[], outcome: readonly Outcome[], at: Date): void {
    for (const [i, { debit, credit, spend = 0n, spendAt }] of postings.entries()) {
      if (outcome[i] !== "posted") continue;
      if (spend > 0n) spendings.push({ account: debit, amount: spend, at });
      const done = spendings.findIndex(
        (one) => one.account === credit && one.amount === -spend && one.at.getTime() === spendAt?.getTime(),
      );
      if (spend < 0n) spendings.splice(done, 1);
    }
  }

  it("decides every batch as the model does, whatever the limits, the clock and the transfers", async () => {
    const watched = incrementalInvariants();
    await fc.assert(
      fc.asyncProperty(limitsOfAll, fc.array(step, { minLength: 5, maxLength: 20 }), async (limits, steps) => {
        const { wallets, model, places } = await givenWorld(limits);
        const spendings: Spending[] = [];
        let now = START;
        for (const drawn of steps) {
          if (drawn.kind === "limits") {
            await givenLimits(model, wallets[drawn.wallet] as AccountNo, drawn.limits, now);
            continue;
          }
          now += drawn.hours * HOUR_MS;
          const at = new Date(now);
          const postings = toPostings(places, drawn.postings, spendings);

          const { outcome } = await post(db(), at, postings);

          expect(outcome).toEqual(postInModel(model, at, postings));
          remember(spendings, postings, outcome, at);
          await expectBalances(model, wallets);
        }
        await expectRemaining(model, wallets, now);
        expect(await breaches(watched)).toEqual([]);
      }),
      { numRuns: inject("runs") * 60 },
    );
    expect(await breaches(invariants)).toEqual([]);
  });

  async function expectBalances(model: Model, wallets: readonly AccountNo[]): Promise<void> {
    const rows = await db().query<{ no: bigint; balance: bigint }>(sql`
      select no, balance
        from ledger.account
       where no = any(${wallets}::bigint[])
       order by no`);
    expect(rows).toEqual(wallets.map((no) => ({ no, balance: model.get(no)?.balance })));
  }

  async function expectRemaining(model: Model, wallets: readonly AccountNo[], now: number): Promise<void> {
    for (const no of wallets) {
      const account = model.get(no) ?? modelAccount(0n, 0n);
      const at = new Date(now);
      const left = (window: "daily" | "weekly" | "monthly", hours: number) => {
        const allowed = account.limits[window];
        if (allowed === undefined) return undefined;
        const rest = allowed - spentIn(account, hours, at);
        return rest < 0n ? 0n : rest;
      };
      expect(await findRemaining(db(), no, at)).toMatchObject({
        daily: left("daily", 24),
        weekly: left("weekly", 168),
        monthly: left("monthly", 720),
      });
    }
  }

  const breaches = (checked: typeof invariants) =>
    db().snapshot(async (tx) => {
      const found: string[] = [];
      for (const { id, breaches: check } of checked) found.push(...(await check(tx)).map((line) => `${id} ${line}`));
      return found;
    });
});
