import { beforeEach, expect, it } from "vitest";
import { listIncidentsOf } from "#incidents";
import { newId, type TransferId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import * as ledger from "#ledger";
import type { Batch } from "#platform/database/batch.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { createLog } from "#platform/log.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { bookChainMany } from "./batched.ts";
import { bindNode } from "./bind-node.ts";
import { bookChannelCosts } from "./book-channel-costs.ts";
import { bookForwards } from "./book-forwards.ts";
import { bookOperatorMoney, undoOperatorBooking } from "./book-operator-money.ts";
import { compareEquity } from "./compare-equity.ts";
import { invariants } from "./invariants.ts";
import { rememberSolvency } from "./remember-solvency.ts";
import { reportForwards } from "./report-forwards.ts";
import { listOperatorBookings } from "./store/operator-bookings.ts";
import { findOwnMoney } from "./store.ts";
import { channelMoney } from "./testing/fake-channel-money.harness.ts";
import { createFakeNode, type FakeNode } from "./testing/fake-node.harness.ts";

const random = machineRandom();
let lastMs = 0;
/** Each look falls into another millisecond. */
const clock = {
  ...machineClock,
  now: () => {
    lastMs = Math.max(lastMs + 1, machineClock.now().getTime());
    return new Date(lastMs);
  },
};
const log = createLog({ level: "silent", pretty: false });
const [CAPACITY, COMMIT] = [sats(1_000_000n), sats(3_000n)];
const NO_OPTIONS = { despiteOwn: false };

/** What is called so often goes on; before that each call waits. */
function barrier(count: number): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let missing = count;
  return async () => {
    missing -= 1;
    if (missing <= 0) resolve();
    await promise;
  };
}

