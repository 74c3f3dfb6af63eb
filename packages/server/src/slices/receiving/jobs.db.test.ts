import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { microBatch } from "#platform/database/micro-batch.ts";
import { APP_ROLE, connect, type Database } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { expiryLoop, receiveLoop } from "./jobs.ts";
import {
  balanceOf,
  breaches,
  chargeNow,
  creditDeps,
  fakeNode,
  givenCaller,
  givenCharge,
} from "./testing/receiving.harness.ts";

onDatabase("the loops of receiving", (database) => {
  let pool: Database;
  beforeAll(() => {
    pool = connect({ url: database().url, role: APP_ROLE, max: 2, name: "batches" });
  });
  afterAll(() => pool.close());

  /** A node that answers when something came in or the question was taken back, as the port says. */
  const given = () => {
    const node = fakeNode();
    const failures: unknown[] = [];
    const waiting: typeof node.received = async (cursor, _, signal) => {
      let receipts = await node.received(cursor, 0);
      for (; receipts.length === 0 && !signal?.aborted; receipts = await node.received(cursor, 0))
        await machineClock.sleep(5, signal);
      signal?.throwIfAborted();
      return receipts;
    };
    const deps = {
      ...creditDeps(database()),
      db: database().db,
      batch: microBatch({ db: pool, clock: machineClock }),
      clock: machineClock,
      node: { ...node, received: waiting },
      scheduler: machineScheduler({ failed: (_, error) => failures.push(error) }),
    };
    return { node, deps, failures };
  };

  it("credit hundreds of receipts in a few calls, go on after an error, and stop without one", async () => {
    const { node, deps, failures } = given();
    const caller = await givenCaller(database());
    const charges = await Promise.all(Array.from({ length: 300 }, () => givenCharge(database(), caller)));
    const receive = (from: number, to: number) => {
      for (const { paymentHash } of charges.slice(from, to)) node.receive(paymentHash, 10_000n);
    };
    const loop = receiveLoop(deps);

    receive(0, 299);
    await vi.waitFor(() => expect(deps.credited).toHaveLength(299), 10_000);
    node.isDown = true;
    await vi.waitFor(() => expect(failures).toMatchObject([{ name: "NodeUnavailable" }]), 5_000);
    node.isDown = false;
    receive(299, 300);
    await vi.waitFor(() => expect(deps.credited).toHaveLength(300), 10_000);
    await loop.stop();

    expect(failures).toHaveLength(1);
    expect(await balanceOf(database(), caller.wallet.account)).toBe(3_000_000n);
    expect(await breaches(database())).toEqual([]);
  });

  it("end a charge soon after its time", async () => {
    const { node, deps, failures } = given();
    const charge = await givenCharge(database(), await givenCaller(database()), { expirySeconds: -1 });
    node.invoices.set(Buffer.from(charge.paymentHash).toString("hex"), { kind: "unpaid" });

    const loop = expiryLoop(deps);
    await vi.waitFor(async () => expect((await chargeNow(database(), charge)).state.kind).toBe("expired"), 5_000);
    await loop.stop();
    expect(failures).toEqual([]);
  });
});
