import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import type { HtlcEvidence } from "#lightning";
import { type Pair, pairsOfEachTest, wantedFrom } from "./testing/pair.harness.ts";

const given = pairsOfEachTest();

/** What a look-up says about HTLCs. */
async function evidence({ node }: Pair, paymentHash: Uint8Array): Promise<HtlcEvidence | undefined> {
  const status = await node.lookupOutgoing(paymentHash);
  expect(status.kind).toBe("in_flight");
  return status.kind === "in_flight" ? status.htlcs : undefined;
}

/** A payment that stays in flight for ever: its node died between storing an attempt and sending its HTLC. */
async function stuck(): Promise<Pair & { readonly paymentHash: Uint8Array }> {
  const pair = await given();
  const { request, paymentHash } = await wantedFrom(pair.lnd);
  pair.lnd.now.payments.dieAt = "attempt_stored";
  await pair.node.pay(request);
  await pair.lnd.start();
  return { ...pair, paymentHash };
}

/** A payment that its recipient holds. */
async function heldOne(parts = 1): Promise<Pair & { readonly paymentHash: Uint8Array }> {
  const pair = await given();
  pair.lnd.now.payments.parts = parts;
  const { request, paymentHash } = await wantedFrom(pair.lnd, { msats: 1_000_000n, hold: true });
  void pair.node.pay(request);
  await expect.poll(() => pair.lnd.counterparty.isHeld(paymentHash)).toBe(true);
  return { ...pair, paymentHash };
}

describe("where the HTLCs of a payment are", () => {
  it("is a channel, while the recipient holds", async () => {
    const pair = await heldOne();
    expect(await evidence(pair, pair.paymentHash)).toEqual({
      place: "in_channel",
      lockedUntilBlock: 295,
      atBlock: 132,
    });
  });

  it("is nowhere after the node died at the wrong instant, and stays so when blocks pass", async () => {
    const pair = await stuck();
    expect(await evidence(pair, pair.paymentHash)).toEqual({ place: "gone", lockedUntilBlock: 295, atBlock: 132 });
    pair.lnd.now.wallet.mine(200);
    expect(await evidence(pair, pair.paymentHash)).toEqual({ place: "gone", lockedUntilBlock: 295, atBlock: 332 });
  });

  it("is not clear while a channel that an attempt began with is away or closes", async () => {
    const pair = await stuck();
    const { channels, payments } = pair.lnd.now;
    const [attempt] = payments.find(bytesToHex(pair.paymentHash))?.attempts ?? [];
    const channel = channels.all.find(({ chanId }) => chanId === attempt?.chanId);
    if (channel === undefined) throw new Error("no channel");
    channel.isActive = false;
    expect((await evidence(pair, pair.paymentHash))?.place).toBe("unclear");
    channels.forceClose(channel);
    expect((await evidence(pair, pair.paymentHash))?.place).toBe("unclear");
    channels.confirmClose(channel, 140);
    expect((await evidence(pair, pair.paymentHash))?.place).toBe("unclear");
  });

  it("is clear again when another channel is away, which no attempt began with", async () => {
    const pair = await stuck();
    const { channels, payments } = pair.lnd.now;
    const [attempt] = payments.find(bytesToHex(pair.paymentHash))?.attempts ?? [];
    for (const channel of channels.all) if (channel.chanId !== attempt?.chanId) channel.isActive = false;
    expect((await evidence(pair, pair.paymentHash))?.place).toBe("gone");
  });

  it.each([
    ["TIMEOUT", "gone"],
    ["CLAIMED", "unclear"],
  ] as const)("is, after a close whose HTLCs ended with %s, %s", async (outcome, place) => {
    const pair = await heldOne();
    const { channels } = pair.lnd.now;
    const channel = channels.all.find(({ htlcs }) => htlcs.length > 0);
    if (channel === undefined) throw new Error("no channel");
    channels.forceClose(channel);
    expect((await evidence(pair, pair.paymentHash))?.place).not.toBe("gone");
    channels.confirmClose(channel, 140);
    expect((await evidence(pair, pair.paymentHash))?.place).not.toBe("gone");
    channels.endClose(channel, outcome);
    expect((await evidence(pair, pair.paymentHash))?.place).toBe(place);
  });

  it("is not clear after a close of which one HTLC was taken, whichever payment it was of", async () => {
    const pair = await heldOne();
    const second = await wantedFrom(pair.lnd, { msats: 1_000_000n, hold: true });
    void pair.node.pay(second.request);
    await expect.poll(() => pair.lnd.counterparty.isHeld(second.paymentHash)).toBe(true);
    const { channels } = pair.lnd.now;
    const channel = channels.all.find(({ htlcs }) => htlcs.length === 2);
    if (channel === undefined) throw new Error("no channel");
    channels.forceClose(channel);
    channels.confirmClose(channel, 140);
    channels.endClose(channel, "TIMEOUT", "CLAIMED");
    for (const hash of [pair.paymentHash, second.paymentHash])
      expect((await evidence(pair, hash))?.place).toBe("unclear");
  });

  it("is not clear when one part has settled: the preimage is known, and the others will follow", async () => {
    const pair = await heldOne(3);
    const { payments, channels } = pair.lnd.now;
    payments.settle(bytesToHex(pair.paymentHash), { leaving: 1 });
    for (const { htlcs } of channels.all) htlcs.splice(0);
    expect((await evidence(pair, pair.paymentHash))?.place).toBe("unclear");
  });

  it("has no block to compare with while the node does not follow the chain", async () => {
    const pair = await stuck();
    pair.lnd.now.node.isSynced = false;
    expect(await evidence(pair, pair.paymentHash)).toMatchObject({ atBlock: undefined });
  });

  it("is a channel as long as one part of several is in one", async () => {
    const pair = await given();
    Object.assign(pair.lnd.now.payments, { parts: 3, lostParts: 2 });
    const { request, paymentHash } = await wantedFrom(pair.lnd, { msats: 3_000_000n });
    void pair.node.pay(request);
    await expect.poll(() => pair.lnd.counterparty.isHeld(paymentHash)).toBe(true);
    expect((await evidence(pair, paymentHash))?.place).toBe("in_channel");
  });
});
