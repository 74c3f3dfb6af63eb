import type { Clock } from "#kernel/clock.ts";
import { findNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { updateTakenOver } from "../store/leases.ts";

/**
 * Takes over what the processes before this one left pending, without waiting for their leases to expire. Call it when no attempt
 * of theirs can reach the node any more, and before the first one of this installation's can be made: decision 0008 says
 * when that is, and why a driver of theirs that still lives does no harm. Not for a node that outlives us.
 *
 * Nothing is taken from a database that belongs to another data folder: its processes may be alive, and `bindNode` is about
 * to refuse this one.
 */
export async function takeOver(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  { instanceId }: { instanceId: string },
): Promise<void> {
  const bound = await findNode(db);
  if (bound?.instanceId !== instanceId) return;
  const leased = await updateTakenOver(db, clock.now());
  if (leased > 0) log.info({ payments: leased }, "payments.taken_over");
}
