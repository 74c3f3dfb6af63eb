import { bytesToHex } from "@noble/hashes/utils.js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startLook } from "#platform/database/look.ts";
import { microBatch } from "#platform/database/micro-batch.ts";
import { APP_ROLE, connect, type Database } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { expiryLoop, receiveLoop } from "./jobs.ts";
import { balanceOf, breaches, chargeNow, creditDeps, givenCaller, givenCharge } from "./testing/receiving.harness.ts";

onDatabase("the loops of receiving", (database) => {
  let pool: Database;
  beforeAll(() => {
    pool = connect({ url: database().url, role: APP_ROLE, max: 2, name: "batches" });
  });
  afterAll(() => pool.close());

  const given = () => {
    const node = createFakeNode({ clock: machineClock });
    const failures: unknown[] = [];
    const deps = {
      ...creditDeps(database()),
      db: database().db,
      batch: microBatch({ db: pool, clock: machineClock }),
      clock: machineClock,
      node,
      scheduler: machineScheduler({ failed: (_, error) => failures.push(error) }),
    };
    return { node, deps, failures };
  };

  it("credit hundreds of receipts in a few calls, go on after an error, and stop without one", async () => {
    const { node, deps, failures } = given();
    const caller = await givenCaller(database());
    const charges = await Promise.all(Array.from({ length: 300 }, () => givenCharge(database(), caller)));
    const receive = (from: number, to: number) => {
      for (const { paymentHash } of charges.slice(from, to)) node.receiving.receive(paymentHash, 10_000n);
    };
    const loop = receiveLoop(deps);

    receive(0, 299);
    await expect.poll(() => deps.credited).toHaveLength(299);
    node.isDown = true;
    node.restart(); // the call that waits breaks
    await expect.poll(() => failures).toMatchObject([{ name: "NodeUnavailable" }]);
    node.isDown = false;
    receive(299, 300);
    await expect.poll(() => deps.credited).toHaveLength(300);
    await loop.stop();

    expect(failures).toHaveLength(1);
    expect(await balanceOf(database(), caller.wallet.account)).toBe(3_000_000n);
    expect(await breaches(database())).toEqual([]);
  });

  it("end a charge soon after its time", async () => {
    const { node, deps, failures } = given();
    const charge = await givenCharge(database(), await givenCaller(database()), { expirySeconds: -1 });
    node.receiving.invoices.set(bytesToHex(charge.paymentHash), { kind: "unpaid" });

    const look = startLook(deps);
    const loop = expiryLoop({ ...deps, look });
    await expect.poll(async () => (await chargeNow(database(), charge)).state.kind).toBe("expired");
    await Promise.all([look.stop(), loop.stop()]);
    expect(failures).toEqual([]);
  });
});
