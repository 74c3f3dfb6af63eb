import type { EventId } from "#events";
import type { Clock, Random, Reached } from "#kernel/clock.ts";
import type { TransferId } from "#kernel/ids.ts";
import type { Batch } from "#platform/database/batch.ts";
import type { Advance } from "../model/next-step.ts";
import type { Purchase } from "../model/purchase.ts";
import { type Advanced, advanceMany, type Change } from "../store/batched.ts";

export type WriteStepDeps = {
  readonly batch: Batch;
  readonly random: Random;
  readonly clock: Clock;
  readonly reached: Reached;
};

/** Writes the next state of a purchase, with all that belongs to it; it is due at once, unless the step says when. */
export async function writeStep(
  deps: WriteStepDeps,
  purchase: Purchase,
  step: Advance,
  change: Change = {},
): Promise<Advanced> {
  await deps.reached("before-ramp-step");
  const advanced = await deps.batch(advanceMany, {
    purchase,
    step: { ...step, dueAt: step.dueAt ?? deps.clock.now() },
    change,
    transfer: deps.random.uuid() as TransferId,
    event: deps.random.uuid() as EventId,
    incident: deps.random.uuid(),
  });
  await deps.reached("after-ramp-step");
  return advanced;
}
