import type { Scheduler } from "#kernel/clock.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { LightningNode } from "./port.ts";

/** How many HTLCs the node's channels carry at once, as it was a moment ago. */
export type Slots = {
  count(): number;
  stop(): Promise<void>;
};

const ASK_EVERY_MS = 30_000;

/**
 * Knows how many payments the node has room for, and notices when channels come and go. A node that is silent keeps the
 * room that it had.
 *
 * @throws {NodeUnavailable} when the first question finds no answer.
 */
export async function watchSlots({
  node,
  scheduler,
}: {
  readonly node: Pick<LightningNode, "info">;
  readonly scheduler: Scheduler;
}): Promise<Slots> {
  let { htlcSlots } = await node.info();
  const loop = scheduler.loop("node.slots", ASK_EVERY_MS, async () => {
    try {
      htlcSlots = (await node.info()).htlcSlots;
    } catch (error) {
      if (!(error instanceof NodeUnavailable)) throw error;
    }
  });
  return { count: () => htlcSlots, stop: loop.stop };
}
