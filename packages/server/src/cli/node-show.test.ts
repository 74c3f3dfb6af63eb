import { describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { fakeChannel } from "#slices/lightning/testing/fake-operations.harness.ts";
import { show } from "./node-show.ts";
import { printed } from "./printed.harness.ts";

const htlc = (expiresAtBlock: number, isOutgoing = true) => ({
  paymentHash: new Uint8Array(32).fill(expiresAtBlock % 256),
  isOutgoing,
  amount: msats(9_000n),
  expiresAtBlock,
});

function nodeWithChannels() {
  const node = createFakeNode({ clock: machineClock, info: { version: "a node 1.2", blockHeight: 800 } });
  node.operations.channelList = [
    fakeChannel({ point: "aa:0", state: "closing", isActive: false, isForced: true, spendableAtBlock: 944 }),
    fakeChannel({ point: "bb:0", capacity: msats(500n), sendable: msats(300n), receivable: msats(40n) }),
    fakeChannel({ point: "cc:1", sendable: msats(200n), receivable: msats(70n), isPrivate: true, htlcs: [htlc(950)] }),
    fakeChannel({ point: "dd:0", isActive: false, sendable: msats(9_999n), htlcs: [htlc(820, false)] }),
    fakeChannel({ point: "ee:0", state: "opening", isActive: false, sendable: msats(8_888n) }),
  ];
  return node;
}

describe("`node show`", () => {
  it("says what can be sent and received: what active channels can move", async () => {
    const text = await printed(() => show(nodeWithChannels(), {}));
    expect(text).toContain("on regtest, a node 1.2\nBlock 800\n");
    expect(text).toContain("Can send 500 msats now, 300 of them in one channel.");
    expect(text).toContain("Can receive 110 msats now, 70 of them in one channel.");
  });

  it("shows each channel: open ones first, with the block from which on a close pays", async () => {
    const lines = (await printed(() => show(nodeWithChannels(), {}))).split("\n");
    const of = (point: string) => lines.findIndex((line) => line.endsWith(point) && !/^\d/.test(line));
    expect([of("cc:1"), of("dd:0"), of("bb:0"), of("ee:0"), of("aa:0")].every((at) => at > 0)).toBe(true);
    expect(Math.max(of("cc:1"), of("dd:0"), of("bb:0"))).toBeLessThan(of("ee:0"));
    expect(of("ee:0")).toBeLessThan(of("aa:0"));
    expect(lines[of("aa:0")]).toMatch(/^closing \(forced\) .* block 944 /);
    expect(lines[of("cc:1")]).toMatch(/^open +yes +yes +/);
    expect(lines[of("dd:0")]).toMatch(/^open +no +no +/);
  });

  it("shows HTLCs by the block at which their time ends", async () => {
    const lines = (await printed(() => show(nodeWithChannels(), {}))).split("\n");
    const rows = lines.filter((line) => /offered|received/.test(line) && line.includes(":"));
    expect(rows.filter((line) => /^\d/.test(line)).map((line) => line.split(/ {2,}/).slice(0, 4))).toEqual([
      ["820", "20", "received", "9000"],
      ["950", "150", "offered", "9000"],
    ]);
  });

  it("shows what of a forced close is not swept yet, or that the credential may not ask", async () => {
    const node = nodeWithChannels();
    const [closing, ...others] = node.operations.channelList;
    if (closing === undefined) throw new Error("no channel");
    const sweep = { outpoint: "ff:1", amount: msats(330n), satsPerVbyte: 12n, attempts: 3, spendableAtBlock: 944 };
    const onChain = { outpoint: "ff:2", step: "last" } as const;
    const htlcs = [{ ...htlc(950), paymentHash: undefined, onChain }];
    node.operations.channelList = [{ ...closing, htlcs, sweeps: [sweep] }, ...others];
    const lines = (await printed(() => show(node, {}))).split("\n").map((line) => line.split(/ {2,}/));
    expect(lines).toContainEqual(["ff:1", "330", "block 944", "3 times", "12", "aa:0"]);
    expect(lines).toContainEqual(["950", "150", "offered", "9000", "-", "ff:2", "aa:0"]);
    const shown = JSON.parse(await printed(() => show(node, { json: true })));
    const [{ sweeps }] = shown.channels.filter(({ point }: { point: string }) => point === "aa:0");
    expect(sweeps).toEqual([{ ...sweep, amount: "330", satsPerVbyte: "12" }]);
    node.operations.channelList = [{ ...closing, sweeps: "not_allowed" }];
    expect(await printed(() => show(node, {}))).toContain("the credential may not ask");
  });

  it("says what its channels need on the chain", async () => {
    const node = nodeWithChannels();
    expect(await printed(() => show(node, {}))).not.toContain("Keeps");
    node.chain.reserve = 20_000n;
    expect(await printed(() => show(node, {}))).toContain("Keeps 20000000 msats on the chain for the channels");
  });

  it("says when the node does not follow the chain or know the graph, and when it has no channels", async () => {
    const node = createFakeNode({ clock: machineClock, info: { synced: false, knowsGraph: false } });
    node.operations.channelList = [];
    const text = await printed(() => show(node, {}));
    expect(text).toContain("IT DOES NOT FOLLOW THE CHAIN YET");
    expect(text).toContain("IT HAS NOT HEARD YET");
    expect(text).toContain("Can send 0 msats now");
    expect(text).toContain("It has no channels.");
  });

  it("prints all of it for programs, hashes in hexadecimal and amounts as strings", async () => {
    const shown = JSON.parse(await printed(() => show(nodeWithChannels(), { json: true })));
    expect(shown).toMatchObject({
      info: { blockHeight: 800, network: "regtest", version: "a node 1.2" },
      sendable: { all: "500", largest: "300" },
      receivable: { all: "110", largest: "70" },
      balances: { onchain: "10000000000", closing: "0" },
    });
    expect(shown.channels).toHaveLength(5);
    expect(shown.channels.find(({ point }: { point: string }) => point === "cc:1").htlcs).toEqual([
      { paymentHash: "b6".repeat(32), isOutgoing: true, amount: "9000", expiresAtBlock: 950 },
    ]);
  });

  it("is refused where no node runs, and where the backend shows no channels", async () => {
    await expect(show(undefined, {})).rejects.toThrow("the Lightning node is not running");
    const silent = { ...nodeWithChannels(), operations: undefined };
    await expect(show(silent, { json: true })).rejects.toThrow("does not show them");
  });
});
