import type { EventId } from "#events";
import type { Reached } from "#kernel/clock.ts";
import type { TransferId } from "#kernel/ids.ts";
import type { OnchainDeps } from "#onchain";
import type { AskAddressDeps, PayDeps } from "#payments";
import type { CheckoutDeps } from "../checkout/deps.ts";
import type { Advance } from "../model/next-step.ts";
import type { Purchase } from "../model/purchase.ts";
import { type Advanced, advanceMany, type Change } from "../store/batched.ts";

/** What it takes to bring purchases to their end. */
export type SellDeps = CheckoutDeps &
  PayDeps &
  AskAddressDeps & { readonly reached: Reached; readonly onchain: OnchainDeps };

/** Writes the next state of a purchase, with all that belongs to it; the next look follows at once. */
export async function writeStep(
  deps: Pick<SellDeps, "batch" | "random" | "clock" | "reached">,
  purchase: Purchase,
  step: Advance,
  change: Change,
): Promise<Advanced> {
  await deps.reached("before-ramp-step");
  const advanced = await deps.batch(advanceMany, {
    ...{ purchase, step },
    change: { dueAt: deps.clock.now(), ...change },
    transfer: deps.random.uuid() as TransferId,
    event: deps.random.uuid() as EventId,
    incident: deps.random.uuid(),
  });
  await deps.reached("after-ramp-step");
  return advanced;
}
