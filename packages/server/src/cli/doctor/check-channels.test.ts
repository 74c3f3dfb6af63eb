import { describe, expect, it } from "vitest";
import { msats, sats } from "#kernel/money.ts";
import type { ChannelBackup, NodeChannel, NodeInfo } from "#lightning";
import { fakeChannel } from "#slices/lightning/testing/fake-operations.harness.ts";
import { type ChannelFacts, checkChannels } from "./check-channels.ts";
import { type Expected, expectFindings } from "./table.harness.ts";

const AT = 1_000;
const INFO: NodeInfo = {
  nodeId: "02aa",
  network: "mainnet",
  instanceId: undefined,
  synced: true,
  blockHeight: AT,
  htlcSlots: undefined,
  usableChannels: 1,
  sendable: sats(5_000n),
  receivable: sats(700n),
};

const channel = (changes: Partial<NodeChannel> = {}) =>
  fakeChannel({ capacity: sats(10_000n), sendable: sats(6_000n), receivable: sats(3_000n), ...changes });
const backupOf = (channels: readonly NodeChannel[]): ChannelBackup => ({
  bytes: new Uint8Array(1),
  channels: channels.map(({ point }) => point),
});
const htlc = (expiresAtBlock: number) => ({
  paymentHash: new Uint8Array(32),
  isOutgoing: true,
  amount: sats(20n),
  expiresAtBlock,
});
const having = (channels: readonly NodeChannel[], changes: Partial<NodeInfo> = {}): ChannelFacts => ({
  info: { ...INFO, ...changes },
  channels: { kind: "known", value: channels },
  backup: { kind: "known", value: backupOf(channels) },
  copies: undefined,
});
/** The backend manages its channels by itself. */
const hidden = (changes: Partial<NodeInfo>): ChannelFacts => ({
  info: { ...INFO, ...changes },
  channels: undefined,
  backup: undefined,
  copies: undefined,
});
const away = (changes: Partial<NodeChannel> = {}) => channel({ isActive: false, peer: "03".repeat(33), ...changes });
const closing = (changes: Partial<NodeChannel> = {}) =>
  channel({ state: "closing", isActive: false, local: sats(90n), ...changes });

describe("liquidity", () => {
  it.each<[string, ChannelFacts, Expected]>([
    [
      "is in words",
      having([channel(), channel({ sendable: sats(1_000n), receivable: sats(8_000n) })]),
      [
        "liquidity",
        "ok",
        "send at most 7,000 sat",
        "receive at most 11,000 sat",
        "largest channel can send 6,000 sat and receive 8,000 sat",
      ],
    ],
    ["is what active channels have", having([channel(), away()]), ["liquidity", "ok", "send at most 6,000 sat"]],
    ["is what the node says", hidden({}), ["liquidity", "ok", "send at most 5,000 sat and receive at most 700 sat"]],
    [
      "is not known of some",
      hidden({ usableChannels: 2, sendable: undefined }),
      ["liquidity", "ok", "2 channels usable"],
    ],
    ["is none without a channel", having([]), ["liquidity", "wrong", "no channel is usable"]],
    ["is none while all peers are away", having([away()]), ["liquidity", "wrong", "peers"]],
    ["is none where the node has no channel", hidden({ usableChannels: 0 }), ["liquidity", "wrong"]],
    ["is too little to send", hidden({ sendable: msats(999n) }), ["liquidity", "warning", "receive, or open"]],
    ["is just enough to send", hidden({ sendable: msats(1_000n) }), ["liquidity", "ok", "at most 1 sat"]],
    ["is too little to receive", hidden({ receivable: msats(0n) }), ["liquidity", "warning", "channel opened to you"]],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkChannels(facts), [expected]);
  });
});

describe("channels", () => {
  it.each<[string, ChannelFacts, readonly Expected[]]>([
    [
      "are well",
      having([channel(), channel()]),
      [
        ["peers", "ok", "2 of 2 open channels"],
        ["time locks", "ok"],
      ],
    ],
    [
      "are stopped while their peer is connected, as in a close that waits",
      having([channel({ peer: "02".repeat(33) }), channel({ isActive: false, peer: "02".repeat(33) })]),
      [
        ["peers", "ok", "2 of 2"],
        ["stopped channels", "warning", "peer is connected", "being closed"],
      ],
    ],
    [
      "have peers that are away",
      having([channel(), away(), away(), away(), away()]),
      [["peers", "warning", "1 of 5 open channels", "030303030303… (10,000 sat)", "and 1 more"]],
    ],
    [
      "close",
      having([channel(), closing(), closing({ spendableAtBlock: 1_144 })]),
      [
        ["peers", "ok", "1 of 1 open channel "],
        ["closes", "ok", "2 channels", "180 sat", "block 1144"],
      ],
    ],
    [
      "close by force",
      having([channel(), closing(), closing({ isForced: true })]),
      [["closes", "warning", "2 channels", "1 forced", "equity chain-cost"]],
    ],
    ["were lost", hidden({ lostChannels: 2 }), [["lost channels", "wrong", "2 channels"]]],
    [
      "have HTLCs that end soon while the peer is away",
      having([channel(), away({ htlcs: [htlc(AT + 39), htlc(AT + 12), htlc(AT + 40)] })]),
      [["time locks", "wrong", "2 HTLCs of 40 sat", "12 blocks", "030303030303…"]],
    ],
    [
      "have HTLCs that end soon, and their peer",
      having([channel({ htlcs: [htlc(AT + 12)] }), away({ htlcs: [htlc(AT + 40)] })]),
      [["time locks", "ok"]],
    ],
    [
      "could not be looked at",
      { ...having([]), channels: { kind: "unknown", why: "no permission" } },
      [["channels", "warning", "no permission"]],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkChannels(facts), expected);
  });

  it("say nothing about time locks while the node does not know the newest block", () => {
    const facts = having([away({ htlcs: [htlc(AT + 12)] })], { synced: false });
    expect(checkChannels(facts).map(({ about }) => about)).not.toContain("time locks");
  });

  it("that the backend manages are not spoken of", () => {
    expect(checkChannels(hidden({})).map(({ about }) => about)).toEqual(["liquidity"]);
  });
});

describe("the channel backup", () => {
  const channels = [channel(), channel(), closing()];
  it.each<[string, ChannelFacts, Expected]>([
    ["covers the open ones", having(channels), ["channel backup", "ok", "all 2 open channels", "cannot be seen"]],
    [
      "leaves one out",
      { ...having(channels), backup: { kind: "known", value: backupOf(channels.slice(1)) } },
      ["channel backup", "warning", "leaves out 1 of 2 open channels", channels[0]?.point ?? ""],
    ],
    [
      "cannot be had",
      { ...having(channels), backup: { kind: "unknown", why: "no permission" } },
      ["channel backup", "warning", "no permission"],
    ],
  ])("%s", (_, facts, expected) => {
    expectFindings(checkChannels(facts), [expected]);
  });
});

it("says nothing of peers, time locks and the backup of a node without channels", () => {
  const findings = checkChannels(having([], { usableChannels: 0 }));
  expect(findings.map(({ about }) => about)).toEqual(["liquidity"]);
});
