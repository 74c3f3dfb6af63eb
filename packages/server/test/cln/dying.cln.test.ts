import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { LightningNode } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { connectClnNode } from "../../src/adapters/lightning/cln/cln.ts";
import {
  allOutgoing,
  allReceipts,
  type Conformance,
  type Counterparty,
  pay,
  receive,
  type Wanted,
} from "../../src/adapters/lightning/conformance/counterparty.harness.ts";
import { until } from "../lnd/process.harness.ts";
import { counterpartyOf } from "../lnd/recipient.harness.ts";
import { type ClnNetwork, startClnNetwork } from "./network.harness.ts";
import { restrictionsOfGuide, writeRune } from "./rune.harness.ts";

const START_MS = 300_000;
const KILLS = 5;
const TOGETHER = 20;
const AMOUNT = 100_000n;

describe("a node of Core Lightning that dies", () => {
  let network: ClnNetwork;
  let counterparty: Counterparty;
  let credentialFile: string;
  let node: LightningNode;

  beforeAll(async () => {
    network = await startClnNetwork();
    counterparty = await counterpartyOf(network.recipient);
    credentialFile = await writeRune(network.ours, "leyden", restrictionsOfGuide());
    node = connect();
  }, START_MS);
  afterAll(async () => {
    await node?.close();
    await network?.stop();
  });

  function connect(): LightningNode {
    const { certFile, restPort: port } = network.ours;
    return connectClnNode({ host: "127.0.0.1", port, certFile, credentialFile, clock: machineClock });
  }

  const hasParts = async (): Promise<number> => (await network.ours.call("listsendpays")).payments.length;

  it("under payments loses and doubles none, and what it calls in flight for ever is in no channel", {
    timeout: START_MS,
  }, async () => {
    const before = (await node.balances()).channels;
    const all: Wanted[] = [];
    for (let kill = 0; kill < KILLS; kill++) {
      const parts = await hasParts();
      const wanted = await Promise.all(Array.from({ length: TOGETHER }, () => counterparty.invoice({ msats: AMOUNT })));
      all.push(...wanted);
      const outcomes = wanted.map(async (one) => ({ one, outcome: await pay(node, one) }));
      await until("parts", async () => (await hasParts()) > parts + 4 * kill, { everyMs: 10 });
      await network.ours.end();
      for (const { one, outcome } of await Promise.all(outcomes)) {
        expect(outcome.kind).not.toBe("in_flight");
        if (outcome.kind === "failed" || outcome.kind === "not_sent")
          expect(await counterparty.receivedMsats(one.paymentHash)).toBe(0n);
      }
      await network.ours.start();
      await network.usable();
    }
    await until("HTLCs have ended", async () => (await node.balances()).outgoingHtlcs === 0n);

    const kinds: string[] = [];
    const places: unknown[] = [];
    let spent = 0n;
    for (const { paymentHash } of all) {
      const status = await node.lookupOutgoing(paymentHash);
      kinds.push(status.kind);
      expect(await counterparty.receivedMsats(paymentHash)).toBe(status.kind === "settled" ? AMOUNT : 0n);
      if (status.kind === "settled") spent += AMOUNT + status.fee;
      if (status.kind === "in_flight") places.push(status.htlcs?.place);
    }
    expect(places.filter((place) => place !== "gone")).toEqual([]);
    const counted = [...new Set(kinds)].map((kind) => `${kinds.filter((one) => one === kind).length} ${kind}`);
    process.stdout.write(`of ${all.length} payments: ${counted.join(", ")}\n`);
    expect(before - (await node.balances()).channels).toBe(spent);
  });

  it("while the recipient holds, still says so after its start, and where the HTLC is", {
    timeout: START_MS,
  }, async () => {
    const wanted = await counterparty.invoice({ msats: 2_000_000n, hold: true });
    const references: string[] = [];
    const paid = pay(node, wanted, { onReference: (reference) => void references.push(reference) });
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    await expect.poll(() => references.length).toBe(1);
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
    await expect.poll(() => references.length).toBe(1);
    await other.close();
    expect((await paid).kind).toBe("unknown");
    const { cursor } = await node.finished("", 0);
    await counterparty.settle(wanted.paymentHash);
    const news = async () => (await node.finished(cursor, 1_000)).payments;
    const hashes = async () => (await news()).map(({ paymentHash }) => Buffer.from(paymentHash).toString("hex"));
    await expect.poll(hashes).toContain(Buffer.from(wanted.paymentHash).toString("hex"));
    expect((await node.lookupOutgoing(wanted.paymentHash, references[0])).kind).toBe("settled");
  });

  it("gives another attempt after a failure another reference", async () => {
    const wanted = await counterparty.invoice({ msats: 2_000_000n, hold: true });
    const references: string[] = [];
    const onReference = (reference: string) => void references.push(reference);
    const paid = pay(node, wanted, { onReference });
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    await counterparty.fail(wanted.paymentHash);
    expect((await paid).kind).toBe("failed");
    expect((await pay(node, wanted, { onReference })).kind).toBe("failed");
    const [one, two] = references;
    expect(two).not.toBe(one);
    expect(await node.lookupOutgoing(wanted.paymentHash, one)).toEqual({ kind: "failed", reason: "other" });
    const fresh = (await allOutgoing(node, "")).filter(
      ({ paymentHash }) => Buffer.compare(paymentHash, wanted.paymentHash) === 0,
    );
    expect(fresh.map(({ status }) => status.kind)).toEqual(["failed", "failed"]);
  });

  it("ends in good order under a payment: the outcome is not known, and is told later", {
    timeout: START_MS,
  }, async () => {
    const wanted = await counterparty.invoice({ msats: 2_000_000n, hold: true });
    const paid = pay(node, wanted);
    await expect.poll(() => counterparty.isHeld(wanted.paymentHash)).toBe(true);
    await network.ours.call("stop");
    expect(["unknown", "in_flight"]).toContain((await paid).kind);
    await network.ours.end();
    await network.ours.start();
    await network.usable();
    expect((await node.lookupOutgoing(wanted.paymentHash)).kind).toBe("in_flight");
    await counterparty.settle(wanted.paymentHash);
    await expect.poll(async () => (await node.lookupOutgoing(wanted.paymentHash)).kind).toBe("settled");
  });

  it("reports its receipts in order across a kill", { timeout: START_MS }, async () => {
    const world = { node, counterparty } as Conformance;
    const first = await receive(world, 3_000_000n);
    const waiting = node.received((await allReceipts(node, "")).at(-1)?.cursor ?? "", 20_000).catch(() => "broken");
    await sleep(200);
    await network.ours.end();
    expect(await waiting).toBe("broken");
    await network.ours.start();
    await network.usable();
    const second = await receive(world, 4_000_000n);
    expect((await allReceipts(node, "")).slice(-2).map(({ paymentHash }) => paymentHash)).toEqual([first, second]);
  });
});
