import { closeIncidents, keepIncident } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { TROUBLE_KINDS, troublesOf } from "./model/channel-trouble.ts";
import type { NodeChannel } from "./model/node-channel.ts";

type Deps = { readonly db: Db; readonly clock: Clock; readonly random: Random; readonly log: Log };

/** What a look at the node has shown. `since`: when it was begun. */
type Seen = {
  readonly channels: readonly NodeChannel[];
  readonly atBlock: number | undefined;
  readonly since: Date;
};

const OVER = {
  channel_force_closed: "the node has no such close any more: what it paid us can be spent",
  htlc_time_short: "the peer is back, or no HTLC of the channel is near its end",
} as const;

/**
 * An incident for each trouble of a channel, until it is over. Nothing else is written, so a process that dies before
 * leaves it to the next look of any process. While the node does not follow the chain nothing is taken for over.
 */
export async function reportTroubles(deps: Deps, { channels, atBlock, since }: Seen): Promise<void> {
  const troubles = troublesOf(channels, atBlock);
  for (const { kind, subject, detail } of troubles)
    await keepIncident(deps, { subjectKind: "channel", subject, kind, detail }, { over: OVER[kind] });
  if (atBlock === undefined) return;
  for (const kind of TROUBLE_KINDS)
    await closeIncidents(deps, {
      kind,
      openedBefore: since,
      except: troubles.filter((trouble) => trouble.kind === kind).map(({ subject }) => subject),
      reason: OVER[kind],
    });
}
