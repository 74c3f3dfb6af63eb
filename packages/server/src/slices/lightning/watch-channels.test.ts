import { expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import type { NodeInfo } from "./model/node-info.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import { createFakeNode, type FakeNode } from "./testing/fake-node.harness.ts";
import { fakeChannel } from "./testing/fake-operations.harness.ts";
import { type SeenChannels, watchChannels } from "./watch-channels.ts";

function givenWatch(report = (node: FakeNode): NodeInfo | undefined => node.report) {
  const node = createFakeNode({ clock: machineClock });
  const time = { ms: 0 };
  const woken: true[] = [];
  const loops: { everyMs: number | (() => number); look: () => Promise<void> }[] = [];
  const scheduler: Scheduler = {
    loop(_name, everyMs, task) {
      loops.push({ everyMs, look: () => task(new AbortController().signal) });
      return { wake: () => woken.push(true), stop: async () => undefined };
    },
    spawn: () => undefined,
  };
  const watch = (watched: Parameters<typeof watchChannels>[0]["node"] = node) =>
    watchChannels({
      node: watched,
      report: () => report(node),
      clock: { monotonicMs: () => time.ms, now: () => new Date(time.ms) },
      scheduler,
    });
  return { node, time, loops, woken, watch };
}

it("looks at the channels, and keeps what it saw while the node is away, for five minutes", async () => {
  const { node, time, loops, watch } = givenWatch();
  const { figures } = watch();
  expect(figures()).toBeUndefined();

  await loops[0]?.look();
  expect(figures()?.counts.active).toBe(1);

  node.operations.channelList = [fakeChannel(), fakeChannel({ isActive: false })];
  node.isDown = true;
  await loops[0]?.look();
  time.ms = 300_000;
  expect(figures()?.counts).toMatchObject({ active: 1, inactive: 0 });
  time.ms = 300_001;
  expect(figures()).toBeUndefined();

  node.isDown = false;
  await loops[0]?.look();
  expect(figures()?.counts).toMatchObject({ active: 1, inactive: 1 });
});

it("looks again each second until it has seen them once, as at a start, and each minute then", async () => {
  const { node, loops, watch } = givenWatch();
  const everyMs = () => (typeof loops[0]?.everyMs === "function" ? loops[0].everyMs() : undefined);
  watch();
  node.isDown = true;
  await loops[0]?.look();
  expect(everyMs()).toBe(1_000);
  node.isDown = false;
  await loops[0]?.look();
  expect(everyMs()).toBe(60_000);
});

it("says nothing about time locks while the node does not follow the chain", async () => {
  const { node, loops, watch } = givenWatch();
  const htlc = { paymentHash: new Uint8Array(32), isOutgoing: true, amount: msats(1_000n), expiresAtBlock: 600 };
  node.operations.channelList = [fakeChannel({ htlcs: [htlc] })];
  const { figures } = watch();
  await loops[0]?.look();
  expect(figures()?.blocksLeft.connected).toBe(100);
  node.report = { ...node.report, synced: false };
  await loops[0]?.look();
  expect(figures()?.blocksLeft.connected).toBeUndefined();
});

it("gives each look to the one that follows: the channels are read once for both", async () => {
  const { node, time, loops, woken, watch } = givenWatch();
  const { figures, follow } = watch();
  await loops[0]?.look();
  let reads = 0;
  const { channels } = node.operations;
  node.operations.channels = async () => {
    reads += 1;
    time.ms += 5;
    return await channels();
  };
  const seen: SeenChannels[] = [];
  follow(async (look) => {
    seen.push(look);
  });
  expect(woken).toEqual([true]);
  node.operations.channelList = [fakeChannel({ isActive: false })];
  await loops[0]?.look();
  expect([reads, figures()?.counts.inactive]).toEqual([1, 1]);
  const { channelList } = node.operations;
  expect(seen).toEqual([{ channels: channelList, info: node.report, since: new Date(0) }]);
  node.isDown = true;
  await loops[0]?.look();
  expect(seen).toHaveLength(1);
});

it("keeps the figures where the one that follows fails, and shows that as a failed task but for a silent node", async () => {
  const { node, loops, watch } = givenWatch();
  const { figures, follow } = watch();
  let failure: Error = new Error("no database");
  follow(() => Promise.reject(failure));
  node.operations.channelList = [fakeChannel(), fakeChannel()];
  await expect(loops[0]?.look()).rejects.toThrow("no database");
  expect(figures()?.counts.active).toBe(2);
  failure = new NodeUnavailable("away");
  await expect(loops[0]?.look()).resolves.toBeUndefined();
});

it("looks again each second while the node has not reported itself to the one that follows", async () => {
  let report: NodeInfo | undefined;
  const { node, loops, watch } = givenWatch(() => report);
  const { follow } = watch();
  const everyMs = () => (typeof loops[0]?.everyMs === "function" ? loops[0].everyMs() : undefined);
  const seen: SeenChannels[] = [];
  await loops[0]?.look();
  expect(everyMs()).toBe(60_000);
  follow(async (look) => {
    seen.push(look);
  });
  await loops[0]?.look();
  expect([seen.length, everyMs()]).toEqual([0, 1_000]);
  report = node.report;
  await loops[0]?.look();
  expect([seen.length, everyMs()]).toEqual([1, 60_000]);
});

it("asks nothing of a backend that manages its channels by itself", () => {
  const { loops, watch } = givenWatch();
  expect(watch({ operations: undefined }).figures()).toBeUndefined();
  expect(loops).toEqual([]);
});

it("shows what is no silence of the node as a failed task", async () => {
  const { node, loops, watch } = givenWatch();
  watch({ operations: { ...node.operations, channels: () => Promise.reject(new Error("a bug")) } });
  await expect(loops[0]?.look()).rejects.toThrow("a bug");
  watch({ operations: { ...node.operations, channels: () => Promise.reject(new NodeUnavailable("away")) } });
  await expect(loops[1]?.look()).resolves.toBeUndefined();
});
