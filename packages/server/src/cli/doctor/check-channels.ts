import {
  type ChannelBackup,
  channelKind,
  figuresOf,
  HTLC_BLOCKS_MIN,
  htlcsAtRisk,
  type NodeChannel,
  type NodeInfo,
} from "#lightning";
import { type CopyFacts, checkCopies } from "./check-copies.ts";
import { about, type Fact, type Finding, ok, warning, wrong } from "./finding.ts";
import { counted, inSats, listed, shortened } from "./words.ts";

/** Of a node that answers, and is the right one. */
export type ChannelFacts = {
  readonly info: NodeInfo;
  /** These two are undefined where the backend manages its channels by itself. */
  readonly channels: Fact<readonly NodeChannel[]> | undefined;
  readonly backup: Fact<ChannelBackup> | undefined;
  /** The same, and before the first start, which makes the first copy. */
  readonly copies: CopyFacts | undefined;
};

/** What can be sent and received, and what threatens the money in channels. */
export function checkChannels({ info, channels, backup, copies }: ChannelFacts): readonly Finding[] {
  const known = channels?.kind === "known" ? channels.value : undefined;
  return [
    liquidity(info, known),
    ...lost(info),
    ...(channels === undefined ? [] : about("channels", channels, (all) => oneByOne(all, info))),
    ...(backup === undefined || known === undefined
      ? []
      : about("channel backup", backup, (one) => rescue(one, known))),
    ...(copies === undefined || known === undefined ? [] : checkCopies(copies, known)),
  ];
}

/** Below one sat nothing can be sent. */
const LEAST_MSATS = 1_000n;

function liquidity(info: NodeInfo, channels: readonly NodeChannel[] | undefined): Finding {
  const figures = channels && figuresOf(channels, undefined);
  const usable = figures?.counts.active ?? info.usableChannels;
  const sendable = figures?.sendable ?? info.sendable;
  const receivable = figures?.receivable ?? info.receivable;
  if (usable === 0)
    return wrong(
      "liquidity",
      "no channel is usable: nothing can be sent or received over Lightning",
      "open a channel, or see why the peers of your channels are away",
    );
  if (sendable === undefined || receivable === undefined)
    return ok("liquidity", `${counted(usable, "channel")} usable; the node does not say what they can carry`);
  const largest =
    figures === undefined
      ? ""
      : `; the largest channel can send ${inSats(figures.largestSendable)} and receive ${inSats(figures.largestReceivable)}`;
  const says = `you can send at most ${inSats(sendable)} and receive at most ${inSats(receivable)}${largest}`;
  if (sendable < LEAST_MSATS) return warning("liquidity", says, "receive, or open a channel with your own bitcoin");
  if (receivable < LEAST_MSATS) return warning("liquidity", says, "pay, or have a channel opened to you");
  return ok("liquidity", says);
}

function lost({ lostChannels = 0 }: NodeInfo): readonly Finding[] {
  if (lostChannels === 0) return [];
  return [
    wrong(
      "lost channels",
      `the node has lost data of ${counted(lostChannels, "channel")}: it was put back from a copy`,
      'docs/operate.md, "A node that went back"',
    ),
  ];
}

function oneByOne(channels: readonly NodeChannel[], { synced, blockHeight }: NodeInfo): readonly Finding[] {
  if (channels.length === 0) return [];
  return [...peers(channels), ...closes(channels), ...(synced ? timeLocks(channels, blockHeight) : [])];
}

function peers(channels: readonly NodeChannel[]): readonly Finding[] {
  const open = channels.filter(({ state }) => state === "open");
  if (open.length === 0) return [];
  const idle = open.filter((channel) => channelKind(channel) === "inactive");
  const connected = new Set(open.filter((channel) => !idle.includes(channel)).map(({ peer }) => peer));
  const away = idle.filter(({ peer }) => !connected.has(peer));
  const stopped = idle.filter(({ peer }) => connected.has(peer));
  const says = `${open.length - away.length} of ${counted(open.length, "open channel")} have their peer connected`;
  const whose = (some: readonly NodeChannel[]) =>
    listed(some.map(({ peer, capacity }) => `${shortened(peer)} (${inSats(capacity)})`));
  return [
    away.length === 0
      ? ok("peers", says)
      : warning(
          "peers",
          `${says}; away, or in a close that waits for HTLCs: ${whose(away)}`,
          "see whether they come back; close a channel whose peer stays away for weeks",
        ),
    ...(stopped.length === 0
      ? []
      : [
          warning(
            "stopped channels",
            `carry nothing though their peer is connected: ${whose(stopped)}`,
            "wait where it is being closed: that needs its HTLCs to end; else see the node's log",
          ),
        ]),
  ];
}

function closes(channels: readonly NodeChannel[]): readonly Finding[] {
  const closing = channels.filter(({ state }) => state === "closing");
  if (closing.length === 0) return [];
  const forced = closing.filter(({ isForced }) => isForced);
  const comes = inSats(closing.reduce((sum, { local }) => sum + local, 0n));
  const blocks = closing.flatMap(({ spendableAtBlock }) => spendableAtBlock ?? []);
  const until = blocks.length === 0 ? "" : `, the last of it at block ${Math.max(...blocks)}`;
  const says = `pending of ${counted(closing.length, "channel")}: ${comes} come back${until}`;
  if (forced.length === 0) return [ok("closes", says)];
  return [
    warning(
      "closes",
      `${says}; ${forced.length} forced: ${listed(forced.map(({ peer }) => shortened(peer)))}`,
      "keep the node running and following the chain until they are over; book what they cost with `leyden equity chain-cost`",
    ),
  ];
}

function timeLocks(channels: readonly NodeChannel[], atBlock: number): readonly Finding[] {
  const risks = htlcsAtRisk(channels, atBlock);
  const [first] = risks;
  if (first === undefined) return [ok("time locks", `none is within ${HTLC_BLOCKS_MIN} blocks while its peer is away`)];
  const sum = inSats(risks.reduce((all, { amount }) => all + amount, 0n));
  const peer = shortened(first.channel.peer);
  return [
    wrong(
      "time locks",
      `${counted(risks.length, "HTLC")} of ${sum} in channels whose peer is away: the first ends in ${counted(first.blocksLeft, "block")} (${peer}), and its channel is then closed by force`,
      "get the peers connected again, such as by their other addresses",
    ),
  ];
}

function rescue({ channels: points }: ChannelBackup, channels: readonly NodeChannel[]): readonly Finding[] {
  const rescued = new Set(points);
  const open = channels.filter(({ state }) => state === "open");
  if (open.length === 0) return [];
  const missing = open.filter(({ point }) => !rescued.has(point));
  if (missing.length > 0)
    return [
      warning(
        "channel backup",
        `of the node leaves out ${missing.length} of ${counted(open.length, "open channel")}: ${listed(missing.map(({ point }) => point))}`,
        "see the node's log; ask again when the newest channel is confirmed",
      ),
    ];
  return [
    ok(
      "channel backup",
      `of the node covers all ${counted(open.length, "open channel")}; that you keep a copy of it on another machine cannot be seen from here`,
    ),
  ];
}
