import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sats } from "#kernel/money.ts";
import type { ChannelTransaction, LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { pay } from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { connectLndNode } from "../../src/adapters/lightning/lnd/lnd.ts";
import { bakeLeydens } from "./credential.harness.ts";
import type { LndNode } from "./lnd-node.harness.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";

const START_MS = 300_000;
/** A channel may hold a fraction of one, which no output has. */
const SAT = sats(1n);
/** BOLT 3: two outputs of a commitment transaction that cost more to spend than they hold. */
const ANCHORS = sats(660n);
/** More than dust: its HTLC has an output of its own in a commitment. */
const HELD = 7_000_000n;
const SLOW_MS = 60_000;
/** LND locks our output of a forced close for so long at most. */
const LOCKED_BLOCKS_MAX = 2_016;

describe("what LND says of its own money", () => {
  let network: LndNetwork;
  const nodes: LightningNode[] = [];
  let ours: LightningNode;

  async function connect(lnd: LndNode): Promise<LightningNode> {
    const credentialFile = join(lnd.folder, "leyden.macaroon");
    writeFileSync(credentialFile, await bakeLeydens(lnd));
    const address = { host: "127.0.0.1", certFile: lnd.certFile, credentialFile, clock: machineClock };
    const node = connectLndNode({ ...address, port: lnd.restPort });
    nodes.push(node);
    return node;
  }
  const listed = async () => (await ours.operations?.channelTransactions()) ?? [];
  const held = async () => {
    const { onchain, channels, outgoingHtlcs, opening, closing, commitFees } = await ours.balances();
    return { chain: onchain, channels: channels + outgoingHtlcs + opening + closing + commitFees };
  };
  /** What the node has more in each place since then, and what the transactions that are new say of it. */
  const since = async (before: Awaited<ReturnType<typeof held>>, known: readonly ChannelTransaction[]) => {
    const ids = new Set(known.map(({ txid }) => txid));
    const made = (await listed()).filter(({ txid }) => !ids.has(txid));
    const sum = (of: (one: ChannelTransaction) => bigint) => made.reduce((all, one) => all + of(one), 0n);
    const after = await held();
    return {
      made,
      left: {
        chain: after.chain - before.chain - sum(({ gain }) => gain),
        channels: after.channels - before.channels + sum(({ gain, fee }) => gain + (fee ?? 0n)),
      },
    };
  };
  const points = async (): Promise<readonly string[]> => {
    const { channels } = await network.ours.get("/v1/channels");
    return channels.map(({ channel_point }: { channel_point: string }) => channel_point);
  };

  beforeAll(async () => {
    network = await startLndNetwork();
    ours = await connect(network.ours);
  }, START_MS);
  afterAll(async () => {
    for (const node of nodes) await node.close();
    await network?.stop();
  });

  it("names its opens, with what each cost and moved", async () => {
    const opens = await listed();
    expect(opens.map(({ kind, gain, fee = 0n }) => [kind, -(gain + fee)]).toSorted()).toEqual([
      ["open", sats(10_000_000n)],
      ["open", sats(5_000_000n)],
    ]);
    for (const { fee, confirmations } of opens) {
      expect(fee).toBeGreaterThan(0n);
      expect(confirmations).toBeGreaterThanOrEqual(6);
    }
  });

  it("adds up what a router earned, to the msat", async () => {
    const router = await connect(network.router);
    const begun = new Date(machineClock.now().getTime() - 1_000);
    expect(await router.operations?.forwards("", begun)).toMatchObject({ count: 0 });
    let fees = 0n;
    for (const value_msat of ["20000001", "3000000"]) {
      const { payment_request } = await network.ours.post("/v1/invoices", { value_msat });
      const limits = { timeout_seconds: 30, fee_limit_msat: "1000000", no_inflight_updates: true };
      const { result } = await network.recipient.post("/v2/router/send", { payment_request, ...limits });
      expect(result.status).toBe("SUCCEEDED");
      fees += BigInt(result.fee_msat);
    }
    await expect
      .poll(async () => await router.operations?.forwards("", begun))
      .toMatchObject({ count: 2, earned: fees });
    const all = await router.operations?.forwards("", begun);
    expect(await router.operations?.forwards(all?.cursor ?? "", begun)).toMatchObject({ count: 0, earned: 0n });
  });

  it("explains a close by both whole", async () => {
    const [before, known] = [await held(), await listed()];
    const [point = ""] = await points();
    const closed = network.ours.close(point, "by_both");
    await expect.poll(async () => (await listed()).length).toBe(known.length + 1);
    await network.mine(6);
    await closed;
    await expect
      .poll(async () => (await since(before, known)).made.map(({ confirmations }) => confirmations))
      .toEqual([6]);
    const { made, left } = await since(before, known);
    expect(made).toMatchObject([{ kind: "close" }]);
    expect(made[0]?.fee).toBeGreaterThan(0n);
    expect(left.chain).toBe(0n);
    expect(left.channels).toBeLessThan(SAT);
    expect(left.channels).toBeGreaterThan(-SAT);
  });

  it("explains a close by force with its sweeps, but for the anchors", async () => {
    const [before, known] = [await held(), await listed()];
    const [point = ""] = await points();
    const closed = network.ours.close(point, "by_force");
    const waiting = async () => (await network.ours.get("/v1/channels/pending")).waiting_close_channels.length;
    await expect.poll(waiting).toBe(1);
    await network.mine(1);
    await closed;
    const isOver = async () => (await network.ours.get("/v1/channels/closed")).channels.length === 2;
    for (let mined = 0; mined < LOCKED_BLOCKS_MAX && !(await isOver()); mined += 100) await network.mine(100);
    await expect
      .poll(async () => {
        await network.mine(1);
        return await isOver();
      })
      .toBe(true);
    await network.mine(6);
    const { made, left } = await since(before, known);
    expect(new Set(made.map(({ kind }) => kind))).toEqual(new Set(["close", "sweep"]));
    for (const { fee, confirmations } of made) {
      expect(fee).toBeGreaterThan(0n);
      expect(confirmations).toBeGreaterThanOrEqual(6);
    }
    expect(left.chain).toBe(0n);
    expect(left.channels + ANCHORS).toBeLessThan(SAT);
    expect(left.channels + ANCHORS).toBeGreaterThan(-SAT);
  });
});

describe("what LND says of a close by force with an HTLC in it", () => {
  let network: LndNetwork;
  let ours: LightningNode;

  beforeAll(async () => {
    network = await startLndNetwork();
    const credentialFile = join(network.ours.folder, "leyden.macaroon");
    writeFileSync(credentialFile, await bakeLeydens(network.ours));
    const { certFile, restPort: port } = network.ours;
    ours = connectLndNode({ host: "127.0.0.1", port, certFile, credentialFile, clock: machineClock });
  }, START_MS);
  afterAll(async () => {
    await ours?.close();
    await network?.stop();
  });
  const channels = async () => (await ours.operations?.channels()) ?? [];

  it("is where that is, from when on it can be spent, and what is not swept", { timeout: START_MS }, async () => {
    const counterparty = await counterpartyOf(network.recipient);
    const wanted = await counterparty.invoice({ msats: HELD, hold: true });
    void pay(ours, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash), { timeout: SLOW_MS }).toBe(true);
    const carrying = (await channels()).find(({ htlcs }) => htlcs.length > 0);
    const [htlc] = carrying?.htlcs ?? [];
    if (carrying === undefined || htlc === undefined) throw new Error("no channel has an HTLC");
    const shown = async () => (await channels()).find(({ point }) => point === carrying.point);

    const closed = network.ours.close(carrying.point, "by_force");
    closed.catch(() => undefined); // awaited below
    await expect.poll(async () => (await shown())?.isForced, { timeout: SLOW_MS }).toBe(true);
    expect(await shown()).toMatchObject({ state: "closing", htlcs: [], sweeps: expect.any(Array) });
    const isInBlock = async () => {
      await network.mine(1); // it may not be published yet: LND says first that it will be
      return (await shown())?.htlcs.length === 1;
    };
    await expect.poll(isInBlock, { timeout: SLOW_MS, interval: 1_000 }).toBe(true);
    await closed;
    const { isOutgoing, amount, expiresAtBlock } = htlc;
    const onChain = { outpoint: expect.stringMatching(/^[0-9a-f]{64}:[0-9]+$/), step: "last_but_one" };
    expect((await shown())?.htlcs).toEqual([{ paymentHash: undefined, isOutgoing, amount, expiresAtBlock, onChain }]);
    // What the other outputs hold that are ours: an anchor, not worth its fee, and our side, which is locked.
    expect((await shown())?.sweeps).toHaveLength(2);
    expect((await shown())?.sweeps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ amount: sats(330n), satsPerVbyte: 0n }),
        expect.objectContaining({ attempts: 0, spendableAtBlock: (await shown())?.spendableAtBlock }),
      ]),
    );
  });
});
