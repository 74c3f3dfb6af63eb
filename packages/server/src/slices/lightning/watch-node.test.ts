import { expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { NodeInfo } from "./port.ts";
import { watchSlots } from "./watch-slots.ts";

it("follows the node's channels, and keeps what it knew while the node is silent", async () => {
  let htlcSlots: number | undefined = 200;
  let tick = async (): Promise<void> => undefined;
  const scheduler: Scheduler = {
    loop(_name, _intervalMs, task) {
      tick = () => task(new AbortController().signal);
      return { wake: () => undefined, stop: async () => undefined };
    },
    spawn: () => undefined,
  };
  const info = async (): Promise<NodeInfo> => {
    if (htlcSlots === undefined) throw new NodeUnavailable("gone");
    return {
      nodeId: "02",
      network: "regtest",
      instanceId: undefined,
      synced: true,
      blockHeight: 1,
      htlcSlots,
      usableChannels: 1,
    };
  };

  const slots = await watchSlots({ node: { info }, scheduler });
  const seen = [slots.count()];
  for (const next of [400, undefined, 0, 200]) {
    htlcSlots = next;
    await tick();
    seen.push(slots.count());
  }

  expect(seen).toEqual([200, 400, 400, 0, 200]);
  htlcSlots = undefined;
  await expect(watchSlots({ node: { info }, scheduler })).rejects.toThrow(NodeUnavailable);
});
