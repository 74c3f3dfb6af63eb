import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import type { LightningNode, NodeBalances } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { type Counterparty, pay, type Wanted } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { connectLndNode } from "../../src/adapters/lightning/lnd/lnd.ts";
import { type Middle, standInTheMiddle } from "./middle.harness.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";

const START_MS = 300_000;
/** More than either of our two channels can carry, and less than both. */
const AMOUNT = 5_000_000_000n;
const FEE_LIMIT = msats(2_000_000n);

describe("a payment through LND in parts", () => {
  let network: LndNetwork;
  let counterparty: Counterparty;
  let node: LightningNode;
  let middle: Middle;

  beforeAll(async () => {
    network = await startLndNetwork();
    counterparty = await counterpartyOf(network.recipient);
    middle = await standInTheMiddle(network.router);
    node = connect();
    const evening = await (await counterpartyOf(network.router)).invoice({ msats: 2_500_000_000n });
    expect((await pay(node, evening)).kind).toBe("settled");
  }, START_MS);
  afterAll(async () => {
    middle?.close();
    await node?.close();
    await network?.stop();
  });

  function connect(): LightningNode {
    const { certFile, adminMacaroonFile: credentialFile, restPort: port } = network.ours;
    return connectLndNode({ host: "127.0.0.1", port, certFile, credentialFile, clock: machineClock });
  }

  const hexOf = ({ paymentHash }: Wanted) => Buffer.from(paymentHash).toString("hex");
  const payLarge = (wanted: Wanted) => pay(node, wanted, { feeLimit: FEE_LIMIT });
  const status = (wanted: Wanted) => node.lookupOutgoing(wanted.paymentHash);
  /** Its HTLCs in our channels. */
  async function inChannels(wanted: Wanted): Promise<number> {
    const { channels } = await network.ours.get("/v1/channels");
    const hash = Buffer.from(wanted.paymentHash).toString("base64");
    return channels.flatMap((one: { readonly pending_htlcs: readonly { readonly hash_lock: string }[] }) =>
      one.pending_htlcs.filter(({ hash_lock }) => hash_lock === hash),
    ).length;
  }
  async function kill(): Promise<void> {
    await network.ours.end();
    await network.ours.start();
    await network.usable();
  }

  it("fails when the recipient gives all parts back, and not before", async () => {
    const wanted = await counterparty.invoice({ msats: AMOUNT, hold: true });
    const before = await node.balances();
    const all = ({ channels, outgoingHtlcs, commitFees }: NodeBalances) => channels + outgoingHtlcs + commitFees;
    const paid = payLarge(wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    expect(await inChannels(wanted)).toBeGreaterThan(1);
    expect(all(await node.balances())).toBe(all(before));
    await counterparty.fail(wanted.paymentHash);
    expect(await paid).toEqual({ kind: "failed", reason: "recipient_rejected" });
    await expect.poll(async () => (await node.balances()).channels).toBe(before.channels);
  });

  it("is in flight after a kill while one part has failed and the recipient has the others, and fails with them", {
    timeout: START_MS,
  }, async () => {
    const wanted = await counterparty.invoice({ msats: AMOUNT });
    const before = await node.balances();
    middle.keep(hexOf(wanted), 1);
    void payLarge(wanted);
    await expect.poll(() => middle.waiting(hexOf(wanted)).length).toBe(1);
    await expect.poll(() => inChannels(wanted)).toBeGreaterThan(1);
    const sent = await inChannels(wanted);
    await kill();

    middle.decide(hexOf(wanted), "FAIL");
    await expect.poll(() => inChannels(wanted)).toBe(sent - 1);
    expect(await status(wanted)).toMatchObject({ kind: "in_flight", htlcs: { place: "in_channel" } });

    await counterparty.fail(wanted.paymentHash);
    await expect.poll(async () => (await status(wanted)).kind).toBe("failed");
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(0n);
    await expect.poll(async () => (await node.balances()).channels).toBe(before.channels);
  });

  it("is in flight while one part is stuck on its way, after a kill too, and settles when it goes on", {
    timeout: START_MS,
  }, async () => {
    const wanted = await counterparty.invoice({ msats: AMOUNT });
    const before = await node.balances();
    middle.keep(hexOf(wanted), 1);
    const paid = payLarge(wanted);
    await expect.poll(() => middle.waiting(hexOf(wanted)).length).toBe(1);
    await expect.poll(() => inChannels(wanted)).toBeGreaterThan(1);
    expect(middle.waiting(hexOf(wanted))[0]).toBeLessThan(AMOUNT);
    expect(await status(wanted)).toMatchObject({ kind: "in_flight", htlcs: { place: "in_channel" } });

    await kill();
    expect((await paid).kind).toBe("unknown");
    expect(await status(wanted)).toMatchObject({ kind: "in_flight", htlcs: { place: "in_channel" } });
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(0n);
    expect((await payLarge(wanted)).kind).toBe("not_sent");

    middle.decide(hexOf(wanted), "RESUME");
    await expect.poll(async () => (await status(wanted)).kind).toBe("settled");
    const settled = await status(wanted);
    if (settled.kind !== "settled") throw new Error("it has not settled");
    expect(settled.fee).toBeGreaterThan(AMOUNT / 10_000n);
    await expect.poll(async () => (await node.balances()).outgoingHtlcs).toBe(0n);
    expect(before.channels - (await node.balances()).channels).toBe(AMOUNT + settled.fee);
    expect(await counterparty.receivedMsats(wanted.paymentHash)).toBe(AMOUNT);
  });
});
