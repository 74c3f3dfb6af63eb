import { beforeEach, expect, it } from "vitest";
import type { Reached } from "#kernel/clock.ts";
import { findClosure } from "#ledger";
import { drivePayment, listAttempts } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { openRestore } from "#restore";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { restored } from "./testing/restored.harness.ts";

/** A process of the former service goes on, with its leases and connections, on the database that is open. */
onDatabase("an old service that still lives", (database) => {
  const { anew, given, openLedger } = restored(database);
  beforeEach(anew);

  it("sends nothing through the restored database, not what it was about to send, and accepts nothing", async () => {
    const { world, lease, pay, later, reread } = await given();
    world.node.plan = settles();
    const payment = await lease();
    const reached: Reached = async (at) => {
      if (at === "before-dispatch") await openRestore(world.drive, "book_went_back");
    };
    await expect(drivePayment({ ...world.drive, reached }, payment)).rejects.toMatchObject({ code: "restoring" });
    expect(await findClosure(database().db)).toBe("restoring");
    await expect(pay()).rejects.toMatchObject({ code: "restoring" });
    for (let minute = 0; minute < 5; minute += 1) await later(MINUTE);
    expect(world.node.requests).toEqual([]);
    expect(await listAttempts(database().db, payment.id)).toEqual([]);
    expect(await reread(payment)).toMatchObject({ onHoldFor: "restore", progress: { kind: "ready" } });
  });

  it("sends nothing of what was owed when the ledger is open again, and its epoch is not that of the restore", async () => {
    const driving = await given();
    const { world, lease } = driving;
    world.node.plan = settles();
    const payment = await lease();
    const epoch = async () =>
      (await database().admin.query<{ epoch: bigint }>(sql`select platform.epoch() as epoch`))[0]?.epoch ?? 0n;
    const before = await epoch();
    await openRestore(world.drive, "book_went_back");
    expect(await epoch()).toBe(before + 1n);
    await openLedger();
    await drivePayment(world.drive, payment); // with its lease of before
    expect(world.node.requests).toEqual([]);
    expect(await listAttempts(database().db, payment.id)).toEqual([]);
  });
});
