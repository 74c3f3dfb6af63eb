import { beforeEach, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import { listForeign } from "#lightning";
import { releasePayments } from "#payments";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { reconcile } from "./reconcile.ts";
import { restored } from "./testing/restored.harness.ts";
import { checkForeignPayments } from "./worker.ts";

const REASON = "read the node's list";
const REASON_AND = { reason: REASON, requireJournal: async () => undefined, booked: () => undefined };

onDatabase("reconciling with the node", (database) => {
  const { anew, given, resolving, kinds, expectWhole } = restored(database);
  beforeEach(anew);

  it("stays paused when a worker finds one more foreign payment during the audit", async () => {
    const driving = await given();
    driving.paid(sats(100n));
    await driving.check();

    const isWhole = async () => {
      driving.paid(sats(7n));
      await driving.check();
      return true;
    };
    expect((await reconcile(driving.world.drive, { ...REASON_AND, isWhole })).lift).toBe("set_again");

    expect(await kinds()).toEqual(["foreign_payments"]);
    expect((await listForeign(database().db)).map(({ amount }) => amount)).toEqual([7_000n]);
    await expectWhole(driving, { foreign: 1 });
  });

  it("stays paused when a worker has set the pause for one more and not recorded it yet", async () => {
    const driving = await given();
    const { world, paid, check } = driving;
    paid(sats(100n));
    await check();
    paid(sats(7n));
    const gate = Promise.withResolvers<void>();
    const pausing = Promise.withResolvers<void>();
    // The worker stands between its pause and its record.
    const transaction: typeof world.drive.db.transaction = async (work) => {
      pausing.resolve();
      await gate.promise;
      return await world.drive.db.transaction(work);
    };
    const worker = checkForeignPayments({ ...world.drive, db: { ...world.drive.db, transaction } });
    await pausing.promise;

    const { lift, results } = await reconcile(world.drive, { ...REASON_AND, isWhole: async () => true });
    expect(lift === "lifted" && results.length < 2, "lifted with a payment that is not booked").toBe(false);
    expect(await kinds()).toEqual(["foreign_payments"]);
    gate.resolve();
    await worker;

    const again = await reconcile(world.drive, { ...REASON_AND, isWhole: async () => true });
    expect(again.lift).toBe("lifted");
    expect(await kinds()).toEqual([]);
    await expectWhole(driving);
  });

  it("keeps the pause while a payment may be one on hold, and while the books do not agree", async () => {
    const driving = await given();
    await resolving(driving);
    driving.paid(sats(100n));
    await driving.check();
    const undecided = await reconcile(driving.world.drive, { ...REASON_AND, isWhole: async () => true });
    expect(undecided).toMatchObject({ lift: "not_over", results: [{ outcome: "on_hold" }] });

    await releasePayments(driving.world.drive, { id: undefined, reason: REASON, despiteForeign: true });
    const broken = await reconcile(driving.world.drive, { ...REASON_AND, isWhole: async () => false });
    expect(broken).toMatchObject({ lift: "not_over", results: [{ outcome: "booked" }] });
    expect(await kinds()).toEqual(["foreign_payments"]);
  });

  it("stays paused when payments are put on hold again in the moment in which the last one was let go", async () => {
    const driving = await given();
    const { world, paid, check, reread } = driving;
    const payment = await resolving(driving);
    paid(sats(70n));
    await check();
    // A second foreign payment is found between the count of payments on hold and the lift.
    let counted = 0;
    const query: typeof world.drive.db.query = async (statement) => {
      const rows = await world.drive.db.query<never>(statement);
      if (!/select id\s.*on_hold_for is not null/s.test(statement.text)) return rows;
      counted += 1;
      paid(sats(71n));
      await check();
      return rows;
    };

    const deps = { ...world.drive, db: { ...world.drive.db, query } };
    await releasePayments(deps, { id: undefined, reason: REASON, despiteForeign: false });

    expect(counted).toBe(1);
    expect((await reread(payment)).onHoldFor).toBe("restore");
    expect(await kinds()).toContain("restore");
    await releasePayments(world.drive, { id: undefined, reason: REASON, despiteForeign: false });
    expect(await kinds()).not.toContain("restore");
  });
});
