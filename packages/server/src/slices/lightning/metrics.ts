import type { Metrics } from "#platform/metrics.ts";
import type { CopyLook, CopyStanding } from "./model/channel-copies.ts";
import { CHANNEL_KINDS } from "./model/channel-figures.ts";
import type { WatchedChannels } from "./watch-channels.ts";
import type { WatchedNode } from "./watch-node.ts";

/** Measures the node as it was polled last. `isLive`: it is on mainnet. */
export function measureNode(
  metrics: Metrics,
  watched: Pick<WatchedNode, "isUp" | "usableChannels" | "report">,
  isLive: () => Promise<boolean>,
): void {
  metrics.gauge(
    { name: "leyden_lightning_mainnet", help: "1 where the node of this service is on mainnet." },
    async () => asNumber(await isLive()),
  );
  metrics.gauge(
    {
      name: "leyden_lightning_up",
      help: "1 when the node, and no other one, answered the last poll. Alarm at 0 for a minute.",
    },
    () => Number(watched.isUp()),
  );
  metrics.gauge(
    { name: "leyden_lightning_channels_usable", help: "Channels that could send or receive. Alarm at 0." },
    watched.usableChannels,
  );
  /** Of a node that is away nothing is known about now. */
  const report = () => (watched.isUp() ? watched.report() : undefined);
  const synced = () => report()?.synced;
  metrics.gauge(
    { name: "leyden_lightning_synced", help: "1 while the node follows the tip of the chain. Alarm at 0." },
    () => asNumber(synced()),
  );
  metrics.gauge(
    {
      name: "leyden_lightning_block_height",
      help: "The newest block that the node knows. Alarm when it stands still.",
    },
    () => report()?.blockHeight,
  );
  metrics.gauge(
    { name: "leyden_lightning_sendable_msats", help: "What the usable channels could send now in all." },
    () => asNumber(report()?.sendable),
  );
  metrics.gauge(
    { name: "leyden_lightning_receivable_msats", help: "What the usable channels could receive now in all." },
    () => asNumber(report()?.receivable),
  );
}

/** Measures the channels as they were at the last look. */
export function measureChannels(metrics: Metrics, { figures }: Pick<WatchedChannels, "figures">): void {
  metrics.gaugeBy(
    {
      name: "leyden_lightning_channels",
      help: "Channels by what they do: `active`, `inactive` (the peer is away), `opening`, `closing`, `forced` (closing by force).",
      label: "state",
    },
    () => {
      const counts = figures()?.counts;
      return new Map(counts === undefined ? [] : CHANNEL_KINDS.map((kind) => [kind, counts[kind]]));
    },
  );
  metrics.gaugeBy(
    {
      name: "leyden_lightning_largest_channel_msats",
      help: "The most that one channel could `send` and `receive` now.",
      label: "direction",
    },
    () => {
      const now = figures();
      if (now === undefined) return new Map();
      return new Map([
        ["send", Number(now.largestSendable)],
        ["receive", Number(now.largestReceivable)],
      ]);
    },
  );
  metrics.gaugeBy(
    {
      name: "leyden_lightning_htlc_blocks_left",
      help: "Blocks until the first time lock of an HTLC, by whether the channel's peer is `connected` or `away`. Alarm below 40 for `away`.",
      label: "peer",
    },
    () => {
      const left = Object.entries(figures()?.blocksLeft ?? {});
      return new Map(left.flatMap(([peer, blocks]) => (blocks === undefined ? [] : [[peer, blocks] as const])));
    },
  );
}

/** Of msats exact up to 90,000 BTC. */
function asNumber(value: bigint | boolean | undefined): number | undefined {
  return value === undefined ? undefined : Number(value);
}

/** Measures the copies of the channel backup as they were at the last look. Without a look there is no value. */
export function measureChannelCopies(metrics: Metrics, look: () => CopyLook | undefined): void {
  const byFolder = (read: (standing: CopyStanding) => number) => () =>
    new Map((look()?.copies ?? []).map((standing) => [standing.folder, read(standing)]));
  metrics.gaugeBy(
    {
      name: "leyden_channel_backup_timestamp_seconds",
      help: "When the newest copy of the channel backup was made, by its `folder`; 0: there is none. Alarm when it is 26 hours old.",
      label: "folder",
    },
    byFolder(({ newest }) => (newest === undefined ? 0 : newest.at.getTime() / 1_000)),
  );
  metrics.gaugeBy(
    {
      name: "leyden_channel_backup_lacks",
      help: "Open and opening channels that the newest copy does not rescue, by its `folder`. Alarm when it is not 0 for 10 minutes.",
      label: "folder",
    },
    byFolder(({ lacks }) => lacks.length),
  );
}
