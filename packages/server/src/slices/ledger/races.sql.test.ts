import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { AccountNo } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { one, sql } from "#platform/database/db.ts";
import { connect, type Database } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { invariants } from "./invariants.ts";
import type { PauseKind } from "./model/pause.ts";
import { liftWhenOver, pauseSending, resumeSending } from "./pause-sending.ts";
import { setLimits } from "./set-limits.ts";
import { findBalance, listPauses } from "./store.ts";
import { openWallet, post, RESERVED } from "./testing/ledger.harness.ts";

const NO_LIMITS = { daily: undefined, weekly: undefined, monthly: undefined, maxBalance: undefined };

onDatabase("the ledger from many connections", (database) => {
  const db = () => database().db;
  let alice: AccountNo;
  let bob: AccountNo;
  /** Two processes: a pool each. */
  let processes: readonly [Database, Database];

  beforeAll(() => {
    const open = () => connect({ url: database().url, role: "leyden_app", max: 8, name: "race" });
    processes = [open(), open()];
  });
  afterAll(() => Promise.all(processes.map((one) => one.close())));
  beforeEach(async () => {
    alice = await openWallet(db(), 1_000n);
    bob = await openWallet(db(), 1_000n);
  });

  const times = <T>(count: number, work: (db: Database, i: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, i) => work(processes[i % 2] as Database, i)));
  const expectWhole = () =>
    db().snapshot(async (tx) => {
      for (const { id, breaches } of invariants) expect(await breaches(tx), id).toEqual([]);
    });

  it("lets one of 64 sends of the whole balance through", async () => {
    const posted = await times(64, (db) => post(db, new Date(), [{ debit: alice, credit: RESERVED, amount: 1_000n }]));

    expect(posted.filter(({ outcome }) => outcome[0] === "posted")).toHaveLength(1);
    expect(posted.filter(({ outcome }) => outcome[0] === "insufficient_funds")).toHaveLength(63);
    expect(await findBalance(db(), alice)).toBe(0n);
  });

  it("survives storms in both directions without a deadlock", async () => {
    const posted = await times(200, (db, i) => {
      const [debit, credit] = i % 4 < 2 ? [alice, bob] : [bob, alice];
      return post(db, new Date(), [
        { debit, credit, amount: 7n },
        { debit: credit, credit: debit, amount: 7n },
        { debit, credit, amount: 1n },
      ]);
    });

    expect(posted.every(({ outcome }) => outcome.every((one) => one === "posted"))).toBe(true);
    expect([await findBalance(db(), alice), await findBalance(db(), bob)]).toEqual([1_000n, 1_000n]);
    await expectWhole();
  });

  it("never lets two processes pass a limit together", async () => {
    await setLimits({ db: db(), clock: machineClock }, alice, { ...NO_LIMITS, daily: 105n as Msats });

    const posted = await times(40, (db) =>
      post(db, new Date(), [{ debit: alice, credit: bob, amount: 10n, spend: 10n }]),
    );

    expect(posted.filter(({ outcome }) => outcome[0] === "posted")).toHaveLength(10);
    expect(posted.filter(({ outcome }) => outcome[0] === "limit_exceeded")).toHaveLength(30);
    await expectWhole();
  });

  it("gives every posting its own number, without gaps", async () => {
    const before = await lastNo();
    const posted = await times(100, (db) => post(db, new Date(), [{ debit: alice, credit: bob, amount: 1n }]));

    const numbers = posted.map(({ no }) => no[0] ?? 0n).sort((a, b) => Number(a - b));
    expect(numbers).toEqual(Array.from({ length: 100 }, (_, i) => before + BigInt(i + 1)));
  });

  it("waits for calls under way before it says that sending is paused", async () => {
    await processes[0].transaction(async (tx) => {
      expect(one(await tx.query(sql`select paused from ledger.lock_book()`))).toEqual({ paused: false });
      const pausing = pauseSending({ db: processes[1], clock: machineClock }, { kind: "operator", reason: "a drill" });
      const first = await Promise.race([pausing.then(() => "paused"), machineClock.sleep(100).then(() => "waiting")]);
      expect(first).toBe("waiting");
    });
    await expect.poll(() => listPauses(db())).toMatchObject([{ kind: "operator", reason: "a drill" }]);

    expect(one(await db().query(sql`select paused from ledger.lock_book()`))).toEqual({ paused: true });
    expect(await resumeSending({ db: db() }, "operator")).toBe(true);
  });

  it("keeps the first reason of a kind of pause, and lifts each kind by itself", async () => {
    const isPaused = async () =>
      one(await db().query<{ paused: boolean }>(sql`select paused from ledger.lock_book()`)).paused;
    const pause = (kind: PauseKind, reason: string) =>
      pauseSending({ db: db(), clock: machineClock }, { kind, reason });

    expect(await pause("operator", "a drill")).toBe(true);
    expect(await pause("operator", "another reason")).toBe(false);
    expect(await pause("audit", "I1")).toBe(true);
    expect(await listPauses(db())).toMatchObject([
      { kind: "operator", reason: "a drill" },
      { kind: "audit", reason: "I1" },
    ]);

    expect(await resumeSending({ db: db() }, "operator")).toBe(true);
    expect(await resumeSending({ db: db() }, "operator")).toBe(false);
    expect(await isPaused()).toBe(true);
    expect(await resumeSending({ db: db() }, "audit")).toBe(true);
    expect(await isPaused()).toBe(false);
    expect(await listPauses(db())).toEqual([]);
  });

  it("keeps a pause that is set again while its cause is checked, and lifts it when nothing comes in between", async () => {
    const holder = { db: db() };
    const other = { db: processes[1], clock: machineClock };
    const set = () => pauseSending(other, { kind: "audit", reason: "I1" });
    const lift = (meanwhile: () => Promise<unknown>) =>
      liftWhenOver(holder, "audit", async () => {
        await meanwhile();
        return true;
      });
    const kinds = async () => (await listPauses(db())).map(({ kind }) => kind);

    await set();
    expect(await lift(set), "a new reason").toBe("set_again");
    expect(await lift(async () => (await resumeSending(holder, "audit")) && (await set())), "another one").toBe(
      "set_again",
    );
    expect(await kinds()).toEqual(["audit"]);
    expect(await liftWhenOver(holder, "audit", async () => false)).toBe("not_over");
    expect(await kinds()).toEqual(["audit"]);
    expect(await lift(async () => undefined)).toBe("lifted");
    expect(await kinds()).toEqual([]);
    expect(await lift(async () => undefined)).toBe("was_not_set");
    expect(await lift(set), "the first reason").toBe("set_again");
    expect(await lift(async () => undefined)).toBe("lifted");
  });

  async function lastNo(): Promise<bigint> {
    return one(await db().query<{ no: bigint }>(sql`select posting_no as no from ledger.book`)).no;
  }
});
