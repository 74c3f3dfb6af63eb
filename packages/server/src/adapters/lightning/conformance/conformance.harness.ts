import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { allOutgoing, allReceipts, type Conformance, pay, receive } from "./counterparty.harness.ts";
import { reportingConforms } from "./finishing.harness.ts";
import { keysendConforms } from "./keysend.harness.ts";
import { payingConforms } from "./paying.harness.ts";
import { receivingConforms } from "./receiving.harness.ts";

/**
 * What every adapter has to do, on whatever it talks to: real channels, or a fake that speaks the node's protocol.
 * The route to the counterparty costs more than 1 msat and less than 20 sat for the amounts used here.
 */
export function lightningConformance(name: string, setUp: () => Promise<Conformance>): void {
  describe(name, () => {
    let world: Conformance;
    beforeAll(async () => {
      world = await setUp();
    });
    afterAll(() => world?.stop());

    describe("pay", () => payingConforms(() => world));
    describe("pay without an invoice", () => keysendConforms(() => world));
    describe("report finished payments", () => reportingConforms(() => world));
    describe("receive", () => receivingConforms(() => world));
    describe("after a restart", () => restartingConforms(() => world));
  });
}

function restartingConforms(world: () => Conformance): void {
  it("knows what was settled, failed and received before", async () => {
    const { node, counterparty, restart } = world();
    const settled = await counterparty.invoice({ msats: 1_000_000n });
    const failed = await counterparty.invoice({ msats: 1_000_000n, hold: true });
    const outcome = await pay(node, settled);
    const pending = pay(node, failed);
    await expect.poll(() => counterparty.isHeld(failed.paymentHash), { timeout: 10_000 }).toBe(true);
    await counterparty.fail(failed.paymentHash);
    await pending;
    const received = await receive(world(), 2_000_000n);
    const [outgoing, receipts, info] = [await allOutgoing(node, ""), await allReceipts(node, ""), await node.info()];

    await restart();

    expect(await node.lookupOutgoing(settled.paymentHash)).toEqual(outcome);
    expect(await node.lookupOutgoing(failed.paymentHash)).toEqual({ kind: "failed", reason: "recipient_rejected" });
    expect(await node.lookupIncoming(received)).toMatchObject({ kind: "settled", amount: 2_000_000n });
    expect(await allOutgoing(node, "")).toEqual(outgoing);
    expect(await allReceipts(node, "")).toEqual(receipts);
    const { nodeId, instanceId, network } = await node.info();
    expect({ nodeId, instanceId, network }).toEqual({
      nodeId: info.nodeId,
      instanceId: info.instanceId,
      network: info.network,
    });
  });

  it("says unknown when the node dies under a payment, and learns its outcome afterwards", async () => {
    const { node, counterparty, restart } = world();
    const wanted = await counterparty.invoice({ msats: 3_000_000n, hold: true });
    const paid = pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash), { timeout: 10_000 }).toBe(true);

    await restart();

    expect((await paid).kind).toBe("unknown");
    expect(await node.lookupOutgoing(wanted.paymentHash)).toEqual({ kind: "in_flight" });
    await counterparty.claim(wanted.paymentHash);
    await expect
      .poll(async () => (await node.lookupOutgoing(wanted.paymentHash)).kind, { timeout: 15_000 })
      .toBe("settled");
    await expect.poll(() => counterparty.receivedMsats(wanted.paymentHash)).toBe(3_000_000n);
  });

  it("reports outcomes again from an earlier cursor", async () => {
    const { node, counterparty, restart } = world();
    const wanted = await counterparty.invoice({ msats: 3_000_000n, hold: true });
    const paid = pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash), { timeout: 10_000 }).toBe(true);
    const { cursor } = await node.finished("", 0);
    await restart();
    await paid;

    await counterparty.claim(wanted.paymentHash);

    const { payments } = await node.finished(cursor, 20_000);
    expect(payments.map(({ paymentHash }) => paymentHash)).toEqual([wanted.paymentHash]);
  });
}
