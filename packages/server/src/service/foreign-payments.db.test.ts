import { beforeEach, expect, it } from "vitest";
import { listIncidentsOf, listOpenIncidents } from "#incidents";
import { msats, sats } from "#kernel/money.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import type { Driving } from "#slices/payments/testing/driving.harness.ts";
import { followReceipts } from "#slices/receiving/credit/follow-receipts.ts";
import { reconcile } from "./reconcile.ts";
import { restored } from "./testing/restored.harness.ts";
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
    expect((await reconcile(driving.world.drive, how)).lift).toBe("lifted");
    expect(await kinds()).toEqual([]);
    await expectWhole(driving);
  });

  it("lets everybody go on when the operator says after a start that it was his", async () => {
    const driving = await given();
    const payments = [await resolving(driving), await resolving(driving)];
    driving.paid(sats(100n)); // the amount of those that wait
    await driving.check();
    expect(await kinds()).toEqual(["foreign_payments", "restore"]);
    const { results, lift } = await reconcile(driving.world.drive, { ...OPTIONS, mine: true });
    expect([results.map(({ outcome }) => outcome), lift]).toEqual([["booked"], "lifted"]);
    expect(await kinds()).toEqual([]);
    await driving.later(60_000);
    for (const payment of payments) expect(await driving.kindOf(payment)).toBe("completed");
    await expectWhole(driving);
  });

  it("costs the fee alone when the node paid itself: what came back is no money of others", async () => {
    const driving = await given();
    const { world } = driving;
    const own = async () => await world.systemBalance("loss");
    const [loss, suspense] = [await own(), await world.systemBalance("suspense")];
    const description = { kind: "text", text: "rebalance" } as const;
    const { invoice, paymentHash } = await world.node.createInvoice({
      amount: sats(500n),
      description,
      expirySeconds: 600,
    });
    world.node.receiving.payInvoice(invoice);
    world.node.paying.attempts.push({
      reference: "1000",
      invoice,
      paymentHash,
      amount: sats(500n),
      fee: msats(1_500n),
      status: { kind: "settled", preimage: new Uint8Array(32), fee: msats(1_500n) },
    });
    for (const isSameBook of [false, true]) await checkForeignPayments(world.drive, isSameBook);
    const book = () =>
      reconcile(world.drive, {
        reason: "unused",
        requireJournal: async () => undefined,
        booked: () => undefined,
        isWhole: async () => true,
      });
    expect((await book()).results.map(({ outcome }) => outcome)).toEqual(["open"]); // its receipt is on its way
    const charging = { ...world.drive, ...world.pay, onCredited: () => undefined };
    await followReceipts(charging as never, new AbortController().signal);
    expect(await world.systemBalance("suspense")).toBe(suspense + 500_000n);
    expect((await book()).results.map(({ outcome }) => outcome)).toEqual(["booked"]);
    expect([await kinds(), await own(), await world.systemBalance("suspense")]).toEqual([[], loss - 1_500n, suspense]);
    const open = await listOpenIncidents(database().db, 100);
    expect(open.filter(({ subjectKind }) => subjectKind === "receipt")).toEqual([]);
    await expectWhole(driving);
  });
});
