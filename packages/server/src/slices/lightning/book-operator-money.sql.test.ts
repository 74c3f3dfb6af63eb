import { afterEach, beforeEach, expect, it } from "vitest";
import { newId, type TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import * as ledger from "#ledger";
import { type Statement, sql } from "#platform/database/db.ts";
import { seenAfter } from "#platform/database/testing/damage.harness.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { bookOperatorMany, undoOperatorMany } from "./batched.ts";
import { bindNode } from "./bind-node.ts";
import { bookOperatorMoney, undoOperatorBooking } from "./book-operator-money.ts";
import { invariants } from "./invariants.ts";
import type { OperatorBookingKind } from "./model/operator-booking.ts";
import { rememberSolvency } from "./remember-solvency.ts";
import { listOperatorBookings } from "./store/operator-bookings.ts";
import { findOwnMoney } from "./store.ts";
import { createFakeNode } from "./testing/fake-node.harness.ts";

const random = machineRandom();
const INSTANCE = random.uuid();
const KEY = new Uint8Array(32).fill(7);
const FUNDS = msats(5_000_000n);

onDatabase("bookOperatorMoney", (database) => {
  const deps = () => ({ ...database(), clock, random });
  const book = (kind: OperatorBookingKind, amount: bigint, reason = "a test", despiteOwn = false) =>
    bookOperatorMoney(deps(), { kind, amount: msats(amount), reason, despiteOwn });
  const undo = (undoes: TransferId) => undoOperatorBooking(deps(), { undoes, reason: "a mistake" });
  /** The node is compared with the books, and holds `more` than they say. */
  const compare = async (more = 0n, reserve = 0n) =>
    await rememberSolvency(deps(), async () => {
      const { system } = await ledger.findTotals(database().db);
      const booked = -["lightning_node", "onchain", "routing_expense"].reduce(
        (sum, n) => sum + (system.get(n) ?? 0n),
        0n,
      );
      const nothing = { limbo: 0n, liabilities: 0n, channels: 0n };
      return { ...nothing, assets: booked + more, booked, reserve, verdict: "good" };
    });
  const own = async () => await findOwnMoney(database().db, clock.now());
  const balances = async () => {
    const { system } = await ledger.findTotals(database().db);
    return {
      onchain: system.get("onchain"),
      equity: system.get("operator_equity"),
      costs: system.get("chain_costs"),
    };
  };
  /** What moved since. */
  const since = async (before: Awaited<ReturnType<typeof balances>>) =>
    Object.fromEntries(
      Object.entries(await balances()).map(([name, now]) => [
        name,
        (now ?? 0n) - (before[name as keyof typeof before] ?? 0n),
      ]),
    );
  const breaches = () =>
    database().db.snapshot(async (tx) => {
      const found: string[] = [];
      for (const invariant of [...ledger.invariants, ...invariants]) found.push(...(await invariant.breaches(tx)));
      return found.filter((breach) => !breach.startsWith("the equity ")); // of nodes that earlier tests have bound
    });

  beforeEach(async () => {
    await bindNode({ ...deps(), node: createFakeNode({ clock, key: KEY, funds: FUNDS }) }, { instanceId: INSTANCE });
  });
  afterEach(async () => {
    expect(await breaches()).toEqual([]);
  });

  it.each<[OperatorBookingKind, Record<string, bigint>]>([
    ["equity_deposit", { onchain: -70n, equity: 70n, costs: 0n }],
    ["equity_withdrawal", { onchain: 70n, equity: -70n, costs: 0n }],
    ["chain_cost", { onchain: 70n, equity: 0n, costs: -70n }],
  ])("books a booking of the kind %s, and its reason as the cause of the transfer", async (kind, moved) => {
    const before = await balances();

    const id = await book(kind, 70n, "as on the chain");

    expect(await since(before)).toEqual(moved);
    const [newest] = await listOperatorBookings(database().db, 1);
    expect(newest).toMatchObject({ id, kind, amount: 70n, reason: "as on the chain" });
    const causes = await database().db.query(sql`
      select cause, amount from ledger.caused_by(array[${kind}]) where transfer = ${id}`);
    expect(causes).toEqual([{ cause: id, amount: 70n }]);
  });

  it.each(["equity_withdrawal", "chain_cost"] as const)(
    "refuses a %s of more than the own money, unless the operator says that it has happened",
    async (kind) => {
      const before = await own();
      const { equity = 0n } = await balances();
      await expect(book(kind, before.own + 1n)).rejects.toThrow("more than your own money");
      expect(await own()).toEqual(before);
      await book(kind, before.own);
      await expect(book(kind, 1n)).rejects.toThrow("more than your own money");
      await book(kind, 1n, "it is gone", true);
      expect((await own()).own).toBe(-1n);
      expect((await balances()).equity).toBe(kind === "chain_cost" ? equity : equity - before.own - 1n);
      await book("equity_deposit", before.own + 1n);
    },
  );

  it("gives the last of the own money out once, to withdrawals that race", async () => {
    const before = await own();
    const calls = await Promise.allSettled(Array.from({ length: 8 }, () => book("equity_withdrawal", before.own)));
    expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect((await own()).own).toBe(0n);
    await book("equity_deposit", before.own);
  });

  it("undoes a booking by its reverse, once, also when it is asked for concurrently", async () => {
    const before = [await balances(), (await own()).own];
    for (const kind of ["equity_deposit", "equity_withdrawal", "chain_cost"] as const) {
      const id = await book(kind, 70n);
      await compare(kind === "equity_deposit" ? -70n : 70n); // nothing has happened at the node
      const calls = await Promise.allSettled(Array.from({ length: 8 }, () => undo(id)));
      expect(calls.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      await expect(undo(id)).rejects.toThrow("undone before");
      expect([await balances(), (await own()).own]).toEqual(before);
      const [newest] = await listOperatorBookings(database().db, 1);
      expect(newest).toMatchObject({ kind: "booking_undone", undoes: id, amount: 70n, reason: "a mistake" });
      await expect(undo(newest?.id as TransferId)).rejects.toThrow("no booking");
    }
    await expect(undo(newId<TransferId>(random))).rejects.toThrow("no booking");
  });

  it("undoes a booking once when the call is repeated after its answer was lost", async () => {
    const id = await book("equity_deposit", 70n);
    const call = { id: newId<TransferId>(random), undoes: id, reason: "a mistake" };
    const batch = database().batchOn(clock);
    const before = (await own()).own;
    expect([await batch(undoOperatorMany, call), await batch(undoOperatorMany, call)]).toEqual(["undone", "undone"]);
    expect((await own()).own).toBe(before - 70n);
  });

  it("does not undo a deposit that was spent", async () => {
    const before = await own();
    const id = await book("equity_deposit", 100n);
    await book("equity_withdrawal", before.own + 1n);
    await expect(undo(id)).rejects.toThrow("below zero");
    await book("equity_deposit", before.own + 1n);
    await undo(id);
    expect((await own()).own).toBe(before.own);
  });

  it("does not undo what the node does not hold, nor while nobody knows what it holds", async () => {
    const first = await book("equity_withdrawal", 50n);
    const second = await book("chain_cost", 50n);
    await database().admin.query(sql`update lightning.reading set read_at = '2001-01-01'`);
    await expect(undo(first)).rejects.toThrow("not compared");
    await compare(0n);
    await expect(undo(first)).rejects.toThrow("does not hold");
    await compare(50n);
    await undo(first);
    // What was undone explains what the node held more: the second one has no such money.
    await expect(undo(second)).rejects.toThrow("does not hold");
    await compare(50n);
    await undo(second);
  });

  it("says what may be sold: never more than is own, nor than the node holds, nor when that is not known", async () => {
    const money = (await own()).own;
    const sellable = async () => (await own()).sellable;
    await compare(0n);
    expect(await sellable()).toBe(money);
    await compare(30n);
    expect(await sellable()).toBe(money);
    await compare(-30n);
    expect(await sellable()).toBe(money - 30n);
    await compare(0n);
    const id = await book("equity_deposit", 70n); // by mistake: the node was not seen to hold it
    expect(await own()).toEqual({ own: money + 70n, sellable: money });
    await compare(-70n);
    expect(await own()).toEqual({ own: money + 70n, sellable: money });
    await undo(id);
    await compare(0n);
    expect(await own()).toEqual({ own: money, sellable: money });
    await book("chain_cost", 20n);
    expect(await own()).toEqual({ own: money - 20n, sellable: money - 20n });
    await database().admin.query(sql`update lightning.reading set read_at = now() - interval '6 minutes'`);
    expect(await sellable()).toBeUndefined();
  });

  it("sells nothing of what the node's channels need on the chain, and undoes as if it were not kept", async () => {
    const money = (await own()).own;
    await compare(0n, 40n);
    expect(await own()).toEqual({ own: money, sellable: money - 40n });
    await compare(-30n, 40n);
    expect((await own()).sellable).toBe(money - 70n);
    await compare(30n, 40n); // more than the books say: it is there for the channels first
    expect((await own()).sellable).toBe(money - 10n);
    await compare(50n, 40n);
    expect((await own()).sellable).toBe(money);
    const spent = await book("chain_cost", 20n);
    await compare(20n, 40n);
    await undo(spent);
    await compare(0n);
    expect(await own()).toEqual({ own: money, sellable: money });
  });

  it("books a call once that is repeated after its answer was lost, also when both run concurrently", async () => {
    const before = await balances();
    const call = {
      id: newId<TransferId>(random),
      kind: "equity_deposit",
      amount: msats(11n),
      reason: "repeated",
      despiteOwn: false,
    } as const;
    const calls = Array.from({ length: 8 }, () => database().batchOn(clock)(bookOperatorMany, call));

    expect(new Set(await Promise.all(calls))).toEqual(new Set(["booked"]));
    expect(await since(before)).toMatchObject({ equity: 11n, onchain: -11n });
  });

  it("books each of many that come concurrently", async () => {
    const before = await balances();
    const kinds = ["equity_deposit", "equity_withdrawal", "chain_cost"] as const;
    await Promise.all(kinds.flatMap((kind, i) => Array.from({ length: 8 }, () => book(kind, 10n ** BigInt(i)))));
    expect(await since(before)).toEqual({ onchain: -8n + 80n + 800n, equity: 8n - 80n, costs: -800n });
  });

  it("refuses before a node was connected: its first connection books what it holds", async () => {
    await database().admin.query(sql`update lightning.node set equity_transfer_id = null`);
    const before = await balances();
    await expect(book("equity_deposit", 5n)).rejects.toThrow("no Lightning node was connected yet");
    expect(await since(before)).toEqual({ onchain: 0n, equity: 0n, costs: 0n });
    await database().admin.query(sql`update lightning.node set equity_transfer_id = ${random.uuid()}`);
  });

  it("is seen by the audit when the booking or its transfer was changed", async () => {
    const id = await book("equity_deposit", 3n);
    const undone = await undoOperatorBooking(deps(), { undoes: await book("equity_deposit", 5n), reason: "a mistake" });
    const damages: readonly Statement[] = [
      sql`update lightning.operator_booking set undoes = ${id} where id = ${undone}`,
      sql`update ledger.posting set debit = credit, credit = debit where cause = ${undone}`,
      sql`update ledger.posting set debit = credit, credit = debit where cause = ${id}`,
      sql`delete from lightning.operator_booking where id = ${undone}`,
      sql`update lightning.operator_booking set amount_msats = 6 where id = ${undone}`,
      sql`update lightning.operator_booking set kind = 'equity_withdrawal', undoes = null where id = ${undone}`,
      sql`update lightning.operator_booking set amount_msats = amount_msats + 1 where id = ${id}`,
      sql`update lightning.operator_booking set kind = 'equity_withdrawal' where id = ${id}`,
      sql`delete from lightning.operator_booking where id = ${id}`,
      sql`insert into lightning.operator_booking values (${random.uuid()}, 'chain_cost', 1, '', now())`,
      sql`update ledger.posting set transfer = ${random.uuid()} where cause = ${id}`,
      sql`delete from ledger.posting where cause = ${id}`,
    ];
    for (const damage of damages)
      expect(await seenAfter(database().admin, invariants, (tx) => tx.query(damage))).toEqual(["I6o"]);
  });
});
