import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { childConforms } from "./child.harness.ts";
import {
  allOutgoing,
  allReceipts,
  type Conformance,
  foundFailedFor,
  itemsOf,
  pay,
  receive,
} from "./counterparty.harness.ts";
import { earningConforms } from "./earning.harness.ts";
import { reportingConforms } from "./finishing.harness.ts";
import { keysendConforms } from "./keysend.harness.ts";
import { onchainConforms, refusingOnchainConforms } from "./onchain.harness.ts";
import { payingConforms } from "./paying.harness.ts";
import { receivingConforms } from "./receiving.harness.ts";

/** More than a set-up of real nodes may take, which ends its nodes itself. */
const START_MS = 300_000;

/**
 * What every adapter has to do, on whatever it talks to: real channels, or a fake that speaks the node's protocol.
 * The route to the counterparty costs more than 1 msat and less than 20 sat for the amounts used here.
 */
export function lightningConformance(name: string, setUp: () => Promise<Conformance>): void {
  describe(name, () => {
    let world: Conformance;
    beforeAll(async () => {
      world = await setUp();
    }, START_MS);
    afterAll(() => world?.stop());

    describe("pay", () => payingConforms(() => world));
    describe("pay without an invoice", () => keysendConforms(() => world));
    describe("report finished payments", () => reportingConforms(() => world));
    describe("pay addresses of the chain", () => onchainConforms(() => world));
    describe("spend the change of what is in no block", () => childConforms(() => world));
    describe("receive", () => receivingConforms(() => world));
    describe("forward payments of others", () => earningConforms(() => world));
    describe("after a restart", () => restartingConforms(() => world));
    describe("in whose place another node answers", () => {
      refusingConforms(() => world);
      refusingOnchainConforms(() => world);
    });
  });
}

function refusingConforms(world: () => Conformance): void {
  it("does nothing and says nothing but who it is, until it is the required one", async () => {
    const { node, counterparty } = world();
    const { operations } = node;
    const { nodeId } = await node.info();
    const wanted = await counterparty.invoice({ msats: 1_000_000n });
    const settled = await counterparty.invoice({ msats: 1_000_000n });
    node.requireNode(nodeId);
    const outcome = await pay(node, settled);
    const before = await allOutgoing(node, "");

    node.requireNode(`${nodeId.startsWith("02") ? "03" : "02"}${nodeId.slice(2)}`);

    expect(await pay(node, wanted)).toMatchObject({ kind: "not_sent", reason: "unreachable" });
    const description = { kind: "text", text: "conformance" } as const;
    for (const call of [
      () => node.createInvoice({ amount: msats(1_000n), description, expirySeconds: 600 }),
      () => node.cancelInvoice(settled.paymentHash),
      () => node.lookupOutgoing(settled.paymentHash),
      () => node.lookupIncoming(settled.paymentHash),
      () => node.balances(),
      () => node.received("", 0),
      () => node.outgoing(""),
      () => node.finished("", 0),
      ...(operations === undefined ? [] : [() => operations.forwards("", machineClock.now())]),
    ])
      await expect(call()).rejects.toThrow(NodeUnavailable);
    expect((await node.info()).nodeId).toBe(nodeId);

    node.requireNode(nodeId);
    expect(itemsOf(await allOutgoing(node, ""))).toEqual(itemsOf(before));
    expect(await node.lookupOutgoing(settled.paymentHash)).toEqual(outcome);
    expect((await pay(node, wanted)).kind).toBe("settled");
  });
}

function restartingConforms(world: () => Conformance): void {
  it("knows what was settled, failed and received before", async () => {
    const { node, counterparty, restart } = world();
    const settled = await counterparty.invoice({ msats: 1_000_000n });
    const failed = await counterparty.invoice({ msats: 1_000_000n, hold: true });
    const outcome = await pay(node, settled);
    const pending = pay(node, failed);
    await expect.poll(() => counterparty.isHeld(failed.paymentHash)).toBe(true);
    await counterparty.fail(failed.paymentHash);
    await pending;
    const received = await receive(world(), 2_000_000n);
    const [outgoing, receipts, info] = [await allOutgoing(node, ""), await allReceipts(node, ""), await node.info()];

    await restart();

    expect(await node.lookupOutgoing(settled.paymentHash)).toEqual(outcome);
    expect(await node.lookupOutgoing(failed.paymentHash)).toEqual(foundFailedFor(world(), "recipient_rejected"));
    expect(await node.lookupIncoming(received)).toMatchObject({ kind: "settled", amount: 2_000_000n });
    expect(itemsOf(await allOutgoing(node, ""))).toEqual(itemsOf(outgoing));
    expect(itemsOf(await allReceipts(node, ""))).toEqual(itemsOf(receipts));
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
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);

    await restart();

    expect((await paid).kind).toBe("unknown");
    expect(await node.lookupOutgoing(wanted.paymentHash)).toMatchObject({ kind: "in_flight" });
    await counterparty.settle(wanted.paymentHash);
    await expect.poll(async () => (await node.lookupOutgoing(wanted.paymentHash)).kind).toBe("settled");
    await expect.poll(() => counterparty.receivedMsats(wanted.paymentHash)).toBe(3_000_000n);
  });

  it("reports outcomes again from an earlier cursor", async () => {
    const { node, counterparty, restart } = world();
    const wanted = await counterparty.invoice({ msats: 3_000_000n, hold: true });
    const paid = pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    const { cursor } = await node.finished("", 0);
    await restart();
    await paid;

    await counterparty.settle(wanted.paymentHash);

    const { payments } = await node.finished(cursor, 20_000);
    expect(payments.map(({ paymentHash }) => paymentHash)).toEqual([wanted.paymentHash]);
  });
}
