import type { Clock, Loop, Random, Scheduler } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { channelLook } from "./look-at-channels.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { ChannelCopies, LightningNode } from "./port.ts";

const LOOK_EVERY_MS = 60_000;

export type ChannelLoopDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly log: Log;
  readonly node: Pick<LightningNode, "info" | "operations">;
  /** Undefined in a process that keeps none. */
  readonly copies: ChannelCopies | undefined;
};

/**
 * The loop that looks at the node's channels: keeps copies of their backup, and says what an operator must know of
 * them. Undefined where the backend manages its channels by itself.
 */
export function channelLoop({ node, scheduler, ...deps }: ChannelLoopDeps): Loop | undefined {
  const { operations } = node;
  if (operations === undefined) return undefined;
  const look = channelLook(deps, node, operations);
  return scheduler.loop("lightning.look_at_channels", LOOK_EVERY_MS, async () => {
    try {
      await look();
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error; // logged by lightning.watch_node
    }
  });
}
