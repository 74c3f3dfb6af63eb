import { describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";
import { allowAllBut, type Pair, pairsOfEachTest, wantedFrom } from "./testing/pair.harness.ts";

const given = pairsOfEachTest();

function operationsOf({ node }: Pair) {
  if (node.operations === undefined) throw new Error("no operations");
  return node.operations;
}

it("shows each channel from its opening to the end of its close, with its HTLCs", async () => {
  const pair = await given();
  const { channels } = pair.lnd.now;
  const operations = operationsOf(pair);
  const { request, paymentHash } = await wantedFrom(pair.lnd, { msats: 7_000_000n, hold: true });
  void pair.node.pay(request);
  await expect.poll(() => pair.lnd.counterparty.isHeld(paymentHash)).toBe(true);
  const [first, second] = channels.all;
  if (first === undefined || second === undefined) throw new Error("no channels");
  second.isActive = false;
  const opening = channels.open({ capacitySats: 500_000n, localSats: 500_000n, isPrivate: true });
  opening.state = "opening";

  const point = `${first.txid}:0`;
  const one = async () => (await operations.channels()).find((channel) => channel.point === point);
  const htlc = { isOutgoing: true, amount: msats(7_001_000n), expiresAtBlock: 295 };
  expect(await operations.channels()).toMatchObject([
    { point, state: "open", isActive: true, capacity: 60_000_000_000n, htlcs: [{ ...htlc, paymentHash }] },
    { state: "open", isActive: false, htlcs: [] },
    { state: "opening", isPrivate: true, isForced: false },
  ]);
  channels.forceClose(first);
  const waiting = { state: "closing", isActive: false, isForced: true, htlcs: [], spendableAtBlock: undefined };
  expect(await one()).toMatchObject(waiting);
  channels.confirmClose(first, 140);
  expect(await one()).toMatchObject({ state: "closing", isForced: true, spendableAtBlock: 1_341 });
  expect(await operations.closedChannels()).toEqual([]);
  channels.endClose(first, "TIMEOUT");
  expect(await one()).toBeUndefined();
  const { peer, capacitySats } = first;
  const capacity = capacitySats * 1_000n;
  const [closed, ...others] = (await operations.closedChannels()) ?? [];
  expect(closed).toMatchObject({ point, peer, capacity, isForced: true });
  expect(closed?.local).toBeGreaterThan(0n);
  expect(others).toEqual([]);
});

it("names the channels that a backup rescues, by the points by which they are listed", async () => {
  const pair = await given();
  const operations = operationsOf(pair);
  const points = (await operations.channels()).map(({ point }) => point);
  const backup = await operations.channelBackup();
  expect(backup.channels).toEqual(points);
  expect(backup.bytes.length).toBeGreaterThan(100);
});

describe("a close by force", () => {
  async function closing() {
    const pair = await given();
    const { channels } = pair.lnd.now;
    const { request, paymentHash } = await wantedFrom(pair.lnd, { msats: 7_000_000n, hold: true });
    void pair.node.pay(request);
    await expect.poll(() => pair.lnd.counterparty.isHeld(paymentHash)).toBe(true);
    const [channel] = channels.all;
    if (channel === undefined) throw new Error("no channel");
    const one = async () => (await operationsOf(pair).channels()).find(({ point }) => point === `${channel.txid}:0`);
    return { pair, channel, channels, one };
  }
  const sweep = { index: 2, sats: 7_001n, satsPerVbyte: 12n, attempts: 3, maturity: 0 };

  it("shows its HTLCs on the chain, and its own outputs that are not swept", async () => {
    const { channel, channels, one } = await closing();
    channels.unswept.push({ ...sweep, txid: channel.closingTxid, index: 1, sats: 330n, attempts: 0, satsPerVbyte: 0n });
    expect((await one())?.sweeps).toBeUndefined();
    channels.forceClose(channel);
    expect(await one()).toMatchObject({ isForced: true, htlcs: [], sweeps: [{ amount: 330_000n }] });
    channels.confirmClose(channel, 140);
    channels.unswept.push({ ...sweep, txid: channel.closingTxid }, { ...sweep, txid: "ee".repeat(32) });
    expect(await one()).toMatchObject({
      isForced: true,
      htlcs: [
        {
          paymentHash: undefined,
          isOutgoing: true,
          amount: 7_001_000n,
          expiresAtBlock: 295,
          onChain: { outpoint: `${channel.closingTxid}:2`, step: "last_but_one" },
        },
      ],
      sweeps: [
        { outpoint: `${channel.closingTxid}:1`, amount: 330_000n, attempts: 0, satsPerVbyte: 0n },
        { outpoint: `${channel.closingTxid}:2`, amount: 7_001_000n, attempts: 3, satsPerVbyte: 12n },
      ],
    });
  });

  it("is shown with all else where the credential may not ask for sweeps", async () => {
    const { pair, channel, channels, one } = await closing();
    await allowAllBut(pair, "PendingSweeps");
    expect((await one())?.sweeps).toBeUndefined();
    channels.forceClose(channel);
    channels.confirmClose(channel, 140);
    expect(await one()).toMatchObject({ isForced: true, spendableAtBlock: 1_341, sweeps: "not_allowed" });
    expect((await pair.node.permissions())?.lacking).toMatchObject([
      { name: "/walletrpc.WalletKit/PendingSweeps", neededFor: "operator" },
    ]);
  });
});

it("can send what a channel has without reserve and a doubled fee, to the sat, and no more", async () => {
  const pair = await given();
  const { lnd, node } = pair;
  for (const channel of lnd.now.channels.all) channel.isActive = false;
  lnd.now.channels.open({ capacitySats: 1_000_000n, localSats: 1_000_000n });
  const outcomeOf = async (amount: bigint) => {
    const { request } = await wantedFrom(lnd, { msats: amount });
    return await node.pay({ ...request, feeLimit: msats(10_000_000n) });
  };
  const [sendable = 0n] = (await operationsOf(pair).channels()).slice(-1).map((channel) => channel.sendable);
  expect(sendable).toBe((996_530n - 100_000n - 4_530n) * 1_000n); // the peer has nothing, and no anchor
  expect((await node.info()).sendable).toBe(sendable);
  const fee = 90_190n; // of the way: 1,000 msats and a ten-thousandth
  expect(await outcomeOf(sendable - fee + 1n)).toMatchObject({ kind: "failed", reason: "insufficient_liquidity" });
  expect(await outcomeOf(sendable - fee)).toMatchObject({ kind: "settled" });
  const theirs = lnd.now.channels.open({ capacitySats: 1_000_000n, localSats: 400_000n, isOurs: false });
  const found = (await operationsOf(pair).channels()).find(({ point }) => point === `${theirs.txid}:0`);
  expect(found?.sendable).toBe((400_000n - 100_000n) * 1_000n);
});

describe("what a close pays back", () => {
  const held = async ({ node }: Pair) => {
    const { channels, closing, onchain } = await node.balances();
    return { channels, closing, onchain };
  };

  it("counts once while its transaction is in no block, by both as well as by one", async () => {
    const pair = await given({ coins: [50_000_000n] });
    const { channels, wallet } = pair.lnd.now;
    const [channel] = channels.all;
    if (channel === undefined) throw new Error("no channel");
    const before = await held(pair);
    channel.state = "waiting_close";
    const waiting = await held(pair);
    const own = before.channels - waiting.channels;
    expect(waiting).toEqual({ ...before, channels: waiting.channels, closing: own });
    const point = `${channel.txid}:0`;
    for (const label of ["0:closechannel:shortchanid-1", ""]) {
      const close = wallet.payIn([point], own / 1_000n, label);
      expect(await held(pair)).toEqual(waiting);
      close.isGone = true;
    }
    wallet.payIn([point], own / 1_000n, "");
    wallet.mine(1);
    expect(await held(pair)).toEqual(waiting); // LND waits for some blocks on top of it
    channel.state = "closed";
    const paid = { channels: waiting.channels, closing: 0n, onchain: before.onchain + (own / 1_000n) * 1_000n };
    expect(await held(pair)).toEqual(paid);
  });

  it("counts once however often the fee of its sweep was raised, and what others pay counts at once", async () => {
    const pair = await given({ coins: [50_000_000n] });
    const { channels, wallet } = pair.lnd.now;
    const [channel] = channels.all;
    if (channel === undefined) throw new Error("no channel");
    channels.forceClose(channel);
    channels.confirmClose(channel, 140);
    const before = await held(pair);
    expect(before.closing).toBeGreaterThan(0n);
    const coins = [`${"ab".repeat(32)}:2`, `${"cd".repeat(32)}:3`];
    for (const less of [0n, 1_000n, 2_000n]) wallet.payIn(coins, before.closing / 1_000n - less, "0:sweep");
    expect(await held(pair)).toEqual(before);
    wallet.payIn([`${"ef".repeat(32)}:0`], 70_000n, "");
    expect(await held(pair)).toEqual({ ...before, onchain: before.onchain + 70_000_000n });
  });

  it("counts once also where the credential may see no transactions", async () => {
    const pair = await given({ coins: [50_000_000n] });
    const { channels, wallet } = pair.lnd.now;
    const [channel] = channels.all;
    if (channel === undefined) throw new Error("no channel");
    await allowAllBut(pair, "GetTransactions");
    wallet.payIn([`${"ef".repeat(32)}:0`], 70_000n, "");
    const before = await held(pair);
    channel.state = "waiting_close";
    const waiting = await held(pair);
    expect(waiting.onchain).toBe(before.onchain - 70_000_000n);
    wallet.payIn([`${channel.txid}:0`], waiting.closing / 1_000n, "0:closechannel:shortchanid-1");
    expect((await held(pair)).onchain).toBe(before.onchain);
  });
});

it.each(["mainnet", "testnet", "testnet4", "signet", "regtest"])("says that it is on %s", async (network) => {
  const { lnd, node } = await given();
  lnd.now.node.network = network;
  expect((await node.info()).network).toBe(network);
});

it("is no node of ours on another network", async () => {
  const { lnd, node } = await given();
  lnd.now.node.network = "simnet";
  await expect(node.info()).rejects.toThrow(NodeUnavailable);
});
