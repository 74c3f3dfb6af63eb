import { beforeEach, expect, it } from "vitest";
import { newId, type TransferId } from "#kernel/ids.ts";
import type { JournalEntry } from "#kernel/journal.ts";
import { msats, sats } from "#kernel/money.ts";
import { findTotals } from "#ledger";
import {
  bindNode,
  bookOperatorMoney,
  bringBackBooking,
  findOwnMoney,
  listOperatorBookings,
  undoOperatorBooking,
} from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { memoryJournal } from "#platform/journal/testing/memory-journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { assignAgain, assignReceipt, listSuspended } from "#receiving";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { creditReceipt } from "#slices/receiving/credit/credit-receipt.ts";
import { breaches, creditDeps, givenCaller } from "#slices/receiving/testing/receiving.harness.ts";
import { dyingAt, importOf } from "./testing/imported.harness.ts";
import { restored } from "./testing/restored.harness.ts";

const random = machineRandom();

onDatabase("the import of what operators booked", (database) => {
  const { liftAll } = restored(database);
  beforeEach(liftAll);
  const close = () => database().admin.query(sql`select ledger.close_book('restoring')`);
  const outcomes = (all: readonly { readonly outcome: string }[]) => all.map(({ outcome }) => outcome);
  const booked = async () => (await listOperatorBookings(database().db, 1_000)).map(({ id, kind }) => `${kind} ${id}`);
  const own = async () => (await findOwnMoney(database().db, machineClock.now())).own;
  const bound = async () => {
    const key = new Uint8Array(32).fill(9);
    const node = createFakeNode({ clock: machineClock, key, funds: sats(100_000n) });
    await database().admin.query(sql`delete from lightning.node`);
    await bindNode({ ...database(), node, clock: machineClock, random }, { instanceId: random.uuid() });
  };
  const book = (kind: string, amount: bigint, id: string = random.uuid()): JournalEntry => ({
    what: "operator.book",
    id,
    kind,
    amount: msats(amount),
  });

  it("books again under the same ids, in their order; what was refused then is left out", async () => {
    await bound();
    const journal = memoryJournal();
    const deps = { ...database(), random, journal };
    const asked = { kind: "equity_withdrawal", amount: sats(1_000_000_000n), reason: "", despiteOwn: false } as const;
    await expect(bookOperatorMoney(deps, asked)).rejects.toThrow("more than your own");
    const [deposit, cost] = [book("equity_deposit", 7_000n), book("chain_cost", 2_000n)];
    const undo: JournalEntry = { what: "operator.book", id: random.uuid(), kind: "undo", subject: deposit.id };
    const before = await own();
    await close();
    const run = await importOf(database(), [...journal.entries, deposit, cost, undo]);

    await expect(run(dyingAt(database().db, /bring_back_booking/, 2))).rejects.toThrow("died");
    const lost = { id: cost.id as TransferId, kind: "chain_cost", amount: msats(2_000n) } as const;
    const again8 = Array.from({ length: 8 }, () => bringBackBooking({ ...database(), clock: machineClock }, lost));
    expect((await Promise.all(again8)).toSorted()).toEqual(["booked", ...Array(7).fill("known")]);
    const both = await Promise.all([run(), run()]);
    expect(outcomes(both.flat()).filter((outcome) => outcome === "done")).toHaveLength(1);
    expect(await run()).toEqual([]);
    expect(await booked()).toEqual(
      expect.arrayContaining([`equity_deposit ${deposit.id}`, `chain_cost ${cost.id}`, `booking_undone ${undo.id}`]),
    );
    expect(await booked()).toHaveLength(3);
    expect((await own()) - before).toBe(-2_000n);
    expect(await breaches(database())).toEqual([]);

    await liftAll();
    const again = undoOperatorBooking(deps, { undoes: deposit.id as TransferId, reason: "twice" });
    await expect(again).rejects.toThrow("undone before");
    expect(await run()).toEqual([]);
  });

  it("books despite what is the operator's own by now, and names what it cannot book", async () => {
    await bound();
    const [{ system }, before] = [await findTotals(database().db), await own()];
    const most = book("equity_withdrawal", before + 5_000n);
    const undo: JournalEntry = { what: "operator.book", id: random.uuid(), kind: "undo", subject: random.uuid() };
    const run = await importOf(database(), [most, undo]);
    expect(outcomes(await run())).toEqual(["done", "question"]);
    expect(await own()).toBe(-5_000n);
    expect((await findTotals(database().db)).system.get("onchain")).toBe(
      (system.get("onchain") ?? 0n) + before + 5_000n,
    );
    await database().admin.query(sql`delete from lightning.node`);
    const unbound = await importOf(database(), [book("equity_deposit", 1_000n)]);
    const [asked] = await unbound();
    expect([asked?.outcome, asked?.detail]).toEqual(["question", expect.stringContaining("no node was connected")]);
  });

  it("gives a receipt again to the wallet that it was given to, when the node has reported it anew", async () => {
    const { db } = database();
    const journal = memoryJournal();
    const deps = { ...creditDeps(database()), db, clock: machineClock };
    const paymentHash = random.bytes(32);
    const suspended = async () => {
      await creditReceipt(deps, { paymentHash, amount: sats(9n), cost: msats(0n), settledAt: new Date() }, undefined);
      return (await listSuspended(db, 1_000)).find((one) => Buffer.compare(one.paymentHash, paymentHash) === 0)?.id;
    };
    const { wallet } = await givenCaller(database());
    const wallets = async () => (await findTotals(db)).system.get("suspense") ?? 0n;
    // The journal of a life in which the receipt had another id.
    const transfer = newId<TransferId>(random);
    const told = { what: "operator.book", id: transfer, kind: "assign_receipt", subject: random.uuid() } as const;
    const run = await importOf(database(), [{ ...told, wallet: wallet.id, paymentHash }]);
    expect(outcomes(await run())).toEqual(["question"]);
    const receipt = await suspended();
    const before = await wallets();

    const lost = { transfer, paymentHash, wallet: wallet.id };
    const again8 = Array.from({ length: 8 }, () => assignAgain({ db, clock: machineClock, random }, lost));
    const [all] = await Promise.all([Promise.all(again8), run()]);
    expect(all.filter((outcome) => outcome !== "known").length).toBeLessThanOrEqual(1);
    expect(all.filter((outcome) => outcome !== "known" && outcome !== "assigned")).toEqual([]);
    expect(await run()).toEqual([]);
    expect((await wallets()) - before).toBe(-sats(9n));
    const other = await givenCaller(database());
    const again = assignReceipt(
      { ...deps, journal },
      { receipt: receipt ?? "", wallet: other.wallet, reason: "again" },
    );
    await expect(again).rejects.toThrow("no money of");
    expect(journal.entries).toMatchObject([
      { kind: "assign_receipt", subject: receipt, wallet: other.wallet.id },
      { kind: "refused" },
    ]);
    expect(await (await importOf(database(), journal.entries))()).toEqual([]);
    expect(await breaches(database())).toEqual([]);
  });

  it("names what was decided about payments, with the command", async () => {
    const paymentHash = random.bytes(32);
    const hash = Buffer.from(paymentHash).toString("hex");
    await database().admin.query(sql`
      insert into lightning.foreign_payment (payment_hash, amount_msats, found_at)
      values (${paymentHash}, 5000, now())`);
    const [payment, wallet] = [random.uuid(), random.uuid()];
    const ended: JournalEntry = { what: "operator.book", id: payment, kind: "end_failed", paymentHash };
    const line = { what: "operator.book", paymentHash, amount: msats(5_000n) } as const;
    const run = await importOf(database(), [
      ended,
      { ...line, id: random.uuid(), kind: "reconcile_wallet", subject: wallet },
      { ...line, id: random.uuid(), kind: "set_aside" },
      { ...line, id: random.uuid(), kind: "reconcile_loss", paymentHash: random.bytes(32) }, // explained by now
    ]);
    const all = await run();
    expect(all.map(({ detail }) => detail)).toEqual([
      expect.stringContaining(`leyden payment end ${payment} --as failed`),
      expect.stringContaining(`leyden reconcile ${hash} --set-aside`),
    ]);
    expect(outcomes(all)).toEqual(["question", "question"]);
    expect(await run()).toEqual(all);
    await database().admin.query(sql`delete from lightning.foreign_payment where payment_hash = ${paymentHash}`);
  });

  it("names what was said of a payment after it had been booked as a loss, where the copy has the loss alone", async () => {
    const [again, still] = [random.bytes(32), random.bytes(32)];
    const [wallet, id] = [random.uuid(), random.uuid()];
    for (const hash of [again, still])
      await database().admin.query(sql`
        insert into lightning.foreign_payment (payment_hash, amount_msats, found_at, booked_at, transfer_id, loss_fee_msats)
        values (${hash}, 5000, now(), now(), gen_random_uuid(), 0)`);
    const line = { what: "operator.book", amount: msats(5_000n) } as const;
    const said = { ...line, kind: "reconcile_wallet", subject: wallet };
    const run = await importOf(database(), [
      { ...line, id: random.uuid(), paymentHash: again, kind: "reconcile_loss" },
      { ...said, id, paymentHash: again },
      { ...said, id: random.uuid(), paymentHash: still }, // it was refused
      { ...line, id: random.uuid(), paymentHash: still, kind: "reconcile_loss" },
    ]);
    expect(await run()).toMatchObject([
      {
        outcome: "question",
        id,
        detail: `you had decided: \`leyden reconcile ${Buffer.from(again).toString("hex")} --to wallet ${wallet} --instead-of-loss\``,
      },
    ]);
    await database().admin.query(sql`delete from lightning.foreign_payment where payment_hash in (${again}, ${still})`);
  });
});