onDatabase("the operator's money in a node with channels", (database) => {
  let node: FakeNode;
  let world: ReturnType<typeof channelMoney>;
  const deps = () => ({ ...database(), clock, random, log, operations: node.operations });
  const compare = () => compareEquity({ db: database().db, node });
  const left = async () => {
    const { difference, parts, verdict } = await compare();
    return { difference, parts: parts.map(({ kind }) => kind), verdict };
  };
  const measure = () => bookChannelCosts(deps(), NO_OPTIONS);
  const costs = async () => (await ledger.findTotals(database().db)).system.get("chain_costs") ?? 0n;
  const bookings = async () => (await listOperatorBookings(database().db, 1_000)).length;
  const breaches = () =>
    database().db.snapshot(async (tx) => {
      const found: string[] = [];
      for (const invariant of [...ledger.invariants, ...invariants]) found.push(...(await invariant.breaches(tx)));
      return found.filter((breach) => !breach.startsWith("the equity ")); // of nodes that earlier tests have bound
    });
  const AGREED = { difference: { channels: 0n, chain: 0n }, parts: [], verdict: "ok" };

  beforeEach(async () => {
    const { admin } = database();
    await admin.query(sql`delete from lightning.node`);
    await admin.query(sql`delete from lightning.chain_booking`);
    node = createFakeNode({ clock });
    world = channelMoney(node.operations, clock);
    world.open(CAPACITY, sats(500n)); // before the first connection: it is in the equity
    const { system } = await ledger.findTotals(database().db);
    await bindNode({ ...deps(), node }, { instanceId: random.uuid() });
    // Earlier tests have left the books of other nodes.
    node.operations.shifted.channels -= (system.get("lightning_node") ?? 0n) + (system.get("routing_expense") ?? 0n);
    node.operations.shifted.onchain -= system.get("onchain") ?? 0n;
    world.opened(CAPACITY, COMMIT);
    world.mine(9);
  });

  it("agrees with the books after the first connection: what was opened before is equity", async () => {
    expect(await left()).toEqual(AGREED);
    expect(await measure()).toEqual({ booked: [], young: [], unsaid: [] });
  });

  it("leaves out what was there at the first connection, by its id and by its time", async () => {
    const [first] = world.made;
    if (first === undefined) throw new Error("nothing was opened");
    first.at = clock.now(); // it had no block then, and a block names its own time
    expect(await left()).toEqual(AGREED);
    const older = world.open(CAPACITY, sats(700n)); // the wallet did not say it then
    world.opened(CAPACITY, COMMIT);
    const [, second] = world.made;
    if (second?.txid !== older) throw new Error("nothing was opened");
    second.at = new Date("2026-01-01");
    world.mine(6);
    expect(await left()).toMatchObject({ parts: ["moved", "unexplained"] });
    expect((await measure()).booked).toEqual([]);
  });

  it("counts what the node paid for routing as gone from its channels", async () => {
    await database().admin.query(sql`
      select ledger.post_all(
               now(), array[u.id], array[ledger.system('loss')], array[ledger.system('routing_expense')],
               array[30::bigint], null, null, array['late_settlement'], array[u.id])
        from (select gen_random_uuid() as id) u`);
    expect(await left()).toMatchObject({ difference: { channels: 30n, chain: 0n } });
    node.operations.shifted.channels -= 30n;
    expect(await left()).toEqual(AGREED);
  });

  it("has a transaction that is booked once, whatever another call says of it, and a repeated call that is the same", async () => {
    const booking = { txid: "cd".repeat(32), cost: msats(5n), moved: 7n, reason: "?", despiteOwn: false };
    const call = { ...booking, costId: newId<TransferId>(random), moveId: newId<TransferId>(random) };
    const other = { ...call, costId: newId<TransferId>(random), moveId: newId<TransferId>(random) };
    const batch = database().batchOn(clock);
    const before = await costs();
    expect([await batch(bookChainMany, call), await batch(bookChainMany, call)]).toEqual(["booked", "booked"]);
    expect(await Promise.all([batch(bookChainMany, other), batch(bookChainMany, call)])).toEqual([
      "was_booked",
      "booked",
    ]);
    expect((await costs()) - before).toBe(-5n);
  });

  it("agrees with the books after an open and a close by both, once they are six blocks deep and measured", async () => {
    const before = await costs();
    world.open(CAPACITY, sats(700n));
    expect(await left()).toMatchObject({ parts: ["open"], verdict: "ok" });
    expect(await measure()).toMatchObject({ booked: [], young: [{ cost: sats(700n), moved: CAPACITY }] });
    world.opened(CAPACITY, COMMIT);
    world.mine(6);
    expect(await left()).toMatchObject({ parts: ["open"], verdict: "warning" });
    expect((await measure()).booked).toMatchObject([{ cost: sats(700n), moved: CAPACITY }]);
    expect(await left()).toEqual(AGREED);

    world.close(CAPACITY, COMMIT, sats(200n));
    world.mine(6);
    expect((await measure()).booked).toMatchObject([{ cost: sats(200n), moved: -CAPACITY }]);
    expect(await left()).toEqual(AGREED);
    expect((await costs()) - before).toBe(-sats(900n));
    expect(await breaches()).toEqual([]);
  });

  it("agrees with the books after a forced close with sweeps; what the node does not say is booked by hand", async () => {
    world.forceClose(CAPACITY, COMMIT);
    expect(await left()).toMatchObject({ difference: { channels: -COMMIT, chain: 0n }, parts: ["unexplained"] });
    world.sweep(sats(900_000n), sats(150n));
    world.sweep(sats(97_000n), undefined, 90_000n);
    world.mine(6);
    expect(await measure()).toMatchObject({ booked: [{ cost: sats(150n), moved: -sats(900_000n) }], unsaid: [{}] });
    const { parts } = await compare();
    expect(parts.map(({ kind, explains }) => [kind, explains.channels, explains.chain])).toEqual([
      ["sweep", 0n, 0n],
      ["moved", -96_910_000n, 96_910_000n],
      ["unexplained", -(COMMIT + 90_000n), 0n],
    ]);
    for (const command of parts.flatMap(({ commands }) => commands)) {
      const [, what = "", amount = ""] = command.split(" ");
      const kind = what === "to-chain" ? "to_chain" : "chain_cost";
      await bookOperatorMoney(deps(), { kind, amount: msats(BigInt(amount)), reason: "?", ...NO_OPTIONS });
    }
    expect(await left()).toMatchObject({ ...AGREED, parts: ["sweep"] });
    expect(await breaches()).toEqual([]);
  });

  it("books each transaction once, by operators that do it at once, and a later call books what one left", async () => {
    for (const fee of [300n, 400n, 500n]) world.open(sats(10_000n), sats(fee));
    world.opened(sats(30_000n), 0n);
    world.mine(6);
    const before = [await costs(), await bookings()] as const;
    let calls = 0;
    const dying: Batch = async (fn, input) => {
      calls += 1;
      if (calls === 2) throw new Error("killed");
      return await database().batch(fn, input);
    };
    await expect(bookChannelCosts({ ...deps(), batch: dying }, NO_OPTIONS)).rejects.toThrow("killed");
    expect((await costs()) - before[0]).toBe(-sats(300n));
    const together = barrier(6); // all have seen the same before one of them books
    const runs = await Promise.all(
      Array.from({ length: 6 }, () => {
        const batch: Batch = async (fn, input) => {
          await together();
          return await database().batch(fn, input);
        };
        return bookChannelCosts({ ...deps(), batch }, NO_OPTIONS);
      }),
    );
    expect(runs.flatMap(({ booked }) => booked.map(({ cost }) => cost)).toSorted()).toEqual([sats(400n), sats(500n)]);
    expect((await costs()) - before[0]).toBe(-sats(1_200n));
    expect((await bookings()) - before[1]).toBe(6);
    expect(await left()).toEqual(AGREED);
    expect(await breaches()).toEqual([]);
  });

  it("refuses a cost above the own money, unless it is said that it has happened", async () => {
    const { own } = await findOwnMoney(database().db, clock.now());
    world.sweep(0n, own + 1n);
    world.mine(6);
    await expect(measure()).rejects.toThrow("more than your own money");
    expect((await bookChannelCosts(deps(), { despiteOwn: true })).booked).toHaveLength(1);
    expect((await findOwnMoney(database().db, clock.now())).own).toBe(-1n);
    const [newest] = await listOperatorBookings(database().db, 1);
    expect(newest).toMatchObject({ reason: expect.stringMatching(/^sweep [0-9a-f]{64}$/) });
    await bookOperatorMoney(deps(), { kind: "equity_deposit", amount: msats(own + 1n), reason: "?", ...NO_OPTIONS });
  });

  it("does not book again what was undone, and undoes a move without a look at the node", async () => {
    world.open(CAPACITY, sats(700n));
    world.opened(CAPACITY, COMMIT);
    world.mine(6);
    await measure();
    const moves = (await listOperatorBookings(database().db, 2)).filter(({ kind }) => kind === "to_channels");
    await database().admin.query(sql`update lightning.reading set read_at = '2001-01-01'`);
    for (const { id } of moves) await undoOperatorBooking(deps(), { undoes: id, reason: "a mistake" });
    expect(moves).toHaveLength(1);
    expect((await measure()).booked).toEqual([]);
    expect(await left()).toMatchObject({ parts: ["moved"], difference: { channels: CAPACITY, chain: -CAPACITY } });
    expect(await breaches()).toEqual([]);
  });

  it("sells no more by a move, and by income of forwarding what the node was seen to hold alone", async () => {
    const look = async (more: bigint) =>
      await rememberSolvency(deps(), async () => {
        const { system } = await ledger.findTotals(database().db);
        const names = ["lightning_node", "onchain", "routing_expense"];
        const booked = -names.reduce((sum, name) => sum + (system.get(name) ?? 0n), 0n);
        return {
          assets: booked + more,
          booked,
          liabilities: 0n,
          limbo: 0n,
          channels: 0n,
          reserve: 0n,
          verdict: "good",
        };
      });
    await look(-50n);
    const before = await findOwnMoney(database().db, clock.now());
    await bookOperatorMoney(deps(), { kind: "to_channels", amount: msats(900n), reason: "?", ...NO_OPTIONS });
    expect(await findOwnMoney(database().db, clock.now())).toEqual(before);
    node.operations.forwardFees = [30n];
    await bookForwards(deps());
    expect(await findOwnMoney(database().db, clock.now())).toEqual({ ...before, own: before.own + 30n });
  });

  it("has what forwarding earned as an incident until it is booked, exactly once", async () => {
    const incidents = async () =>
      (await listIncidentsOf(database().db, "forwards")).map(({ isOpen, detail }) => [isOpen, detail]);
    await reportForwards(deps(), node.operations);
    expect(await incidents()).toEqual([]);
    node.operations.forwardFees = [1_000n, 0n, 500n, 20n];
    node.operations.forwardsAtOnce = 3;
    node.operations.shifted.channels += 1_520n;
    await reportForwards(deps(), node.operations);
    expect(await incidents()).toEqual([[true, expect.stringContaining("1500 msats or more by 3 forwards")]]);
    expect(await left()).toMatchObject({ parts: ["forwards"], difference: { channels: 1_520n }, verdict: "warning" });

    const dying: Batch = async (fn, input) => {
      await database().batch(fn, input);
      throw new Error("killed");
    };
    await expect(bookForwards({ ...deps(), batch: dying })).rejects.toThrow("killed");
    const runs = await Promise.all(Array.from({ length: 6 }, () => bookForwards(deps())));
    expect(runs.map(({ earned }) => earned).filter((earned) => earned > 0n)).toEqual([20n]);
    expect(await bookForwards(deps())).toEqual({ earned: 0n, count: 0 });
    expect(await left()).toEqual(AGREED);
    expect((await incidents()).map(([isOpen]) => isOpen)).toEqual([false]);

    node.operations.forwardFees.push(7n);
    await reportForwards(deps(), node.operations);
    expect((await incidents()).map(([isOpen]) => isOpen)).toEqual([false, true]);
    await database().admin.query(sql`update lightning.node set forwards_cursor = '5'`); // another process has booked it
    await reportForwards(deps(), node.operations);
    expect((await incidents()).map(([isOpen]) => isOpen)).toEqual([false, false]);
    expect(await breaches()).toEqual([]);
  });

  it("takes back income of forwarding that was a mistake, once, and does not book it again", async () => {
    node.operations.forwardFees = [90n];
    await bookForwards(deps());
    const { own } = await findOwnMoney(database().db, clock.now());
    const [newest] = await listOperatorBookings(database().db, 1);
    expect(newest).toMatchObject({ kind: "routing_income", amount: 90n, reason: "1 forwards, up to place 1" });
    if (newest === undefined) throw new Error("nothing was booked");
    await undoOperatorBooking(deps(), { undoes: newest.id, reason: "a mistake" });
    await expect(undoOperatorBooking(deps(), { undoes: newest.id, reason: "?" })).rejects.toThrow("undone before");
    expect((await findOwnMoney(database().db, clock.now())).own).toBe(own - 90n);
    expect(await bookForwards(deps())).toEqual({ earned: 0n, count: 0 });
    expect(await left()).toEqual(AGREED);
    expect(await breaches()).toEqual([]);
  });

  it("says of a node that cannot say it what the balances show, and books nothing of it", async () => {
    node.operations.transactions = undefined;
    node.operations.forwardFees = undefined;
    node.operations.shifted.onchain += 90n;
    expect(await left()).toMatchObject({ parts: ["unexplained"], verdict: "warning" });
    await expect(measure()).rejects.toThrow("does not say what its transactions cost");
    await expect(bookForwards(deps())).rejects.toThrow("does not say what it earned");
    await reportForwards(deps(), node.operations);
    const { operations: _, ...silent } = node;
    expect(await compareEquity({ db: database().db, node: { ...silent, operations: undefined } })).toMatchObject({
      verdict: "warning",
      isQuiet: true,
    });
  });

  it("says when the books changed while the node was asked", async () => {
    const balances = async () => {
      await bookOperatorMoney(deps(), { kind: "equity_deposit", amount: msats(1n), reason: "?", ...NO_OPTIONS });
      return await node.balances();
    };
    expect((await compareEquity({ db: database().db, node: { ...node, balances } })).isQuiet).toBe(false);
  });
});
