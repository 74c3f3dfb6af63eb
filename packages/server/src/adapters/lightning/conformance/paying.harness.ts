import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import {
  allOutgoing,
  type Conformance,
  FEE_LIMIT,
  failedFor,
  foundFailedFor,
  itemsOf,
  pay,
  payable,
  paymentsIn,
  sha256,
} from "./counterparty.harness.ts";

/** A reference that no node has, in the form of LND's. */
const FORMER = "999999999.1700000000000000001";

/** What every adapter has to do when it pays. */
export function payingConforms(world: () => Conformance): void {
  it("says which node it is and where", async () => {
    const info = await world().node.info();
    expect(info.nodeId).toMatch(/^0[23][0-9a-f]{64}$/);
    expect(info.synced).toBe(true);
    expect(info.usableChannels).toBeGreaterThan(0);
    if (info.htlcSlots !== undefined) expect(info.htlcSlots).toBeGreaterThan(0);
  });

  it("settles with the invoice's preimage and a fee within the limit, and the balances agree to the msat", async () => {
    const { node, counterparty } = world();
    const before = await node.balances();
    const amount = payable(node, 1_234_567n);
    const wanted = await counterparty.invoice({ msats: amount });

    const outcome = await pay(node, wanted);

    expect(outcome.kind).toBe("settled");
    if (outcome.kind !== "settled") return;
    expect(sha256(outcome.preimage)).toEqual(wanted.paymentHash);
    expect(outcome.fee).toBeGreaterThan(0n);
    const { feeLimit } = node.capabilities;
    expect(outcome.fee).toBeLessThanOrEqual(feeLimit.kind === "exact" ? FEE_LIMIT : feeLimit.reserve(msats(amount)));
    await expect.poll(() => counterparty.receivedMsats(wanted.paymentHash)).toBe(amount);
    expect(await node.lookupOutgoing(wanted.paymentHash)).toEqual(outcome);
    await expect.poll(async () => (await node.balances()).outgoingHtlcs).toBe(0n);
    const after = await node.balances();
    expect(before.channels + before.commitFees - after.channels - after.commitFees).toBe(amount + outcome.fee);
  });

  it("pays an invoice without amount what the caller chooses", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({});

    const outcome = await pay(node, wanted, { amount: msats(1_000_000n) });

    expect(outcome.kind).toBe("settled");
    await expect.poll(() => counterparty.receivedMsats(wanted.paymentHash)).toBe(1_000_000n);
    expect((await allOutgoing(node, "")).at(-1)).toMatchObject({ amount: 1_000_000n, status: outcome });
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
    if (node.capabilities.feeLimit.kind === "none") return;
    const wanted = await counterparty.invoice({ msats: 1_000_000n });

    const outcome = await pay(node, wanted, { feeLimit: msats(1n) });

    expect(outcome).toEqual({ kind: "failed", reason: "fee_limit" });
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(0n);
  });

  it("does not send when every route locks the money for longer than the CLTV limit", async () => {
    const { node, counterparty } = world();
    if (!node.capabilities.cltvLimit) return;
    const wanted = await counterparty.invoice({ msats: 1_000_000n });

    const outcome = await pay(node, wanted, { cltvLimitBlocks: 1 });

    expect(outcome).toEqual({ kind: "failed", reason: "no_route" });
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(0n);
  });

  it("says that no route leads there when the amount is more than any channel carries, ours or others", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 90_000_000_000n });

    const outcome = await pay(node, wanted, { feeLimit: msats(100_000_000_000n) });

    expect(outcome).toEqual(failedFor(world(), "no_route", "insufficient_liquidity"));
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

  it("sends nothing after the attempt's deadline", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 1_000_000n });

    const outcome = await pay(node, wanted, { deadlineMonotonicMs: machineClock.monotonicMs() - 1 });

    expect(outcome).toMatchObject({ kind: "not_sent", reason: "deadline" });
    expect(await node.lookupOutgoing(wanted.paymentHash)).toEqual({ kind: "not_found" });
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(0n);
  });

  it("sends nothing when no connection stands, and nothing is then known of the hash", async () => {
    const { node, unreachable, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 1_000_000n });

    expect(await pay(unreachable, wanted)).toMatchObject({ kind: "not_sent", reason: "unreachable" });

    await expect(unreachable.lookupOutgoing(wanted.paymentHash)).rejects.toThrow(NodeUnavailable);
    await expect(unreachable.info()).rejects.toMatchObject({ name: "NodeUnavailable", why: "down" });
    expect(await node.lookupOutgoing(wanted.paymentHash)).toEqual({ kind: "not_found" });
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(0n);
    expect((await pay(node, wanted)).kind).toBe("settled");
  });

  it("judges an attempt by the reference that it gave for it", async () => {
    const { node, counterparty } = world();
    const [settled, held] = [
      await counterparty.invoice({ msats: 1_000_000n }),
      await counterparty.invoice({ msats: 1_000_000n, hold: true }),
    ];
    const references: string[] = [];
    const onReference = (reference: string) => void references.push(reference);
    const outcome = await pay(node, settled, { onReference });
    const pending = pay(node, held, { onReference });
    await expect.poll(() => counterparty.isHeld(held.paymentHash)).toBe(true);
    if (references.length > 0) await expect.poll(() => references.length).toBeGreaterThanOrEqual(2);
    const [ofSettled, ofHeld] = references;

    if (ofSettled !== undefined && ofHeld !== undefined) {
      expect(ofHeld).not.toBe(ofSettled);
      expect(await node.lookupOutgoing(settled.paymentHash, ofSettled)).toEqual(outcome);
      expect(await node.lookupOutgoing(held.paymentHash, ofHeld)).toMatchObject({ kind: "in_flight" });
    }
    await counterparty.settle(held.paymentHash);
    const later = await pending;
    expect(await node.lookupOutgoing(held.paymentHash, ofHeld)).toEqual(later);
  });

  it("finds a payment whose attempt it names anew, while it is in flight and after success; not one that failed", async () => {
    const { node, counterparty } = world();
    const [settling, failing] = [
      await counterparty.invoice({ msats: 1_000_000n, hold: true }),
      await counterparty.invoice({ msats: 1_000_000n, hold: true }),
    ];
    const named: string[] = [];
    const pending = [settling, failing].map((wanted) =>
      pay(node, wanted, { onReference: (reference) => void named.push(reference) }),
    );
    for (const { paymentHash } of [settling, failing])
      await expect.poll(() => counterparty.isHeld(paymentHash)).toBe(true);

    expect(await node.lookupOutgoing(settling.paymentHash, FORMER)).toMatchObject({ kind: "in_flight" });
    await counterparty.settle(settling.paymentHash);
    await counterparty.fail(failing.paymentHash);
    const [settled] = await Promise.all(pending);
    expect(settled?.kind).toBe("settled");
    expect(await node.lookupOutgoing(settling.paymentHash, FORMER)).toEqual(settled);
    const { kind } = await node.lookupOutgoing(failing.paymentHash, FORMER);
    expect(named.length > 0 ? ["not_found"] : ["not_found", "failed"]).toContain(kind);
  });

  it("knows nothing of a hash that it never had", async () => {
    expect(await world().node.lookupOutgoing(new Uint8Array(32).fill(7))).toEqual({ kind: "not_found" });
    expect(await world().node.lookupIncoming(new Uint8Array(32).fill(7))).toEqual({ kind: "not_found" });
  });

  it("is in flight while the recipient holds, and settles when the recipient takes it", async () => {
    const { node, counterparty } = world();
    const heldInAll = async () => {
      const { channels, outgoingHtlcs, commitFees } = await node.balances();
      return channels + outgoingHtlcs + commitFees;
    };
    const heldBefore = async () => (await node.balances()).outgoingHtlcs;
    if (world().saysHtlcs !== false) await expect.poll(heldBefore).toBe(0n); // those of earlier payments are settled
    const before = await heldInAll();
    const wanted = await counterparty.invoice({ msats: 3_000_000n, hold: true });
    const paid = pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);

    expect(await node.lookupOutgoing(wanted.paymentHash)).toMatchObject({ kind: "in_flight" });
    if (world().saysHtlcs !== false) {
      expect((await node.balances()).outgoingHtlcs).toBeGreaterThan(3_000_000n);
      await expect.poll(heldInAll).toBe(before);
    }
    await counterparty.settle(wanted.paymentHash);

    expect((await paid).kind).toBe("settled");
  });

  it("fails for good when the recipient gives the payment back, and is not sent again", async () => {
    const { node, counterparty } = world();
    const wanted = await counterparty.invoice({ msats: 3_000_000n, hold: true });
    const paid = pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    await counterparty.fail(wanted.paymentHash);

    expect(await paid).toEqual(failedFor(world(), "recipient_rejected"));
    expect(await node.lookupOutgoing(wanted.paymentHash)).toEqual(foundFailedFor(world(), "recipient_rejected"));
    expect(["failed", "not_sent"]).toContain((await pay(node, wanted)).kind);
    expect(await counterparty.isHeld(wanted.paymentHash)).toBe(false);
  });

  it("lists the payments it began, resumable by cursor", async () => {
    const { node, counterparty } = world();
    const before = await allOutgoing(node, "");
    const wanted = await counterparty.invoice({ msats: 1_500_000n });
    const outcome = await pay(node, wanted);
    expect(outcome.kind).toBe("settled");

    const fresh = paymentsIn(await node.outgoing(before.at(-1)?.cursor ?? ""));

    expect(fresh.map(({ paymentHash, amount, status }) => ({ paymentHash, amount, status }))).toEqual([
      { paymentHash: wanted.paymentHash, amount: 1_500_000n, status: outcome },
    ]);
    expect(itemsOf(await allOutgoing(node, ""))).toEqual(itemsOf([...before, ...fresh]));
  });

  it("lists a payment that it cannot read by its place, and the ones behind it", async () => {
    const { node, counterparty, makeUnreadable } = world();
    if (makeUnreadable === undefined) return;
    const before = (await allOutgoing(node, "")).at(-1)?.cursor ?? "";
    const [broken, whole] = [
      await counterparty.invoice({ msats: 1_000_000n }),
      await counterparty.invoice({ msats: 1_000_000n }),
    ];
    for (const wanted of [broken, whole]) expect((await pay(node, wanted)).kind).toBe("settled");

    await makeUnreadable(broken.paymentHash);

    const once = await node.outgoing(before);
    const items = await node.outgoing(before);
    expect(items).toMatchObject([{ kind: "unreadable" }, { kind: "payment", paymentHash: whole.paymentHash }]);
    const [first] = items;
    if (first?.kind !== "unreadable") throw new Error("it can be read");
    expect(first.place).not.toBe("");
    expect(itemsOf(items)).toEqual(itemsOf(once));
    const rest = await node.outgoing(first.cursor);
    expect(itemsOf(rest)).toEqual(itemsOf(items.slice(1)));
    expect(await node.outgoing(rest.at(-1)?.cursor ?? "")).toEqual([]);
  });
}
