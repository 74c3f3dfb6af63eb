import { cpSync, rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LightningNode, SendOutcome } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import {
  allOutgoing,
  allReceipts,
  type Conformance,
  type Counterparty,
  pay,
  receive,
  type Wanted,
} from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { connectLndNode } from "../../src/adapters/lightning/lnd/lnd.ts";
import { type LndNetwork, startLndNetwork } from "./network.harness.ts";
import { until } from "./process.harness.ts";
import { counterpartyOf } from "./recipient.harness.ts";

const START_MS = 300_000;
const KILLS = 4;
const STOPS = 3;
const TOGETHER = 20;

/** The last test puts the node back to an older copy, which costs its channels. */
describe("a node of LND that dies", () => {
  let network: LndNetwork;
  let counterparty: Counterparty;
  let node: LightningNode;

  beforeAll(async () => {
    network = await startLndNetwork();
    counterparty = await counterpartyOf(network.recipient);
    node = connect();
  }, START_MS);
  afterAll(async () => {
    await node?.close();
    await network?.stop();
  });

  function connect(): LightningNode {
    const { certFile, adminMacaroonFile: credentialFile, restPort: port } = network.ours;
    return connectLndNode({ host: "127.0.0.1", port, certFile, credentialFile, clock: machineClock });
  }

  /** Amount and fees of those that the node calls settled. */
  async function spentOn(all: readonly Wanted[], amount: bigint): Promise<bigint> {
    let spent = 0n;
    for (const { paymentHash } of all) {
      const status = await node.lookupOutgoing(paymentHash);
      if (status.kind === "settled") spent += amount + status.fee;
    }
    return spent;
  }

  const held = async () => {
    const { channels, commitFees } = await node.balances();
    return channels + commitFees;
  };

  /** What the node says of them at last is what the recipient has and what it has cost. */
  async function judge(all: readonly Wanted[], amount: bigint, before: bigint): Promise<void> {
    const places: unknown[] = [];
    await until("HTLCs have ended", async () => (await network.ours.get("/v1/channels")).channels.every(hasNoHtlc));
    for (const { paymentHash } of all) {
      const [status, received] = [
        await node.lookupOutgoing(paymentHash),
        await counterparty.receivedMsats(paymentHash),
      ];
      expect(received).toBe(status.kind === "settled" ? amount : 0n);
      if (status.kind === "in_flight") places.push(status.htlcs?.place);
    }
    expect(places.filter((place) => place !== "gone")).toEqual([]);
    process.stdout.write(`${places.length} of ${all.length} payments stay in flight for ever\n`);
    expect(before - (await held())).toBe(await spentOn(all, amount));
  }

  it("under payments loses and doubles none, and what it calls in flight for ever is in no channel", {
    timeout: START_MS,
  }, async () => {
    const [before, amount] = [await held(), 100_000n];
    const all: Wanted[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const wanted = await Promise.all(Array.from({ length: TOGETHER }, () => counterparty.invoice({ msats: amount })));
      all.push(...wanted);
      const outcomes: Promise<SendOutcome>[] = wanted.map((one) => pay(node, one));
      await sleep(60 + 90 * kill);
      await network.ours.end();
      for (const outcome of await Promise.all(outcomes)) expect(outcome.kind).not.toBe("in_flight");
      await network.ours.start();
      await network.usable();
    }
    await judge(all, amount, before);
  });

  it("or is stopped in good order under payments loses and doubles none", { timeout: START_MS }, async () => {
    const [before, amount] = [await held(), 100_000n];
    const all: Wanted[] = [];
    for (let stop = 0; stop < STOPS; stop++) {
      const slow = await counterparty.invoice({ msats: amount, hold: true });
      const paidSlowly = pay(node, slow);
      await expect.poll(() => counterparty.isHeld(slow.paymentHash)).toBe(true);
      const wanted = await Promise.all(Array.from({ length: TOGETHER }, () => counterparty.invoice({ msats: amount })));
      all.push(slow, ...wanted);
      const outcomes = [paidSlowly, ...wanted.map((one) => pay(node, one))];
      await sleep(60 + 120 * stop);
      await network.ours.stop();
      await counterparty.settle(slow.paymentHash);
      for (const outcome of await Promise.all(outcomes)) expect(outcome.kind).not.toBe("in_flight");
      expect((await paidSlowly).kind).toBe("unknown");
      await network.ours.start();
      await network.usable();
    }
    await judge(all, amount, before);
  });

  it("while the recipient holds, still says so after its start, and where the HTLC is", {
    timeout: START_MS,
  }, async () => {
    const wanted = await counterparty.invoice({ msats: 2_000_000n, hold: true });
    const references: string[] = [];
    const paid = pay(node, wanted, { onReference: (reference) => void references.push(reference) });
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    await network.ours.end();
    expect((await paid).kind).toBe("unknown");
    await network.ours.start();

    const status = await node.lookupOutgoing(wanted.paymentHash, references[0]);
    if (status.kind !== "in_flight" || status.htlcs === undefined) throw new Error("nothing is said about its HTLC");
    const { place, lockedUntilBlock } = status.htlcs;
    expect(place).toBe("in_channel");
    expect(lockedUntilBlock).toBeGreaterThan((await node.info()).blockHeight);
    await network.usable();
    await counterparty.settle(wanted.paymentHash);
    await expect.poll(async () => (await node.lookupOutgoing(wanted.paymentHash, references[0])).kind).toBe("settled");
  });

  it("finds by its reference what another process had sent that was killed", async () => {
    const other = connect();
    const wanted = await counterparty.invoice({ msats: 2_000_000n, hold: true });
    const references: string[] = [];
    const paid = pay(other, wanted, { onReference: (reference) => void references.push(reference) });
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    await other.close();
    expect((await paid).kind).toBe("unknown");
    const { cursor } = await node.finished("", 0);
    await counterparty.settle(wanted.paymentHash);
    const news = async () => (await node.finished(cursor, 1_000)).payments;
    const hashes = async () => (await news()).map(({ paymentHash }) => Buffer.from(paymentHash).toString("hex"));
    await expect.poll(hashes).toContain(Buffer.from(wanted.paymentHash).toString("hex"));
    expect((await node.lookupOutgoing(wanted.paymentHash, references[0])).kind).toBe("settled");
  });

  it("gives another attempt after a failure another reference, and leaves a gap in its list", async () => {
    const wanted = await counterparty.invoice({ msats: 2_000_000n, hold: true });
    const references: string[] = [];
    const onReference = (reference: string) => void references.push(reference);
    const paid = pay(node, wanted, { onReference });
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    await counterparty.fail(wanted.paymentHash);
    expect((await paid).kind).toBe("failed");
    const first = (await allOutgoing(node, "")).at(-1);
    expect((await pay(node, wanted, { onReference })).kind).toBe("failed");
    expect(new Set(references).size).toBe(2); // one that takes long is named twice
    expect(await node.lookupOutgoing(wanted.paymentHash, references[0])).toEqual({ kind: "not_found" });
    const after = await node.outgoing(first?.cursor ?? "");
    expect(after.map(({ paymentHash }) => paymentHash)).toEqual([wanted.paymentHash]);
  });

  it("put back to an older copy is read from its beginning, and says that it lost channels", {
    timeout: START_MS,
  }, async () => {
    const { ours } = network;
    const world = { node, counterparty } as Conformance;
    const copy = `${ours.folder}.copy`;
    const kept = await receive(world, 3_000_000n);
    const [receipts, payments] = [await allReceipts(node, ""), await allOutgoing(node, "")];
    await ours.end("SIGINT");
    cpSync(ours.folder, copy, { recursive: true });
    await ours.start();
    await network.usable();
    await receive(world, 4_000_000n);
    expect((await pay(node, await counterparty.invoice({ msats: 1_000_000n }))).kind).toBe("settled");
    const cursors = {
      receipts: (await allReceipts(node, "")).at(-1)?.cursor ?? "",
      payments: (await allOutgoing(node, "")).at(-1)?.cursor ?? "",
    };
    expect(await node.received(cursors.receipts, 0)).toEqual([]);
    expect(await node.outgoing(cursors.payments)).toEqual([]);

    await ours.end();
    rmSync(ours.folder, { recursive: true });
    cpSync(copy, ours.folder, { recursive: true });
    await ours.start();

    expect(await node.received(cursors.receipts, 0)).toEqual(receipts);
    expect(receipts.at(-1)?.paymentHash).toEqual(kept);
    expect(await node.outgoing(cursors.payments)).toEqual(payments.slice(0, 1_000));
    await expect.poll(async () => (await node.info()).lostChannels, { timeout: 90_000 }).toBeGreaterThan(0);
  });
});

function hasNoHtlc({ pending_htlcs }: { readonly pending_htlcs: readonly unknown[] }): boolean {
  return pending_htlcs.length === 0;
}
