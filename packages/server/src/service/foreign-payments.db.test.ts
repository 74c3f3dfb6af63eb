import { bytesToHex } from "@noble/hashes/utils.js";
import { beforeEach, expect, it } from "vitest";
import { listIncidentsOf, listOpenIncidents } from "#incidents";
import { msats, sats } from "#kernel/money.ts";
import { listForeign } from "#lightning";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Driving } from "#slices/payments/testing/driving.harness.ts";
import { followReceipts } from "#slices/receiving/credit/follow-receipts.ts";
import { reconcile } from "./reconcile.ts";
import { quick, restored } from "./testing/restored.harness.ts";
import { checkForeignPayments } from "./worker.ts";

const OPTIONS = {
  reason: "a bill of mine",
  requireJournal: async () => undefined,
  booked: () => undefined,
  isWhole: async () => true,
};

onDatabase("a payment that the operator makes with the node", (database) => {
  const { anew, given, resolving, kinds, expectWhole } = restored(database);
  beforeEach(anew);
  const running = ({ world }: Driving) => checkForeignPayments(world.drive, true);

  it("holds nobody and pauses nothing while the service runs, and is booked by one reconcile", async () => {
    const driving = await given();
    const payment = await resolving(driving);
    const hash = driving.paid(sats(70n));
    for (let times = 0; times < 3; times += 1) await running(driving);
    expect(await kinds()).toEqual([]);
    expect((await driving.reread(payment)).onHoldFor).toBeUndefined();
    const subject = Buffer.from(hash).toString("hex");
    expect(await listIncidentsOf(database().db, subject)).toMatchObject([{ kind: "foreign_payment", isOpen: true }]);

    const { results, lift } = await reconcile(driving.world.drive, OPTIONS);
    expect([results.map(({ outcome }) => outcome), lift]).toEqual([["booked"], "was_not_set"]);
    await driving.later(60_000);
    expect(await driving.kindOf(payment)).toBe("completed");
    await expectWhole(driving);
    expect(await listIncidentsOf(database().db, subject)).toMatchObject([{ isOpen: false }]);
  });

  it("is booked and its pause lifted by one reconcile, also when workers compare all the while", async () => {
    const driving = await given();
    driving.paid(sats(70n));
    await driving.check();
    const isWhole = async () => {
      await Promise.all([driving.check(), running(driving), driving.check()]); // the audit takes seconds
      return true;
    };
    const how = { reason: "a bill", requireJournal: async () => undefined, booked: () => undefined, isWhole };
    expect((await reconcile(quick(driving.world.drive), how)).lift).toBe("lifted");
    expect(await kinds()).toEqual([]);
    await expectWhole(driving);
  });

  it("lets everybody go on when the operator says after a start that it was his", async () => {
    const driving = await given();
    const payments = [await resolving(driving), await resolving(driving)];
    driving.paid(sats(100n)); // the amount of those that wait
    await driving.check();
    expect(await kinds()).toEqual(["foreign_payments", "restore"]);
    const { results, lift } = await reconcile(quick(driving.world.drive), { ...OPTIONS, mine: true });
    expect([results.map(({ outcome }) => outcome), lift]).toEqual([["booked"], "lifted"]);
    expect(await kinds()).toEqual([]);
    await driving.later(60_000);
    for (const payment of payments) expect(await driving.kindOf(payment)).toBe("completed");
    await expectWhole(driving);
  });

  /** The node pays an invoice of its own over 500 sat, with a fee of 1,500 msats: both sides of it have settled. */
  async function rebalanced({ world }: Driving): Promise<{ paymentHash: Uint8Array; subject: string }> {
    await database().admin.query(sql`update receiving.node_cursor set position = '0'`); // of the node before
    const { invoice, paymentHash } = await world.node.createInvoice({
      amount: sats(500n),
      description: { kind: "text", text: "rebalance" },
      expirySeconds: 600,
    });
    world.node.receiving.payInvoice(invoice);
    world.node.paying.attempts.push({
      reference: bytesToHex(paymentHash).slice(0, 8),
      invoice,
      paymentHash,
      amount: sats(500n),
      fee: msats(1_500n),
      status: { kind: "settled", preimage: new Uint8Array(32), fee: msats(1_500n) },
    });
    return { paymentHash, subject: bytesToHex(paymentHash) };
  }

  const ACCOUNTS = ["loss", "suspense", "liquidity_expense"] as const;
  const standing = async ({ world }: Driving) =>
    await Promise.all(ACCOUNTS.map((account) => world.systemBalance(account)));
  const book = async ({ world }: Driving) =>
    (await reconcile(world.drive, { ...OPTIONS, reason: "unused" })).results.map(({ outcome }) => outcome);
  const receive = async ({ world }: Driving, reached: () => void = () => undefined) =>
    await followReceipts(
      { ...world.drive, ...world.pay, onCredited: () => undefined, reached } as never,
      AbortSignal.abort(), // what is not there is not waited for
    );
  /** The fee is what liquidity costs, nothing else has changed, and no operator was needed. */
  async function expectFeeAlone(driving: Driving, before: readonly bigint[], subject: string): Promise<void> {
    const [loss = 0n, suspense = 0n, liquidity = 0n] = before;
    expect(await standing(driving)).toEqual([loss, suspense, liquidity - 1_500n]);
    expect(await kinds()).toEqual([]);
    expect(await listIncidentsOf(database().db, subject)).toEqual([]);
    const all = await database().db.query(sql`select 1 from incidents.incident where subject_kind = 'receipt'`);
    expect(all).toEqual([]);
    expect(await listForeign(database().db)).toEqual([]);
    await expectWhole(driving);
  }

  it("costs the fee alone when the node paid itself, and the payment is seen first", async () => {
    const driving = await given();
    const before = await standing(driving);
    const { subject } = await rebalanced(driving);
    for (const isSameBook of [false, true]) await checkForeignPayments(driving.world.drive, isSameBook);
    expect(await book(driving)).toEqual(["open"]); // its receipt is on its way
    await receive(driving);
    expect(await book(driving)).toEqual(["booked"]);
    expect(await book(driving)).toEqual([]);
    await expectFeeAlone(driving, before, subject);
  });

  it("costs the fee alone when the node paid itself, and the receipt is seen first", async () => {
    const driving = await given();
    const before = await standing(driving);
    const { subject } = await rebalanced(driving);
    await receive(driving);
    expect((await standing(driving))[1]).toBe((before[1] ?? 0n) + 500_000n); // until its payment is booked
    await running(driving);
    expect(await book(driving)).toEqual(["booked"]);
    await expectFeeAlone(driving, before, subject);
  });

  it.each(["the receipt", "the payment"])(
    "costs the fee alone when processes die after each step and %s is first",
    async (first) => {
      const driving = await given();
      const before = await standing(driving);
      const { subject } = await rebalanced(driving);
      const dies = () => {
        throw new Error("the process was killed");
      };
      const steps = [() => receive(driving), () => running(driving)];
      if (first === "the payment") steps.reverse();
      await expect(receive(driving, dies)).rejects.toThrow("was killed"); // before it is credited
      for (const step of steps) await step();
      const { batch } = driving.world.drive;
      const dying = async (...call: Parameters<typeof batch>) => {
        await batch(...call); // what was done is done, and its answer is lost
        return dies();
      };
      const process = { ...driving.world.drive, batch: dying as unknown as typeof batch };
      await expect(reconcile(process, { ...OPTIONS, reason: "unused" })).rejects.toThrow("was killed");
      for (let times = 0; times < 2; times += 1) {
        for (const step of steps) await step();
        expect(await book(driving)).toEqual([]);
      }
      await expectFeeAlone(driving, before, subject);
    },
  );

  it("is booked once when many processes see and book it concurrently", async () => {
    const driving = await given();
    const before = await standing(driving);
    const { subject } = await rebalanced(driving);
    const all = () =>
      Promise.all([1, 2, 3].flatMap(() => [receive(driving), running(driving).then(() => book(driving))]));
    await all();
    await all();
    await expectFeeAlone(driving, before, subject);
  });

  it("is a receipt for nobody as long as the node cannot say that it has paid it", async () => {
    const driving = await given();
    const { world } = driving;
    const { paymentHash } = await rebalanced(driving);
    world.node.broken.add("lookupOutgoing");
    await receive(driving);
    world.node.broken.delete("lookupOutgoing");
    const open = async () => {
      const all = await listOpenIncidents(database().db, 100);
      return all.filter(({ subjectKind }) => subjectKind === "receipt").map(({ kind }) => kind);
    };
    expect(await open()).toEqual(["receipt_suspended"]);
    await running(driving);
    expect(await book(driving)).toEqual(["booked"]);
    expect(await open()).toEqual([]);
    expect(await world.node.lookupIncoming(paymentHash)).toMatchObject({ kind: "settled" });
    await expectWhole(driving);
  });
});
