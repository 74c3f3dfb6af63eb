import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { decodeInvoice } from "#protocol/bolt11.ts";
import {
  allOutgoing,
  allReceipts,
  type Conformance,
  FEE_LIMIT,
  invoiceOf,
  pay,
  receive,
  sha256,
  type Wanted,
} from "./counterparty.harness.ts";

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
    describe("report finished payments", () => reportingConforms(() => world));
    describe("receive", () => receivingConforms(() => world));
    describe("after a restart", () => restartingConforms(() => world));
  });
}

function payingConforms(world: () => Conformance): void {
  it("says which node it is and where", async () => {
    const info = await world().node.info();
    expect(info.nodeId).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(info.synced).toBe(true);
    expect(info.usableChannels).toBeGreaterThan(0);
    expect(info.htlcSlots).toBeGreaterThan(0);
  });

  it("settles with the invoice's preimage and a fee within the limit, and the balances agree to the msat", async () => {
    const { node, counterparty } = world();
    const before = await node.balances();
    const wanted = await counterparty.invoice({ msats: 1_234_567n });

    const outcome = await pay(node, wanted);

    expect(outcome.kind).toBe("settled");
    if (outcome.kind !== "settled") return;
    expect(sha256(outcome.preimage)).toEqual(wanted.paymentHash);
    expect(outcome.fee).toBeGreaterThan(0n);
    expect(outcome.fee).toBeLessThanOrEqual(FEE_LIMIT);
    await expect.poll(() => counterparty.receivedMsats(wanted.paymentHash)).toBe(1_234_567n);
    expect(await node.lookupOutgoing(wanted.paymentHash)).toEqual(outcome);
    await expect.poll(async () => (await node.balances()).outgoingHtlcs).toBe(0n);
    const after = await node.balances();
    expect(before.channels + before.commitFees - after.channels - after.commitFees).toBe(1_234_567n + outcome.fee);
  });

  it("pays one hash once, however often it is asked and however many calls are concurrent", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 2_000_000n });

    const together = await Promise.all([pay(node, wanted), pay(node, wanted), pay(node, wanted)]);
    const again = await pay(node, wanted);

    for (const outcome of [...together, again]) expect(["settled", "not_sent", "in_flight"]).toContain(outcome.kind);
    expect(together.filter((outcome) => outcome.kind === "settled").length).toBeGreaterThan(0);
    await expect.poll(() => counterparty.receivedMsats(wanted.paymentHash)).toBe(2_000_000n);
  });

  it("does not send when the cheapest route costs more than the fee limit", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 1_000_000n });

    const outcome = await pay(node, wanted, { feeLimit: msats(1n) });

    expect(outcome).toEqual({ kind: "failed", reason: "fee_limit" });
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(0n);
  });

  it("says no_route when the amount is more than any channel carries", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 90_000_000_000n });

    const outcome = await pay(node, wanted, { feeLimit: msats(100_000_000_000n) });

    expect(outcome).toEqual({ kind: "failed", reason: "no_route" });
  });

  it("sends nothing for an expired invoice", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 1_000_000n, expirySeconds: 1 });
    await machineClock.sleep(2_100);

    // The second one as a caller whose clock is slow would ask: the node has to look for itself.
    const outcomes = [
      await pay(node, wanted),
      await pay(node, { ...wanted, expiresAt: new Date(Date.now() + 60_000) }),
    ];

    for (const outcome of outcomes)
      expect([
        { kind: "not_sent", reason: "expired" },
        { kind: "failed", reason: "expired" },
      ]).toContainEqual(outcome);
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(0n);
  });

  it("sends nothing after the order's deadline", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 1_000_000n });

    const outcome = await pay(node, wanted, { deadlineMonotonicMs: machineClock.monotonicMs() - 1 });

    expect(outcome).toEqual({ kind: "not_sent", reason: "deadline" });
    expect(await node.lookupOutgoing(wanted.paymentHash)).toEqual({ kind: "not_found" });
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(0n);
  });

  it("knows nothing of a hash that it never had", async () => {
    expect(await world().node.lookupOutgoing(new Uint8Array(32).fill(7))).toEqual({ kind: "not_found" });
    expect(await world().node.lookupIncoming(new Uint8Array(32).fill(7))).toEqual({ kind: "not_found" });
  });

  it("is in flight while the recipient holds, and settles when the recipient takes it", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 3_000_000n, hold: true });
    const paid = pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash), { timeout: 10_000 }).toBe(true);

    expect(await node.lookupOutgoing(wanted.paymentHash)).toEqual({ kind: "in_flight" });
    expect((await node.balances()).outgoingHtlcs).toBeGreaterThan(3_000_000n);
    await counterparty.claim(wanted.paymentHash);

    expect((await paid).kind).toBe("settled");
  });

  it("fails for good when the recipient gives the payment back, and is not sent again", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 3_000_000n, hold: true });
    const paid = pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash), { timeout: 10_000 }).toBe(true);
    await counterparty.fail(wanted.paymentHash);

    expect(await paid).toEqual({ kind: "failed", reason: "recipient_rejected" });
    expect(await node.lookupOutgoing(wanted.paymentHash)).toEqual({ kind: "failed", reason: "recipient_rejected" });
    expect(["failed", "not_sent"]).toContain((await pay(node, wanted)).kind);
    expect(await counterparty.isHeld(wanted.paymentHash)).toBe(false);
  });

  it("lists the payments it began, resumable by cursor", async () => {
    const { node, counterparty } = world();
    const before = await allOutgoing(node, "");
    const wanted = await counterparty.invoice({ msats: 1_500_000n });
    const outcome = await pay(node, wanted);

    const fresh = await node.outgoing(before.at(-1)?.cursor ?? "");

    expect(fresh.map(({ paymentHash, amount, status }) => ({ paymentHash, amount, status }))).toEqual([
      { paymentHash: wanted.paymentHash, amount: 1_500_000n, status: outcome },
    ]);
    expect(await allOutgoing(node, "")).toEqual([...before, ...fresh]);
  });
}

