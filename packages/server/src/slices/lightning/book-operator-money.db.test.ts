import { afterEach, beforeEach, expect, it } from "vitest";
import type { TransferId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import * as ledger from "#ledger";
import { type Statement, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { bookOperatorMany } from "./batched.ts";
import { bindNode } from "./bind-node.ts";
import { bookOperatorMoney } from "./book-operator-money.ts";
import { invariants } from "./invariants.ts";
import type { OperatorBookingKind } from "./model/operator-booking.ts";
import { listOperatorBookings } from "./store.ts";
import { createFakeNode } from "./testing/fake-node.harness.ts";

const random = machineRandom();
const INSTANCE = random.uuid();
const KEY = new Uint8Array(32).fill(7);
const FUNDS = msats(5_000_000n);

onDatabase("bookOperatorMoney", (database) => {
  const deps = () => ({ ...database(), clock, random });
  const book = (kind: OperatorBookingKind, amount: bigint, reason = "a test") =>
    bookOperatorMoney(deps(), { kind, amount: msats(amount), reason });
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
      return found;
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

  it("books what is more than the equity: what has left the node has left it", async () => {
    const { equity = 0n } = await balances();
    await book("equity_withdrawal", equity + 1n);
    expect((await balances()).equity).toBe(-1n);
    await book("equity_deposit", equity + 1n);
  });

  it("books a call once that is repeated after its answer was lost, also when both run concurrently", async () => {
    const before = await balances();
    const call = {
      id: random.uuid() as TransferId,
      kind: "equity_deposit",
      amount: msats(11n),
      reason: "repeated",
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

  it.each<[string, Statement, Statement]>([
    [
      "amount was changed",
      sql`update lightning.operator_booking set amount_msats = amount_msats + 1`,
      sql`update lightning.operator_booking set amount_msats = amount_msats - 1`,
    ],
    [
      "transfer never was",
      sql`insert into lightning.operator_booking
          values ('00000000-0000-4000-8000-000000000000', 'chain_cost', 1, '', now())`,
      sql`delete from lightning.operator_booking where reason = ''`,
    ],
  ])("is seen by the audit when the %s", async (_, damage, repair) => {
    await book("chain_cost", 3n);
    await database().admin.query(damage);
    const found = await breaches();
    await database().admin.query(repair);
    expect(found[0]).toMatch(/^booking .* and its transfer do not agree/);
  });

  it("is seen by the audit when the row is gone", async () => {
    const id = await book("equity_deposit", 3n);
    const { admin } = database();
    await admin.query(sql`create table public.kept as select * from lightning.operator_booking where id = ${id}`);
    await admin.query(sql`delete from lightning.operator_booking where id = ${id}`);
    const found = await breaches();
    await admin.query(sql`insert into lightning.operator_booking table public.kept`);
    await admin.query(sql`drop table public.kept`);
    expect(found).toEqual([expect.stringContaining(id)]);
  });
});
