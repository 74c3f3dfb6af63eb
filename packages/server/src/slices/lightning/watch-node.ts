import type { Scheduler } from "#kernel/clock.ts";
import type { Log } from "#platform/log.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { LightningNode, NodeInfo } from "./port.ts";

/** What the node reported last. */
export type WatchedNode = {
  /** How many HTLCs its channels carry concurrently; undefined before the first report, and where the backend does not say. */
  slots(): number | undefined;
  /** How many channels could send or receive; undefined before the first report. */
  usableChannels(): number | undefined;
  /** Whether it answered the last poll. */
  isUp(): boolean;
  stop(): Promise<void>;
};

const POLL_MS = 10_000;

/**
 * Polls the node, so that channels that open and close count, and logs once when it is lost and once when it is back. While it
 * does not answer, the last report holds.
 */
export function watchNode({
  node,
  scheduler,
  log,
}: {
  readonly node: Pick<LightningNode, "info">;
  readonly scheduler: Scheduler;
  readonly log: Log;
}): WatchedNode {
  let info: NodeInfo | undefined;
  let isUp = true;
  const loop = scheduler.loop("lightning.watch_node", POLL_MS, async () => {
    try {
      info = await node.info();
      if (!isUp) log.info({ nodeId: info.nodeId }, "lightning.reconnected");
      isUp = true;
    } catch (err) {
      if (!(err instanceof NodeUnavailable)) throw err;
      if (isUp) log.error({ reason: err.message }, "lightning.lost");
      isUp = false;
    }
  });
  return {
    slots: () => info?.htlcSlots,
    usableChannels: () => info?.usableChannels,
    isUp: () => isUp && info !== undefined,
    stop: loop.stop,
  };
}
