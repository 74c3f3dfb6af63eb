import { expect, it } from "vitest";
import { listIncidentsOf, listOpenIncidents } from "#incidents";
import { msats } from "#kernel/money.ts";
import type { Batch } from "#platform/database/batch.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { cut, fails, holds, settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { drivePayment } from "../drive/drive-payment.ts";
import type { Payment } from "../model/payment.ts";
import { dispatchMany } from "../store/batched.ts";
import { type Driving, FUNDS, givenDriving, MINUTE, stopsAt, whilePaused } from "../testing/driving.harness.ts";
import { watchFinished } from "../watch/watch-finished.ts";
import { type EndByHand, endByHand } from "./end-by-hand.ts";

onDatabase("ending a payment by hand", (database) => {
  const given = () => givenDriving(database());
  const FAILED = { reason: "asked the recipient", as: { kind: "failed" }, despite: [] } as const;

  const end = ({ world }: Driving, request: EndByHand) => endByHand(world.drive, request);

  async function detailsOf({ id }: Payment): Promise<string[]> {
    return (await listIncidentsOf(database().db, id)).map(({ detail }) => detail);
  }

  it("gives the money back, once, and goes on watching the hash", async () => {
    const driving = await given();
    const { world, caller, clock, pay, reread, breaches, sent } = driving;
    world.node.plan = cut();
    const payment = await pay();
    clock.advance(MINUTE);

    const ended = await end(driving, { id: payment.id, ...FAILED });

    expect(ended.progress).toMatchObject({ kind: "failed", code: "node_unavailable" });
    expect(await world.balance(caller)).toBe(FUNDS);
    expect(await detailsOf(payment)).toEqual(["as failed: asked the recipient"]);
    expect((await listOpenIncidents(database().db, 100)).map(({ subject }) => subject)).not.toContain(payment.id);
    await expect(end(driving, { id: payment.id, ...FAILED })).rejects.toMatchObject({ code: "payment_finished" });

    world.node.payUnasked(sent().invoice);
    await watchFinished(world.drive, new AbortController().signal);
    expect((await reread(payment)).progress.kind).toBe("failed");
    expect(await detailsOf(payment)).toHaveLength(2);
    expect(await breaches()).toEqual([]);
  });

  it.each([
    ["in flight", holds()],
    ["settled", cut(settles())],
  ])("gives nothing back of what the node reports %s", async (report, behaviour) => {
    const driving = await given();
    const { world, caller, clock, pay, kindOf } = driving;
    world.node.plan = behaviour;
    const payment = await pay();
    clock.advance(MINUTE);
    const before = await kindOf(payment);

    for (const despite of [[], ["silent_node", "lost_history", "no_proof", "unbooked"]] as const)
      await expect(end(driving, { id: payment.id, ...FAILED, despite })).rejects.toThrow(report);

    expect(await kindOf(payment)).toBe(before);
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);
    expect(await detailsOf(payment)).toEqual([]);
  });

  it("gives back what the node reports failed", async () => {
    const driving = await given();
    const { world, caller, clock, pay } = driving;
    world.node.plan = cut(fails());
    const payment = await pay();
    clock.advance(MINUTE);
    await end(driving, { id: payment.id, ...FAILED });
    expect(await world.balance(caller)).toBe(FUNDS);
  });

  it("asks for the risk to be named when the node is silent, or none runs", async () => {
    const driving = await given();
    const { world, clock, pay } = driving;
    world.node.plan = cut();
    const payment = await pay();
    clock.advance(MINUTE);
    world.node.broken.add("lookupOutgoing");
    const request = { id: payment.id, ...FAILED };

    await expect(end(driving, request)).rejects.toThrow(/does not answer/);
    await expect(endByHand({ ...world.drive, node: undefined }, request)).rejects.toThrow(/does not answer/);
    const ended = await endByHand({ ...world.drive, node: undefined }, { ...request, despite: ["silent_node"] });
    expect(ended.progress.kind).toBe("failed");
  });

  it("books a success with its fee, and checks the preimage when there is one", async () => {
    const driving = await given();
    const { world, caller, pay, breaches, clock, sent } = driving;
    world.node.plan = cut();
    const payment = await pay();
    clock.advance(MINUTE);
    const as = { kind: "completed", fee: msats(900n) } as const;
    const request = { id: payment.id, reason: "the recipient confirms it", despite: [] };

    const wrong = { ...as, preimage: new Uint8Array(32) };
    await expect(end(driving, { ...request, as: wrong })).rejects.toMatchObject({ code: "invalid_input" });
    const preimage = world.preimageOf(sent().paymentHash);
    const ended = await end(driving, { ...request, as: { ...as, preimage } });

    expect(ended.progress).toMatchObject({ kind: "completed", fee: 900n });
    expect(await world.balance(caller)).toBe(FUNDS - 100_900n);
    expect(await breaches()).toEqual([]);
  });

  it("does not complete what the node reports as failed, and books what it reports as settled with its fee", async () => {
    const driving = await given();
    const { world, caller, pay, clock, breaches, sent } = driving;
    world.node.plan = cut();
    const payment = await pay();
    const { invoice, paymentHash } = sent();
    const as = { kind: "completed", fee: msats(0n), preimage: undefined } as const;
    const complete = () => end(driving, { id: payment.id, reason: "seen", as, despite: [] });

    await expect(complete()).rejects.toThrow(/on its way/);
    clock.advance(MINUTE);
    world.node.payUnasked(invoice, fails());
    await expect(complete()).rejects.toThrow(/reports this payment as failed/);
    expect(await world.balance(caller)).toBe(FUNDS - 110_000n);

    world.node.paying.settleFailed(paymentHash);
    expect((await complete()).progress).toMatchObject({ kind: "completed", fee: 1_500n });
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("does not complete what has no invoice, and completes what has one and was never sent", async () => {
    const driving = await given();
    const { world, caller, pay, later, kindOf, breaches } = driving;
    const as = { kind: "completed", fee: msats(0n), preimage: undefined } as const;
    world.pay.driver = undefined;
    const payment = await pay();
    const attempt = () =>
      end(driving, { id: payment.id, reason: "paid before the restore", as, despite: ["no_proof"] });
    await expect(attempt()).rejects.toMatchObject({ code: "invalid_input" });
    expect(await detailsOf(payment)).toEqual([]);

    await whilePaused(database(), () => later(MINUTE));
    expect(await kindOf(payment)).toBe("ready");
    await attempt();
    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 100_000n);
    expect(await breaches()).toEqual([]);
  });

  it("does not give back what a process is just about to send", async () => {
    const driving = await given();
    const { world, caller, lease, kindOf, breaches } = driving;
    const payment = await lease();
    const { batch, stopped, resume } = stopsAt(world.drive.batch, dispatchMany.name, "after");
    const sending = drivePayment({ ...world.drive, batch }, payment);
    await stopped;

    await expect(end(driving, { id: payment.id, ...FAILED })).rejects.toThrow(/still be on its way/);
    resume();
    await sending;

    expect(await kindOf(payment)).toBe("completed");
    expect(await world.balance(caller)).toBe(FUNDS - 101_500n);
    expect(await breaches()).toEqual([]);
  });

  it("says so when the payment was sent again in between, and records every reason", async () => {
    const driving = await given();
    const { world, clock, pay, kindOf, later } = driving;
    world.node.plan = cut();
    const payment = await pay();
    clock.advance(MINUTE);
    const behind: Batch = async (fn, input) => {
      await later(0); // a worker looks it up, and sends again
      return await world.drive.batch(fn, input);
    };
    const ending = endByHand({ ...world.drive, batch: behind }, { id: payment.id, ...FAILED });
    await expect(ending).rejects.toThrow(/moved on/);
    expect(await kindOf(payment)).toBe("unknown");

    clock.advance(MINUTE);
    await end(driving, { id: payment.id, ...FAILED, reason: "asked again" });
    expect(await detailsOf(payment)).toEqual(["as failed: asked the recipient", "as failed: asked again"]);
  });
});
