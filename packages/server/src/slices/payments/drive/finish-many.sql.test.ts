import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, fails, knows, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import type { Payment } from "../model/payment.ts";
import {
  answersLostOnce,
  type Driving,
  diesAt,
  FUNDS,
  givenDriving,
  invoiceOf,
  MINUTE,
} from "../testing/driving.harness.ts";
import { watchFinished } from "../watch/watch-finished.ts";
import { completePayment, failPayment } from "./finish-payment.ts";

const HOUR = 3_600_000;

onDatabase("finishing payments", (database) => {
  async function givenUnclear(driving: Driving): Promise<{ payment: Payment; preimage: Uint8Array }> {
    driving.world.node.plan = cut();
    const payment = await driving.pay();
    expect(payment.progress.kind).toBe("unknown");
    return { payment, preimage: driving.world.preimageOf(invoiceOf(payment).paymentHash) };
  }

  it("books a success that comes in one batch with the failure of an attempt before it", async () => {
    const driving = await givenDriving(database());
    const { world, caller, breaches } = driving;
    const { payment, preimage } = await givenUnclear(driving);

    const outcomes = await Promise.all([
      failPayment(world.drive, payment, {
        attempt: 0,
        code: "no_route",
        detail: "of an attempt before",
        isWatched: false,
      }),
      completePayment(world.drive, payment, { preimage, fee: msats(7n) }),
      completePayment(world.drive, payment, { preimage, fee: msats(7n) }),
    ]);

    expect(outcomes).toEqual(["stale", "finished", "same_outcome"]);
    expect(await world.balance(caller)).toBe(FUNDS - 100_007n);
    expect(await breaches()).toEqual([]);
  });

  it.each([7n, 200_000n])(
    "books a success that comes in one batch with the failure of the same attempt as a loss: fee %s",
    async (fee) => {
      const driving = await givenDriving(database());
      const { world, caller, breaches, incidentsOf } = driving;
      const { payment, preimage } = await givenUnclear(driving);

      const outcomes = await Promise.all([
        failPayment(world.drive, payment, {
          attempt: 1,
          code: "no_route",
          detail: "as the node says",
          isWatched: true,
        }),
        completePayment(world.drive, payment, { preimage, fee: msats(fee) }),
      ]);

      expect(outcomes).toEqual(["finished", "late_success"]);
      expect(await incidentsOf(payment)).toEqual(["late_success"]);
      expect(await world.balance(caller)).toBe(FUNDS);
      expect(await breaches()).toEqual([]);
    },
  );

  it("alarms for a failure after a success only when the node says so, not a driver that is behind", async () => {
    const driving = await givenDriving(database());
    const { world, pay, incidentsOf } = driving;
    const payment = await pay();
    const failure = { code: "address_unreachable", detail: "too late", isWatched: false } as const;

    expect(await failPayment(world.drive, payment, { attempt: 0, ...failure })).toBe("stale");
    expect(await incidentsOf(payment)).toEqual([]);
    expect(await failPayment(world.drive, payment, { attempt: 1, ...failure })).toBe("late_failure");
    expect(await incidentsOf(payment)).toEqual(["late_failure"]);
    expect(await driving.kindOf(payment)).toBe("completed");
  });

  it("records a fee above the limit, a wrong preimage and a late success also when each answer is lost once", async () => {
    const driving = await givenDriving(database(), { batchOn: answersLostOnce(database()) });
    const { world, caller, pay, incidentsOf, breaches, sent } = driving;

    world.node.plan = settles({ fee: msats(10_123n) });
    const dear = await pay();
    expect(dear.progress.kind).toBe("completed");
    expect(await incidentsOf(dear)).toEqual(["fee_above_limit"]);

    world.node.plan = settles({ preimage: randomBytes(32) });
    const wrong = await pay();
    expect(wrong.progress.kind).toBe("unknown");
    expect(await incidentsOf(wrong)).toEqual(["wrong_preimage"]);

    world.node.plan = fails();
    const failed = await pay();
    const before = await world.systemBalance("loss");
    const late = await completePayment(world.drive, failed, {
      preimage: world.preimageOf(sent().paymentHash),
      fee: msats(500n),
    });
    expect(["late_success", "same_outcome"]).toContain(late);
    expect(await incidentsOf(failed)).toEqual(["late_success"]);
    expect((await world.systemBalance("loss")) - before).toBe(-100_500n);
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n - 110_000n);
    expect(await breaches()).toEqual([]);
  });

  it("records a fee above the limit also when the process dies right after booking it", async () => {
    const driving = await givenDriving(database());
    const { world, incidentsOf } = driving;
    const { payment, preimage } = await givenUnclear(driving);
    const dying = { ...world.drive, reached: diesAt("after-finish") };
    await expect(completePayment(dying, payment, { preimage, fee: msats(10_001n) })).rejects.toThrow("died");
    expect(await incidentsOf(payment)).toEqual(["fee_above_limit"]);
  });

  it("does not take the success of another payment of an invoice for that of one that failed before", async () => {
    const driving = await givenDriving(database(), { node: { retriesFailed: true } });
    const { world, pay, breaches, incidentsOf, sent } = driving;
    const { text } = world.invoice({ amount: sats(100n) });
    const lnAddress = world.recipient("same", { invoice: () => ({ pr: text }) });

    world.node.plan = fails();
    const failed = await pay({ lnAddress });
    world.node.plan = settles();
    const paid = await pay({ lnAddress });
    world.node.plan = fails();
    const later = await pay();
    world.node.paying.settleFailed(sent().paymentHash);
    expect([failed, paid, later].map(({ progress }) => progress.kind)).toEqual(["failed", "completed", "failed"]);
    const before = await world.systemBalance("loss");

    await watchFinished(world.drive, new AbortController().signal);

    expect(await incidentsOf(failed)).toEqual([]);
    expect(await incidentsOf(later)).toEqual(["late_success"]);
    expect((await world.systemBalance("loss")) - before).toBe(-101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("leaves the hash of a stranger's invoice that failed to the real one, and takes its success for its own", async () => {
    const driving = await givenDriving(database(), { node: { retriesFailed: true } });
    const { world, caller, pay, breaches, incidentsOf } = driving;
    const real = world.invoice({ amount: sats(100n) });
    const { text } = world.invoice({ amount: sats(100n), paymentHash: real.paymentHash, key: randomBytes(32) });
    world.node.plan = fails();
    const stranger = await pay({ lnAddress: world.recipient("stranger", { invoice: () => ({ pr: text }) }) });
    expect(stranger.progress).toMatchObject({ kind: "failed", code: "no_route" });

    world.node.plan = settles();
    const paid = await pay({ lnAddress: world.recipient("real", { invoice: () => ({ pr: real.text }) }) });
    await watchFinished(world.drive, new AbortController().signal);

    expect(paid.progress).toMatchObject({ kind: "completed", invoice: real.text });
    expect(await incidentsOf(stranger)).toEqual([]);
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("asks the node when it refuses a hash that it knows, and completes only with the right preimage", async () => {
    const driving = await givenDriving(database());
    const { world, pay, later, incidentsOf } = driving;
    const before = await world.systemBalance("loss");

    world.node.plan = knows(settles({ preimage: randomBytes(32) }));
    const wrong = await pay();
    await later(MINUTE);
    world.node.plan = knows(fails());
    const failed = await pay();
    await later(MINUTE);
    world.node.plan = knows(settles({ fee: msats(3n) }));
    const paid = await pay();
    await later(MINUTE);

    expect(await driving.kindOf(wrong)).toBe("unknown");
    expect(await incidentsOf(wrong)).toEqual(["wrong_preimage"]);
    expect(await driving.kindOf(failed)).toBe("failed");
    expect(await driving.kindOf(paid)).toBe("completed");
    expect(await world.systemBalance("loss")).toBe(before);
  });

  it("gives what a failed payment counted on a limit back to the hour in which it was counted", async () => {
    const driving = await givenDriving(database());
    const { world, caller, pay, clock, later, sent } = driving;
    await database().admin.query(sql`update ledger.account set limit_day = 150000 where no = ${caller.wallet.account}`);
    const { payment } = await givenUnclear(driving);
    world.node.payUnasked(sent().invoice, fails());
    world.node.plan = settles();
    clock.advance(2 * HOUR);
    await pay({ amount: sats(50n) }); // moves the account to this hour
    await expect(pay({ amount: sats(1n) })).rejects.toMatchObject({ code: "limit_exceeded" });

    await later(0);

    expect(await driving.kindOf(payment)).toBe("failed");
    expect((await pay({ amount: sats(100n) })).progress.kind).toBe("completed");
    await expect(pay({ amount: sats(1n) })).rejects.toMatchObject({ code: "limit_exceeded" });
  });
});