/** A hint is enough for the callers: these say that it comes, and what it says. */
function reportingConforms(world: () => Conformance): void {
  const now = async (node: LightningNode) => (await node.finished("", 20_000)).cursor;

  /** Begins a payment that the recipient holds. */
  async function held({ node, counterparty }: Conformance): Promise<Wanted> {
    const wanted = await counterparty.invoice({ msats: 2_500_000n, hold: true });
    void pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash), { timeout: 10_000 }).toBe(true);
    return wanted;
  }

  it("says that a payment has settled, with its preimage and fee", async () => {
    const { node, counterparty } = world();
    const { paymentHash } = await held(world());
    const coming = node.finished(await now(node), 20_000);

    await counterparty.claim(paymentHash);

    const { payments, cursor } = await coming;
    expect(payments).toEqual([{ paymentHash, status: await node.lookupOutgoing(paymentHash) }]);
    expect(payments[0]?.status.kind).toBe("settled");
    expect(await node.finished(cursor, 50)).toEqual({ cursor, payments: [] });
  });

  it("says that a payment has failed, and why", async () => {
    const { node, counterparty } = world();
    const { paymentHash } = await held(world());
    const cursor = await now(node);
    await counterparty.fail(paymentHash);

    const { payments } = await node.finished(cursor, 20_000);

    expect(payments).toEqual([{ paymentHash, status: { kind: "failed", reason: "recipient_rejected" } }]);
  });

  it("answers every caller, in the order of the outcomes", async () => {
    const { node, counterparty } = world();
    const cursor = await now(node);
    const [one, two] = [await held(world()), await held(world())];
    const waiting = [node.finished(cursor, 20_000), node.finished(cursor, 20_000)];
    await counterparty.claim(two.paymentHash);
    for (const { payments } of await Promise.all(waiting))
      expect(payments.map(({ paymentHash }) => paymentHash)).toEqual([two.paymentHash]);

    await counterparty.claim(one.paymentHash);

    const both = async () => (await node.finished(cursor, 20_000)).payments.map(({ paymentHash }) => paymentHash);
    await expect.poll(both, { timeout: 10_000 }).toEqual([two.paymentHash, one.paymentHash]);
  });

  it("ends a wait that is aborted", async () => {
    const { node } = world();
    const abort = new AbortController();
    const coming = node.finished(await now(node), 20_000, abort.signal).then(
      ({ payments }) => payments.length,
      (error: Error) => error.name,
    );
    abort.abort();
    expect([0, "NodeUnavailable"]).toContain(await coming);
  });
}

