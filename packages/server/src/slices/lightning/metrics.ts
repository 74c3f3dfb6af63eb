import type { Metrics } from "#platform/metrics.ts";
import type { WatchedNode } from "./watch-node.ts";

/** Measures the node as it was polled last. */
export function measureNode(metrics: Metrics, watched: Pick<WatchedNode, "isUp" | "usableChannels">): void {
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
}
