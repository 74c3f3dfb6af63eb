import { type Msats, maxOf, msats } from "#kernel/money.ts";
import type { ChannelHtlc, NodeChannel } from "./node-channel.ts";

/** What an operator should know of all channels together. */
export type ChannelFigures = {
  readonly counts: Readonly<Record<ChannelKind, number>>;
  /** What the active ones could send and receive in all, without what they must keep. */
  readonly sendable: Msats;
  readonly receivable: Msats;
  /** The most that one of them could send and receive: a payment in one part is no larger. */
  readonly largestSendable: Msats;
  readonly largestReceivable: Msats;
  /**
   * Blocks until the first time lock of an HTLC in an open channel, by whether its peer is connected; 0 when it is
   * over, undefined without an HTLC or where the newest block is not known.
   */
  readonly blocksLeft: Readonly<Record<PeerState, number | undefined>>;
};

/** `forced`: it closes because one side has forced it. */
export type ChannelKind = "active" | "inactive" | "opening" | "closing" | "forced";
export type PeerState = "connected" | "away";

export const CHANNEL_KINDS = ["active", "inactive", "opening", "closing", "forced"] as const;

export function channelKind({ state, isActive, isForced }: NodeChannel): ChannelKind {
  switch (state) {
    case "open":
      return isActive ? "active" : "inactive";
    case "opening":
      return "opening";
    case "closing":
      return isForced ? "forced" : "closing";
  }
}

/** `atBlock`: the node's newest block; undefined while it does not follow the chain. */
export function figuresOf(channels: readonly NodeChannel[], atBlock: number | undefined): ChannelFigures {
  const active = channels.filter((channel) => channelKind(channel) === "active");
  const away = channels.filter((channel) => channelKind(channel) === "inactive");
  const sum = (amounts: readonly Msats[]) => msats(amounts.reduce((all, one) => all + one, 0n));
  const largest = (amounts: readonly Msats[]) => amounts.reduce(maxOf, msats(0n));
  const sendable = active.map((channel) => channel.sendable);
  const receivable = active.map((channel) => channel.receivable);
  return {
    counts: Object.fromEntries(
      CHANNEL_KINDS.map((kind) => [kind, channels.filter((channel) => channelKind(channel) === kind).length]),
    ) as Record<ChannelKind, number>,
    sendable: sum(sendable),
    receivable: sum(receivable),
    largestSendable: largest(sendable),
    largestReceivable: largest(receivable),
    blocksLeft: { connected: fewestBlocks(active, atBlock), away: fewestBlocks(away, atBlock) },
  };
}

/**
 * Below so many blocks an HTLC whose peer is away may end in a forced close: nodes keep about so many for it (BOLT 2,
 * `cltv_expiry_delta` Selection). The number is ours.
 */
export const HTLC_BLOCKS_MIN = 40;

/** An HTLC in a channel whose peer is away, and whose time lock is near. */
export type HtlcAtRisk = ChannelHtlc & { readonly channel: NodeChannel; readonly blocksLeft: number };

/** Those with fewer than `HTLC_BLOCKS_MIN` blocks left, the most urgent first. */
export function htlcsAtRisk(channels: readonly NodeChannel[], atBlock: number): readonly HtlcAtRisk[] {
  return channels
    .filter((channel) => channelKind(channel) === "inactive")
    .flatMap((channel) => channel.htlcs.map((htlc) => ({ ...htlc, channel, blocksLeft: blocksUntil(htlc, atBlock) })))
    .filter(({ blocksLeft }) => blocksLeft < HTLC_BLOCKS_MIN)
    .toSorted((a, b) => a.expiresAtBlock - b.expiresAtBlock);
}

function fewestBlocks(channels: readonly NodeChannel[], atBlock: number | undefined): number | undefined {
  const htlcs = channels.flatMap((channel) => channel.htlcs);
  if (atBlock === undefined || htlcs.length === 0) return undefined;
  return Math.min(...htlcs.map((htlc) => blocksUntil(htlc, atBlock)));
}

function blocksUntil({ expiresAtBlock }: Pick<ChannelHtlc, "expiresAtBlock">, atBlock: number): number {
  return Math.max(0, expiresAtBlock - atBlock);
}