function receivingConforms(world: () => Conformance): void {
  it.each([1n, 999n, 1_000n, 1_234_567n])("makes an invoice of %i msat with a text", async (amount) => {
    const asked = Date.now();
    const created = await world().node.createInvoice({
      amount: msats(amount),
      description: { kind: "text", text: "Zwölf Boxkämpfer ⚡" },
      expirySeconds: 90,
    });

    const invoice = decodeInvoice(created.invoice);

    expect(invoice.amount).toBe(amount);
    expect(invoice.description).toEqual({ kind: "text", text: "Zwölf Boxkämpfer ⚡" });
    expect(invoice.paymentHash).toEqual(created.paymentHash);
    expect(invoice.expiresAt).toEqual(created.expiresAt);
    expect(created.expiresAt.getTime()).toBeGreaterThanOrEqual(asked + 88_000);
    expect(created.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 92_000);
    expect(await world().node.lookupIncoming(created.paymentHash)).toEqual({ kind: "unpaid" });
  });

  it("makes an invoice with the hash of a description", async () => {
    const hash = sha256(Buffer.from("what is sold here"));
    const { invoice } = await world().node.createInvoice({
      amount: msats(5_000n),
      description: { kind: "hash", sha256: hash },
      expirySeconds: 60,
    });

    expect(decodeInvoice(invoice).description).toEqual({ kind: "hash", sha256: hash });
  });

  it("reports every receipt at least once and in order, resumable by cursor", async () => {
    const { node, counterparty } = world();
    const start = await allReceipts(node, "");
    const first = await receive(world(), 4_000_000n);
    const second = await receive(world(), 5_000_001n);

    const page = await allReceipts(node, start.at(-1)?.cursor ?? "");

    expect(page.map(({ paymentHash, amount }) => ({ paymentHash, amount }))).toEqual([
      { paymentHash: first, amount: 4_000_000n },
      { paymentHash: second, amount: 5_000_001n },
    ]);
    expect(await node.received(page[0]?.cursor ?? "", 0)).toEqual(page.slice(1));
    expect(await allReceipts(node, "")).toEqual([...start, ...page]);
    const status = await node.lookupIncoming(first);
    expect(status).toMatchObject({ kind: "settled", amount: 4_000_000n });
    expect(await counterparty.receivedMsats(first)).toBe(0n);
  });

  it("waits for the next receipt, and no longer than `waitMs`", async () => {
    const { node, counterparty } = world();
    const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
    expect(await node.received(cursor, 50)).toEqual([]);

    const coming = node.received(cursor, 20_000);
    const { invoice, paymentHash } = await invoiceOf(node, 6_000_000n);
    expect(await counterparty.pay(invoice)).toBe(true);

    expect((await coming).map((item) => item.kind === "receipt" && item.paymentHash)).toEqual([paymentHash]);
  });

  it("ends a wait that is aborted", async () => {
    const { node } = world();
    const cursor = (await allReceipts(node, "")).at(-1)?.cursor ?? "";
    const abort = new AbortController();
    const coming = node.received(cursor, 20_000, abort.signal).then(
      (receipts) => receipts.length,
      (error: Error) => error.name,
    );
    abort.abort();
    expect([0, "NodeUnavailable"]).toContain(await coming);
  });

  it("does not take a payment for a cancelled invoice, and cannot cancel a paid one", async () => {
    const { node, counterparty } = world();
    const { invoice, paymentHash } = await invoiceOf(node, 2_000_000n);
    const cancelled = await node.cancelInvoice(paymentHash);
    if (cancelled === "not_supported") return;

    expect(cancelled).toBe("cancelled");
    expect(await node.lookupIncoming(paymentHash)).toEqual({ kind: "cancelled" });
    expect(await counterparty.pay(invoice)).toBe(false);
    expect(await node.cancelInvoice(await receive(world(), 2_000_000n))).toBe("settled");
    expect(await node.cancelInvoice(new Uint8Array(32).fill(9))).toBe("not_found");
  });
}

function restartingConforms(world: () => Conformance): void {
  it("knows what was settled, failed, received and cancelled before", async () => {
    const { node, counterparty, restart } = world();
    const settled = await counterparty.invoice({ msats: 1_000_000n });
    const failed = await counterparty.invoice({ msats: 1_000_000n });
    const outcome = await pay(node, settled);
    await pay(node, failed, { feeLimit: msats(1n) });
    const received = await receive(world(), 2_000_000n);
    const [outgoing, receipts, info] = [await allOutgoing(node, ""), await allReceipts(node, ""), await node.info()];

    await restart();

    expect(await node.lookupOutgoing(settled.paymentHash)).toEqual(outcome);
    expect(await node.lookupOutgoing(failed.paymentHash)).toEqual({ kind: "failed", reason: "fee_limit" });
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
