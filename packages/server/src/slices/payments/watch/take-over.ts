import type { Clock } from "#kernel/clock.ts";
import { findNode, type LightningNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { updateTakenOver } from "../store/leases.ts";

/**
 * Takes over what the processes before this one left pending, without waiting for their leases to expire. Call it when
 * no attempt of theirs can reach the node any more, and before the first one of this installation's can be made:
 * decision 0008 says when that is, and why a driver of theirs that still lives does no harm. Nothing is taken over at a
 * node that outlives us: requests of the former processes may still be on their way to it, so leases and deadlines
 * hold.
 *
 * Nothing is taken from a database that belongs to another data folder: its processes may be alive, and `bindNode` is
 * about to refuse this one.
 */
export async function takeOver(
  { db, clock, log, node }: { db: Db; clock: Clock; log: Log; node: Pick<LightningNode, "capabilities"> },
  { instanceId }: { instanceId: string },
): Promise<void> {
  if (node.capabilities.outlivesUs) return;
  const bound = await findNode(db);
  if (bound?.instanceId !== instanceId) return;
  const leased = await updateTakenOver(db, clock.now());
  if (leased > 0) log.info({ payments: leased }, "payments.taken_over");
}
