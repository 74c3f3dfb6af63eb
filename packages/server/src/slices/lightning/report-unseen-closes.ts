import { keepIncident, listIncidentsOf } from "#incidents";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { detailOfUnseen } from "./model/closed-channel.ts";
import type { NodeOperations } from "./port.ts";

type Deps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly operations: Pick<NodeOperations, "closedChannels">;
};

/**
 * An incident for each of these channels whose forced close no look has seen: it began and ended between two of them,
 * such as while the service was stopped. An operator closes it: nothing of it is left to follow. False: the node could
 * not say what it closed.
 * @throws {NodeUnavailable}
 */
export async function reportUnseenCloses({ operations, ...deps }: Deps, gone: ReadonlySet<string>): Promise<boolean> {
  const closed = await operations.closedChannels();
  if (closed === undefined) return false;
  for (const channel of closed.filter(({ point, isForced }) => isForced && gone.has(point))) {
    const { point: subject } = channel;
    const known = await listIncidentsOf(deps.db, subject);
    if (known.some(({ kind }) => kind === "channel_force_closed")) continue; // a look has seen it
    const detail = detailOfUnseen(channel);
    await keepIncident(deps, { subjectKind: "channel", subject, kind: "channel_closed_unseen", detail }, { over: "" });
  }
  return true;
}
