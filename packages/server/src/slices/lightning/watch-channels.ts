import type { Clock, Scheduler } from "#kernel/clock.ts";
import { type ChannelFigures, figuresOf } from "./model/channel-figures.ts";
import type { NodeChannel } from "./model/node-channel.ts";
import type { NodeInfo } from "./model/node-info.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { LightningNode } from "./port.ts";

/** One look at the channels. */
export type SeenChannels = {
  readonly channels: readonly NodeChannel[];
  /** The node's last report before it. */
  readonly info: Pick<NodeInfo, "nodeId" | "synced" | "blockHeight">;
  /** When it was begun. */
  readonly since: Date;
};

/** What is done with each look. May throw `NodeUnavailable`. */
export type ChannelFollower = (seen: SeenChannels) => Promise<void>;

/** The channels as they were at the last look. */
export type WatchedChannels = {
  /** Undefined where the backend manages them by itself, and while the last look is too old. */
  figures(): ChannelFigures | undefined;
  /** From now on each look goes to this one too; the next one is at once. */
  follow(follower: ChannelFollower): void;
  stop(): Promise<void>;
};

type WatchDeps = {
  readonly node: Pick<LightningNode, "operations">;
  /** The node's last report. */
  readonly report: () => SeenChannels["info"] | undefined;
  readonly clock: Pick<Clock, "now" | "monotonicMs">;
  readonly scheduler: Scheduler;
};

const LOOK_EVERY_MS = 60_000;
/** At a start the node is not linked yet. */
const FIRST_EVERY_MS = 1_000;
/** Older figures say nothing about now. */
const OLD_MS = 5 * LOOK_EVERY_MS;

/**
 * Looks at the channels once a minute, for figures and for the one that follows; payments need none of it. Figures are
 * kept also where the follower fails, which shows as a failed task.
 */
export function watchChannels({ node, report, clock, scheduler }: WatchDeps): WatchedChannels {
  const { operations } = node;
  if (operations === undefined)
    return { figures: () => undefined, follow: () => undefined, stop: async () => undefined };
  let follower: ChannelFollower | undefined;
  let isFollowed = false;
  let last: { readonly figures: ChannelFigures; readonly atMs: number } | undefined;
  const isOwed = () => last === undefined || (follower !== undefined && !isFollowed);
  const pauseMs = () => (isOwed() ? FIRST_EVERY_MS : LOOK_EVERY_MS);
  const loop = scheduler.loop("lightning.watch_channels", pauseMs, async () => {
    try {
      const [since, info] = [clock.now(), report()];
      const channels = await operations.channels();
      last = {
        figures: figuresOf(channels, info?.synced === true ? info.blockHeight : undefined),
        atMs: clock.monotonicMs(),
      };
      if (follower === undefined || info === undefined) return;
      isFollowed = true;
      await follower({ channels, info, since });
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error; // logged by lightning.watch_node
    }
  });
  return {
    figures: () => (last !== undefined && clock.monotonicMs() - last.atMs <= OLD_MS ? last.figures : undefined),
    follow(one) {
      follower = one;
      loop.wake();
    },
    stop: loop.stop,
  };
}
