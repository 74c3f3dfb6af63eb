import { bytesToHex } from "@noble/hashes/utils.js";
import { channelKind, htlcsAtRisk } from "./channel-figures.ts";
import type { ChannelHtlc, ChannelSweep, NodeChannel } from "./node-channel.ts";

/** What an operator must know of a channel. */
export type ChannelTrouble = {
  readonly kind: "channel_force_closed" | "htlc_time_short";
  /** The point of the channel. */
  readonly subject: string;
  /** As it is now: amounts and blocks change. */
  readonly detail: string;
};

export const TROUBLE_KINDS: readonly ChannelTrouble["kind"][] = ["channel_force_closed", "htlc_time_short"];

/**
 * What is to be told of the channels now: each forced close, until all its money can be spent, and each channel whose
 * peer is away while the time of an HTLC in it runs out. `atBlock`: the newest block; undefined while the node does not
 * follow the chain: then no time is judged.
 */
export function troublesOf(channels: readonly NodeChannel[], atBlock: number | undefined): readonly ChannelTrouble[] {
  return channels.flatMap((channel): readonly ChannelTrouble[] => {
    const { point: subject } = channel;
    if (channelKind(channel) === "forced")
      return [{ kind: "channel_force_closed", subject, detail: detailOfClose(channel, atBlock) }];
    if (atBlock === undefined) return [];
    const urgent = htlcsAtRisk([channel], atBlock);
    return urgent.length === 0
      ? []
      : [{ kind: "htlc_time_short", subject, detail: detailOfHtlcs(channel, urgent, atBlock) }];
  });
}

function detailOfClose(
  { peer, local, htlcs, spendableAtBlock, sweeps }: NodeChannel,
  atBlock: number | undefined,
): string {
  const parts = [`the channel with ${peer} was closed by force: ${local} msats are still to come back`];
  if (htlcs.length > 0) parts.push(detailOfUndecided(htlcs, atBlock));
  parts.push(
    spendableAtBlock === undefined
      ? "from which block on it can be spent is not known yet"
      : `it can be spent from block ${spendableAtBlock} on${leftOf(spendableAtBlock, atBlock)}`,
  );
  return [...parts, ...detailOfSweeps(sweeps, atBlock)].join("; ");
}

function detailOfUndecided(htlcs: readonly ChannelHtlc[], atBlock: number | undefined): string {
  const last = Math.max(...htlcs.map(({ expiresAtBlock }) => expiresAtBlock));
  const [offered, received] = [sumOf(htlcs, true), sumOf(htlcs, false)];
  const all =
    `HTLCs of ${offered} msats offered and ${received} msats received are undecided, ` +
    `until block ${last} at the latest`;
  const places = htlcs.flatMap(({ onChain, isOutgoing, amount, expiresAtBlock }) =>
    onChain === undefined
      ? []
      : `${amount} msats ${isOutgoing ? "offered" : "received"}, which may go on from block ${expiresAtBlock} on` +
        `${leftOf(expiresAtBlock, atBlock)} in ${onChain.step === "last" ? "one step" : "two steps"} by ` +
        onChain.outpoint,
  );
  return places.length === 0 ? all : `${all}: ${firstOf(places)}`;
}

function detailOfSweeps(sweeps: NodeChannel["sweeps"], atBlock: number | undefined): readonly string[] {
  if (sweeps === undefined || sweeps === "not_said") return [];
  if (sweeps === "not_allowed")
    return ["which outputs are not swept yet is not known: the credential lacks the right that `leyden doctor` names"];
  if (sweeps.length === 0) return ["no output of it waits to be swept"];
  const all = sweeps.reduce((sum, { amount }) => sum + amount, 0n);
  const each = sweeps.map((sweep) => `${sweep.outpoint} of ${sweep.amount} msats, ${triesOf(sweep, atBlock)}`);
  return [`${sweeps.length} outputs of ${all} msats are not swept yet: ${firstOf(each)}`];
}

function triesOf({ attempts, satsPerVbyte, spendableAtBlock }: ChannelSweep, atBlock: number | undefined): string {
  if (satsPerVbyte > 0n) return `tried ${attempts} times, at last for ${satsPerVbyte} sat/vB`;
  if (attempts > 0) return `tried ${attempts} times, and nothing is published`;
  return spendableAtBlock === undefined
    ? "not tried yet"
    : `not tried yet, from block ${spendableAtBlock} on${leftOf(spendableAtBlock, atBlock)}`;
}

/** An incident names so many outputs. */
const SHOWN_MAX = 5;

function firstOf(texts: readonly string[]): string {
  const more = texts.length - SHOWN_MAX;
  return [...texts.slice(0, SHOWN_MAX), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

function detailOfHtlcs({ peer }: NodeChannel, urgent: readonly ChannelHtlc[], atBlock: number): string {
  const [first] = urgent;
  if (first === undefined) throw new Error("an HTLC is needed");
  const all = urgent.reduce((sum, { amount }) => sum + amount, 0n);
  const direction = first.isOutgoing ? "offered" : "received";
  return (
    `the peer ${peer} is away, and the time of ${urgent.length} HTLCs of ${all} msats runs out: the first one, ` +
    `${direction}, ${hashOf(first)}, ends at block ${first.expiresAtBlock}` +
    leftOf(first.expiresAtBlock, atBlock)
  );
}

function hashOf({ paymentHash }: ChannelHtlc): string {
  return paymentHash === undefined ? "of an unknown hash" : bytesToHex(paymentHash);
}

function leftOf(block: number, atBlock: number | undefined): string {
  if (atBlock === undefined) return "";
  return block > atBlock ? ` (in ${block - atBlock} blocks)` : " (now)";
}

function sumOf(htlcs: readonly ChannelHtlc[], isOutgoing: boolean): bigint {
  return htlcs.filter((htlc) => htlc.isOutgoing === isOutgoing).reduce((sum, { amount }) => sum + amount, 0n);
}
