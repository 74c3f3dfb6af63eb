import type { Clock } from "#kernel/clock.ts";
import type { ChannelFollower } from "../watch-channels.ts";
import type { FakeNode } from "./fake-node.harness.ts";

/** One look at the channels of a node each time it is called, as the loop does it; throws as the node does. */
export function looksAt(node: FakeNode, clock: Pick<Clock, "now">, follower: ChannelFollower): () => Promise<void> {
  return async () => {
    const since = clock.now();
    const info = await node.info();
    await follower({ channels: await node.operations.channels(), info, since });
  };
}
