import { expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { parseBitcoinAddress } from "#protocol/bitcoin-address.ts";
import { type Pair, pairsOfEachTest, wantedFrom } from "./testing/pair.harness.ts";

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
  expect(await one()).toMatchObject({ state: "closing", isActive: false, htlcs: [], spendableAtBlock: undefined });
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

it("gives another address of the wallet each time", async () => {
  const operations = operationsOf(await given());
  const addresses = [await operations.newAddress(), await operations.newAddress()];
  expect(new Set(addresses).size).toBe(2);
  for (const address of addresses) expect(() => parseBitcoinAddress(address, "regtest")).not.toThrow();
});
