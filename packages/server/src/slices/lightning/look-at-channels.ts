import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { backUpChannels } from "./back-up-channels.ts";
import { goneSince } from "./model/closed-channel.ts";
import type { ChannelCopies, NodeOperations } from "./port.ts";
import { reportCopies } from "./report-copies.ts";
import { reportForwards } from "./report-forwards.ts";
import { reportTroubles } from "./report-troubles.ts";
import { reportUnseenCloses } from "./report-unseen-closes.ts";
import type { ChannelFollower } from "./watch-channels.ts";

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Undefined in a process that keeps none. */
  readonly copies: ChannelCopies | undefined;
};

/** So often it is asked what forwarding has earned. */
const FORWARDS_EVERY_MS = 600_000;

/**
 * What one process does with each look at the channels: keeps copies of their backup, says what an operator must know
 * of them, also of those that are gone since the last look, by whatever process, and now and then asks what forwarding
 * has earned. It throws as the node does.
 */
export function channelLook(
  { copies, ...deps }: Deps,
  operations: Pick<NodeOperations, "channelBackup" | "closedChannels" | "forwards">,
): ChannelFollower {
  let isFirst = true;
  const gone = new Set<string>();
  const asked = new Set<string>();
  let forwardsAtMs = Number.NEGATIVE_INFINITY;
  return async ({ channels, info: { nodeId, synced, blockHeight }, since }) => {
    // before the look of now takes the place of the last one
    for (const point of goneSince(copies?.recall(), channels)) if (!asked.has(point)) gone.add(point);
    // the copies first: they need no database
    const found = copies && (await backUpChannels({ ...deps, operations, copies }, { nodeId, channels, isFirst }));
    if (found !== undefined) isFirst = isFirst && found.copies.some(({ problem }) => problem !== undefined);
    if (gone.size > 0 && (await reportUnseenCloses({ ...deps, operations }, gone))) {
      for (const point of gone) asked.add(point);
      gone.clear();
    }
    await reportTroubles(deps, { channels, atBlock: synced ? blockHeight : undefined, since });
    if (found !== undefined) await reportCopies(deps, found);
    if (since.getTime() - forwardsAtMs < FORWARDS_EVERY_MS) return;
    await reportForwards(deps, operations);
    forwardsAtMs = since.getTime();
  };
}
