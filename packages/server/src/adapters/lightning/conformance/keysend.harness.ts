import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { allOutgoing, type Conformance, FEE_LIMIT, keysend, payable } from "./counterparty.harness.ts";

const ANOTHER_NODE = `02${"79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"}`;

/** What every adapter has to do when it pays a node that made no invoice, or says that it cannot. */
export function keysendConforms(world: () => Conformance): void {
  it("settles with the preimage that was chosen, and the balances agree to the msat", async () => {
    const { node, counterparty } = world();
    if (!node.capabilities.keysend) return;
    const amount = payable(node, 1_234_567n);
    const before = await node.balances();
    const preimage = Uint8Array.from(randomBytes(32));
    const records = [{ type: 7_629_169, value: "7b7d" }];

    const { paymentHash, outcome } = await keysend(world(), { preimage, amount: msats(amount), records });

    expect(outcome).toMatchObject({ kind: "settled", preimage });
    if (outcome.kind !== "settled") return;
    expect(outcome.fee).toBeGreaterThan(0n);
    expect(outcome.fee).toBeLessThanOrEqual(FEE_LIMIT);
    await expect.poll(() => counterparty.receivedMsats(paymentHash)).toBe(amount);
    expect(await node.lookupOutgoing(paymentHash)).toEqual(outcome);
    await expect.poll(async () => (await node.balances()).outgoingHtlcs).toBe(0n);
    const after = await node.balances();
    expect(before.channels + before.commitFees - after.channels - after.commitFees).toBe(amount + outcome.fee);
    expect((await allOutgoing(node, "")).at(-1)).toMatchObject({ paymentHash, amount, status: outcome });
  });

  it("pays one preimage once, however often it is asked", async () => {
    const { node, counterparty } = world();
    if (!node.capabilities.keysend) return;
    const preimage = Uint8Array.from(randomBytes(32));

    const together = await Promise.all([1, 2, 3].map(() => keysend(world(), { preimage })));
    const again = await keysend(world(), { preimage });

    for (const { outcome } of [...together, again])
      expect(["settled", "not_sent", "in_flight"]).toContain(outcome.kind);
    await expect.poll(() => counterparty.receivedMsats(again.paymentHash)).toBe(1_000_000n);
  });

  it("fails where no route leads, and where every route costs too much", async () => {
    const { node } = world();
    if (!node.capabilities.keysend) return;
    const nowhere = await keysend(world(), { nodeId: ANOTHER_NODE });
    expect(nowhere.outcome).toEqual({ kind: "failed", reason: "no_route" });
    expect(await node.lookupOutgoing(nowhere.paymentHash)).toEqual(nowhere.outcome);
    if (node.capabilities.feeLimit.kind !== "exact") return;
    expect((await keysend(world(), { feeLimit: msats(1n) })).outcome).toEqual({ kind: "failed", reason: "fee_limit" });
  });

  it("sends nothing too late, nor where no connection stands, nor where it cannot", async () => {
    const { node, unreachable, counterparty } = world();
    const [past, late] = [new Date(Date.now() - 1_000), machineClock.monotonicMs() - 1];
    if (!node.capabilities.keysend) {
      const { paymentHash, outcome } = await keysend(world());
      expect(outcome.kind).toBe("failed");
      expect(await counterparty.receivedMsats(paymentHash)).toBe(0n);
      return;
    }
    const tries = [
      [await keysend(world(), { expiresAt: past }), "expired"],
      [await keysend(world(), { deadlineMonotonicMs: late }), "deadline"],
      [await keysend({ node: unreachable, counterparty }), "unreachable"],
    ] as const;
    for (const [{ paymentHash, outcome }, reason] of tries) {
      expect(outcome).toMatchObject({ kind: "not_sent", reason });
      expect(await node.lookupOutgoing(paymentHash)).toEqual({ kind: "not_found" });
    }
  });
}
