import type { Clock, Scheduler } from "#kernel/clock.ts";
import { type ChannelFigures, figuresOf } from "./model/channel-figures.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { LightningNode, NodeInfo } from "./port.ts";

/** The channels as they were at the last look. */
export type WatchedChannels = {
  /** Undefined where the backend manages them by itself, and while the last look is too old. */
  figures(): ChannelFigures | undefined;
  stop(): Promise<void>;
};

type WatchDeps = {
  readonly node: Pick<LightningNode, "operations">;
  /** The node's last report. */
  readonly report: () => Pick<NodeInfo, "synced" | "blockHeight"> | undefined;
  readonly clock: Pick<Clock, "monotonicMs">;
  readonly scheduler: Scheduler;
};

const LOOK_EVERY_MS = 60_000;
/** At a start the node is not linked yet. */
const FIRST_EVERY_MS = 1_000;
/** Older figures say nothing about now. */
const OLD_MS = 5 * LOOK_EVERY_MS;

/** Looks at the channels once a minute, for those who watch them; payments need none of it. */
export function watchChannels({ node, report, clock, scheduler }: WatchDeps): WatchedChannels {
  const { operations } = node;
  if (operations === undefined) return { figures: () => undefined, stop: async () => undefined };
  let last: { readonly figures: ChannelFigures; readonly atMs: number } | undefined;
  const pauseMs = () => (last === undefined ? FIRST_EVERY_MS : LOOK_EVERY_MS);
  const loop = scheduler.loop("lightning.watch_channels", pauseMs, async () => {
    try {
      const channels = await operations.channels();
      const info = report();
      last = {
        figures: figuresOf(channels, info?.synced === true ? info.blockHeight : undefined),
        atMs: clock.monotonicMs(),
      };
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error; // logged by lightning.watch_node
    }
  });
  return {
    figures: () => (last !== undefined && clock.monotonicMs() - last.atMs <= OLD_MS ? last.figures : undefined),
    stop: loop.stop,
  };
}
