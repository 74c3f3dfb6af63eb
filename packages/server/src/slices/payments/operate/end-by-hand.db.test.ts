import { bytesToHex } from "@noble/hashes/utils.js";
import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { drivePayment } from "../drive/drive-payment.ts";
import type { Payment } from "../model/payment.ts";
import { dispatchMany } from "../store/batched.ts";
import { FUNDS, givenDriving, MINUTE } from "../testing/driving.harness.ts";
import { answersNothing, settles } from "../testing/world.harness.ts";
import { watchFailed } from "../watch/watch-failed.ts";
import { resolveByHand } from "./end-by-hand.ts";

onDatabase("resolving a payment by hand", (database) => {
  const given = () => givenDriving(database());
  const FAILED = { because: "asked the recipient", end: { kind: "failed" } } as const;

  async function reasonsOf({ id }: Payment): Promise<string[]> {
    const rows = await database().db.query<{ detail: string }>(sql`
      select detail from payments.incident where payment_id = ${id} order by created_at, id`);
    return rows.map(({ detail }) => detail);
  }

  it("gives the money back, once, and goes on watching the hash", async () => {
    const { world, caller, clock, pay, reread, breaches } = await given();
    world.node.behaviour = answersNothing();
    const payment = await pay();
    clock.advance(MINUTE);

    const resolved = await resolveByHand(world.drive, { id: payment.id, ...FAILED });

    expect(resolved.progress).toMatchObject({ kind: "failed", code: "node_unavailable" });
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await reasonsOf(payment)).toEqual(["as failed: asked the recipient"]);
    await expect(resolveByHand(world.drive, { id: payment.id, ...FAILED })).rejects.toMatchObject({
      code: "payment_ended",
    });

    const [order] = world.node.orders;
    if (order !== undefined) await Promise.resolve(settles()(order, world.node));
    await watchFailed(world.drive, new AbortController().signal);
    expect((await reread(payment)).progress.kind).toBe("failed");
    expect(await reasonsOf(payment)).toHaveLength(2);
    expect(await breaches()).toEqual([]);
  });

  it("books a success with its fee, and checks the preimage when there is one", async () => {
    const { world, caller, pay, breaches } = await given();
    world.node.behaviour = answersNothing();
    const payment = await pay();
    const end = { kind: "completed", fee: msats(900n) } as const;
    const because = "the recipient confirms it";

    const wrong = { ...end, preimage: new Uint8Array(32) };
    await expect(resolveByHand(world.drive, { id: payment.id, because, end: wrong })).rejects.toMatchObject({
      code: "invalid_input",
    });
    const preimage = world.node.preimages.get(bytesToHex(world.node.orders[0]?.paymentHash ?? new Uint8Array()));
    const resolved = await resolveByHand(world.drive, { id: payment.id, because, end: { ...end, preimage } });

    expect(resolved.progress).toMatchObject({ kind: "completed", fee: 900n });
    expect(await world.balance(caller)).toBe(FUNDS - 100_900n);
    expect(await breaches()).toEqual([]);
  });

  it("does not call paid what was never sent", async () => {
    const { world, pay, later, kindOf } = await given();
    const end = { kind: "completed", fee: msats(0n), preimage: undefined } as const;
    world.pay.drive = undefined;
    const payment = await pay();
    const attempt = () => resolveByHand(world.drive, { id: payment.id, because: "?", end });
    await expect(attempt()).rejects.toMatchObject({ code: "invalid_input" });

    await database().admin.query(sql`update ledger.book set paused_at = now(), paused_because = 'test'`);
    await later(MINUTE).finally(() =>
      database().admin.query(sql`update ledger.book set paused_at = null, paused_because = null`),
    );
    expect(await kindOf(payment)).toBe("ready");
    await expect(attempt()).rejects.toMatchObject({ code: "invalid_input" });
    expect(await reasonsOf(payment)).toEqual([]);
  });

  it("does not give back what a process is just about to send", async () => {
    const { world, caller, lease, kindOf, breaches } = await given();
    const payment = await lease();
    const dispatched = Promise.withResolvers<void>();
    const awake = Promise.withResolvers<void>();
    const sleepy: Batch = async (fn, input) => {
      const output = await world.drive.batch(fn, input);
      if (fn.name === dispatchMany.name) {
        dispatched.resolve();
        await awake.promise;
      }
      return output;
    };
    const driving = drivePayment({ ...world.drive, batch: sleepy }, payment);
    await dispatched.promise;

    await expect(resolveByHand(world.drive, { id: payment.id, ...FAILED })).rejects.toThrow(/still be on its way/);
    awake.resolve();
    await driving;

    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("says so when the payment was sent again in between, and records every reason", async () => {
    const { world, clock, pay, kindOf, later } = await given();
    world.node.behaviour = answersNothing();
    const payment = await pay();
    clock.advance(MINUTE);
    const behind: Batch = async (fn, input) => {
      await later(0); // a worker looks, and sends again
      return await world.drive.batch(fn, input);
    };
    const resolving = resolveByHand({ ...world.drive, batch: behind }, { id: payment.id, ...FAILED });
    await expect(resolving).rejects.toThrow(/moved on/);
    expect(await kindOf(payment)).toBe("unknown");

    clock.advance(MINUTE);
    await resolveByHand(world.drive, { id: payment.id, ...FAILED, because: "asked again" });
    expect(await reasonsOf(payment)).toEqual(["as failed: asked the recipient", "as failed: asked again"]);
  });
});
