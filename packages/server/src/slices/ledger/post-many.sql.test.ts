import { hash } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { invariants } from "./invariants.ts";
import { CHART } from "./model/chart.ts";
import { setLimits } from "./set-limits.ts";
import { findBalance, findHeadroom, findRemaining, listHistory } from "./store.ts";
import { LIGHTNING_NODE, openWallet, type Posting, post, RESERVED } from "./testing/ledger.harness.ts";

const random = machineRandom();
const NOON = new Date("2026-03-01T12:00:00Z");
const HOUR_MS = 3_600_000;
const hoursLater = (hours: number) => new Date(NOON.getTime() + hours * HOUR_MS);
const BIGINT_MAX = 2n ** 63n - 1n;
const NO_LIMITS = { daily: undefined, weekly: undefined, monthly: undefined, maxBalance: undefined };

onDatabase("ledger.post_many", (database) => {
  const db = () => database().db;
  let alice: bigint;
  let bob: bigint;
  const balance = (account: bigint) => findBalance(db(), account as never);
  const balances = async () => [await balance(alice), await balance(bob)];
  const limit = (account: bigint, limits: object) =>
    setLimits({ db: db(), clock: { ...machineClock, now: () => NOON } }, account as never, { ...NO_LIMITS, ...limits });
  const pay = (amount: bigint, at = NOON): [Date, Posting[]] => [
    at,
    [{ debit: alice, credit: bob, amount, spend: amount }],
  ];
  const breaches = () =>
    db().snapshot(async (tx) => {
      const found: string[] = [];
      for (const invariant of invariants) found.push(...(await invariant.breaches(tx)));
      return found;
    });

  beforeEach(async () => {
    alice = await openWallet(db(), 1_000n, hoursLater(-2000));
    bob = await openWallet(db());
  });

  it("moves money and says what both sides hold afterwards", async () => {
    const { outcome, debitAfter, creditAfter } = await post(db(), ...pay(300n));

    expect(outcome).toEqual(["posted"]);
    expect([debitAfter, creditAfter]).toEqual([[700n], [300n]]);
    expect(await balances()).toEqual([700n, 300n]);
  });

  it("refuses what the account does not hold, one by one, and says what it could give", async () => {
    const { outcome, available } = await post(db(), NOON, [
      { debit: alice, credit: bob, amount: 600n },
      { debit: alice, credit: bob, amount: 600n },
      { debit: alice, credit: bob, amount: 400n },
    ]);

    expect(outcome).toEqual(["posted", "insufficient_funds", "posted"]);
    expect(available).toEqual([null, 400n, null]);
    expect(await balances()).toEqual([0n, 1_000n]);
  });

  it("lets money that came in earlier in the batch be spent later in it, and not the other way round", async () => {
    const carol = await openWallet(db());
    const { outcome } = await post(db(), NOON, [
      { debit: bob, credit: carol, amount: 100n },
      { debit: alice, credit: bob, amount: 100n },
      { debit: bob, credit: carol, amount: 100n },
    ]);

    expect(outcome).toEqual(["insufficient_funds", "posted", "posted"]);
  });

  it("does the postings of one transfer together or not at all", async () => {
    await limit(alice, { daily: 500n });
    const transfer = random.uuid();
    const { outcome, no } = await post(db(), NOON, [
      { debit: alice, credit: bob, amount: 100n },
      { transfer, debit: alice, credit: RESERVED, amount: 400n, spend: 400n },
      { transfer, debit: bob, credit: RESERVED, amount: 50n },
      { transfer, debit: bob, credit: alice, amount: 51n },
      { transfer, debit: RESERVED, credit: alice, amount: 1n },
      { debit: alice, credit: bob, amount: 500n, spend: 500n },
    ]);

    expect(outcome).toEqual(["posted", ...Array(4).fill("insufficient_funds"), "posted"]);
    expect(no.filter((one) => one !== null)).toHaveLength(2);
    expect(await balances()).toEqual([400n, 600n]);
    expect(await breaches()).toEqual([]);
  });

  it("skips an element without amount, also inside a transfer", async () => {
    const transfer = random.uuid();
    const { outcome } = await post(db(), NOON, [
      { transfer, debit: alice, credit: bob, amount: 10n },
      { transfer, debit: alice, credit: bob, amount: null },
      { transfer, debit: alice, credit: bob, amount: 20n },
    ]);

    expect(outcome).toEqual(["posted", "skipped", "posted"]);
    expect(await breaches()).toEqual([]);
  });

  it("takes an empty batch", async () => {
    expect((await post(db(), NOON, [])).outcome).toEqual([]);
  });

  it("refuses accounts that it does not have", async () => {
    const { outcome } = await post(db(), NOON, [
      { debit: alice, credit: 999_999n, amount: 1n },
      { debit: 999_999n, credit: alice, amount: 1n },
    ]);

    expect(outcome).toEqual(["unknown_account", "unknown_account"]);
  });

  it("counts nothing on the account whose number comes before the one that it does not have", async () => {
    const counters = () => db().query(sql`select hour, spent_hour, spent_day from ledger.account where no = ${alice}`);
    await post(db(), ...pay(100n));
    const before = await counters();

    const { outcome } = await post(db(), hoursLater(3), [
      { debit: alice + 500_000n, credit: alice, amount: 10n, spend: 10n },
      { debit: alice, credit: alice + 500_000n, amount: 10n, spend: -10n, spendAt: NOON },
    ]);

    expect(outcome).toEqual(["unknown_account", "unknown_account"]);
    expect(await counters()).toEqual(before);
    expect(await breaches()).toEqual([]);
  });

  it.each([0n, -5n])("fails as a whole for an amount of %s, which only a bug can bring", async (amount) => {
    await expect(post(db(), NOON, [{ debit: alice, credit: bob, amount }])).rejects.toThrow(
      /check constraint|out of range/,
    );
  });

  it("keeps a maximum balance between customers, and takes what a system account gives whatever it is", async () => {
    await limit(bob, { maxBalance: 250n });
    const { outcome } = await post(db(), NOON, [
      { debit: alice, credit: bob, amount: 200n },
      { debit: alice, credit: bob, amount: 51n },
      { debit: LIGHTNING_NODE, credit: bob, amount: 100n },
    ]);

    expect(outcome).toEqual(["posted", "over_max_balance", "posted"]);
    expect(await balance(bob)).toBe(300n);
    expect(await findHeadroom(db(), bob as never)).toBe(0n);
  });

  it("refuses what would pass 2^63 instead of computing a wrong balance", async () => {
    const rich = await openWallet(db());
    const { loss, suspense } = CHART;
    const { outcome } = await post(db(), NOON, [
      { debit: LIGHTNING_NODE, credit: rich, amount: BIGINT_MAX - 1_000_000n },
      { debit: LIGHTNING_NODE, credit: bob, amount: 1_000_000n },
      { debit: alice, credit: rich, amount: 1_000n },
      { debit: loss.no, credit: rich, amount: 999_001n },
      { debit: loss.no, credit: rich, amount: 999_000n },
      { debit: suspense.no, credit: rich, amount: BIGINT_MAX },
      { debit: alice, credit: rich, amount: 1n },
      { debit: rich, credit: loss.no, amount: BIGINT_MAX },
    ]);

    expect(outcome).toEqual([
      "posted",
      "insufficient_funds",
      "posted",
      "over_max_balance",
      "posted",
      "over_max_balance",
      "insufficient_funds",
      "posted",
    ]);
    expect(await balance(rich)).toBe(0n);
    await post(db(), NOON, [{ debit: loss.no, credit: LIGHTNING_NODE, amount: BIGINT_MAX - 999_000n }]);
    expect(await breaches()).toEqual([]);
  });

  it("counts spending on a limit, refuses above it and says what is left", async () => {
    await limit(alice, { daily: 500n, weekly: 600n });
    expect((await post(db(), ...pay(500n))).outcome).toEqual(["posted"]);

    const { outcome, available } = await post(db(), ...pay(1n));
    expect([outcome, available]).toEqual([["limit_exceeded"], [0n]]);
    expect(await findRemaining(db(), alice as never, NOON)).toEqual({
      daily: 0n,
      weekly: 100n,
      monthly: undefined,
      maxCredit: undefined,
    });
  });

  it.each([
    ["daily", 24],
    ["weekly", 168],
    ["monthly", 720],
  ] as const)("holds the %s limit until the end of its hour, %i hours later", async (window, hours) => {
    await limit(alice, { [window]: 100n });
    await post(db(), ...pay(100n, hoursLater(0.5)));

    expect((await post(db(), ...pay(1n, hoursLater(hours + 0.99)))).outcome).toEqual(["limit_exceeded"]);
    expect((await findRemaining(db(), alice as never, hoursLater(hours + 0.99)))[window]).toBe(0n);
    expect((await findRemaining(db(), alice as never, hoursLater(hours + 1)))[window]).toBe(100n);
    expect((await post(db(), ...pay(100n, hoursLater(hours + 1)))).outcome).toEqual(["posted"]);
    expect(await breaches()).toEqual([]);
  });

  it("takes a release back from the hour in which it was spent", async () => {
    await limit(alice, { daily: 100n });
    await post(db(), NOON, [{ debit: alice, credit: RESERVED, amount: 90n, spend: 90n }]);
    await post(db(), ...pay(10n, hoursLater(3)));
    expect((await post(db(), ...pay(1n, hoursLater(4)))).outcome).toEqual(["limit_exceeded"]);

    await post(db(), hoursLater(5), [{ debit: RESERVED, credit: alice, amount: 90n, spend: -90n, spendAt: NOON }]);

    expect((await findRemaining(db(), alice as never, hoursLater(5))).daily).toBe(90n);
    expect((await post(db(), ...pay(91n, hoursLater(5)))).outcome).toEqual(["limit_exceeded"]);
    expect((await post(db(), ...pay(90n, hoursLater(26)))).outcome).toEqual(["posted"]);
    expect(await breaches()).toEqual([]);
  });

  it("ignores a release whose hour has left every window", async () => {
    await post(db(), NOON, [{ debit: alice, credit: RESERVED, amount: 90n, spend: 90n }]);
    await limit(alice, { monthly: 100n });
    await post(db(), ...pay(60n, hoursLater(900)));

    await post(db(), hoursLater(901), [{ debit: RESERVED, credit: alice, amount: 90n, spend: -90n, spendAt: NOON }]);

    expect((await findRemaining(db(), alice as never, hoursLater(901))).monthly).toBe(40n);
    expect(await breaches()).toEqual([]);
  });

  it("never allows more than the limit when the clock goes back by an hour", async () => {
    await limit(alice, { daily: 100n });
    await post(db(), NOON, [{ debit: alice, credit: RESERVED, amount: 60n, spend: 60n }]);
    const early = hoursLater(-1);
    expect((await post(db(), ...pay(41n, early))).outcome).toEqual(["limit_exceeded"]);
    expect((await post(db(), early, [{ debit: alice, credit: RESERVED, amount: 40n, spend: 40n }])).outcome).toEqual([
      "posted",
    ]);

    await post(db(), hoursLater(2), [{ debit: RESERVED, credit: alice, amount: 40n, spend: -40n, spendAt: early }]);

    expect((await findRemaining(db(), alice as never, hoursLater(2))).daily).toBe(40n);
    expect((await post(db(), ...pay(41n, hoursLater(2)))).outcome).toEqual(["limit_exceeded"]);
    expect((await post(db(), ...pay(40n, hoursLater(2)))).outcome).toEqual(["posted"]);
    expect(await breaches()).toEqual([]);
  });

  it.each([
    ["daily", 24],
    ["weekly", 168],
    ["monthly", 720],
  ] as const)(
    "counts again on a %s limit what had left its window before the clock went back",
    async (window, hours) => {
      await limit(alice, { [window]: 100n });
      await post(db(), ...pay(60n));
      await post(db(), ...pay(1n, hoursLater(hours + 24)));
      const left = async (at: Date) => (await findRemaining(db(), alice as never, at))[window];
      expect([await left(hoursLater(hours + 24)), await left(hoursLater(hours))]).toEqual([99n, 39n]);

      const [at, [first]] = pay(30n, hoursLater(hours));
      const { outcome, available } = await post(db(), at, [first, { ...first, amount: 10n, spend: 10n }] as Posting[]);

      expect([outcome, available]).toEqual([
        ["posted", "limit_exceeded"],
        [null, 9n],
      ]);
      expect(await left(at)).toBe(9n);
      expect(await left(hoursLater(hours + 24))).toBe(69n);
      expect(await breaches()).toEqual([]);
    },
  );

  it("knows what had left the month for a day, when the clock goes back", async () => {
    await limit(alice, { monthly: 100n });
    await post(db(), ...pay(60n));
    const left = async () => (await findRemaining(db(), alice as never, hoursLater(720))).monthly;
    await post(db(), ...pay(1n, hoursLater(744)));
    expect(await left()).toBe(39n);
    await post(db(), ...pay(1n, hoursLater(745)));
    expect(await left()).toBe(98n);
  });

  it("numbers postings without gaps and chains their hashes as documented", async () => {
    await post(db(), NOON, [
      { debit: alice, credit: bob, amount: 5n },
      { debit: alice, credit: bob, amount: 5_000n },
      { debit: alice, credit: bob, amount: 6n },
    ]);
    type Row = Record<"no" | "debit" | "credit" | "amount" | "us", bigint> & {
      transfer: string;
      cause: string;
      kind: string;
      hash: Buffer;
    };
    const rows = await db().query<Row>(sql`
      select no, transfer, debit, credit, amount, cause, cause_kind as kind, hash,
             (extract(epoch from at) * 1000000)::bigint as us
        from ledger.posting
       order by no`);

    let head = Buffer.alloc(32);
    for (const [i, row] of rows.entries()) {
      expect(row.no).toBe(BigInt(i + 1));
      head = hash(
        "sha256",
        Buffer.concat([
          head,
          eight(row.no),
          bytesOf(row.transfer),
          eight(row.debit),
          eight(row.credit),
          eight(row.amount),
          eight(row.us),
          bytesOf(row.cause),
          Buffer.from(row.kind),
        ]),
        "buffer",
      ) as typeof head;
      expect(row.hash).toEqual(head);
    }
    expect(await db().query(sql`select posting_no as no, head from ledger.book`)).toEqual([
      { no: BigInt(rows.length), head },
    ]);
  });

  it("shows an account's history newest first, page by page", async () => {
    for (let i = 1n; i <= 5n; i += 1n) await post(db(), NOON, [{ debit: alice, credit: bob, amount: i }]);
    await post(db(), NOON, [{ debit: bob, credit: alice, amount: 2n }]);

    const first = await listHistory(db(), alice as never, { limit: 4 });
    expect(first.entries.map(({ direction, amount, balanceAfter }) => [direction, amount, balanceAfter])).toEqual([
      ["in", 2n, 987n],
      ["out", 5n, 985n],
      ["out", 4n, 990n],
      ["out", 3n, 994n],
    ]);
    const second = await listHistory(db(), alice as never, { from: first.next, limit: 4 });
    expect(second.entries.map(({ amount }) => amount)).toEqual([2n, 1n, 1_000n]);
    expect(second.next).toBeUndefined();
    expect((await listHistory(db(), (await openWallet(db())) as never, { limit: 4 })).entries).toEqual([]);
  });

  it("does not show one account's postings to whoever asks for another's history with its number", async () => {
    await post(db(), NOON, [{ debit: alice, credit: bob, amount: 1n }]);
    const carol = await openWallet(db(), 5n);
    const { next } = await listHistory(db(), alice as never, { limit: 1 });

    expect((await listHistory(db(), carol, { from: next, limit: 10 })).entries).toEqual([]);
  });
});

function eight(value: bigint): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64BE(value);
  return bytes;
}

function bytesOf(uuid: string): Buffer {
  return Buffer.from(uuid.replaceAll("-", ""), "hex");
}
