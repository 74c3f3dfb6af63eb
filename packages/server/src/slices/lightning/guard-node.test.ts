import { expect, it } from "vitest";
import { machineClock } from "#platform/machine/clock.ts";
import { guardNode } from "./guard-node.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import { createFakeNode } from "./testing/fake-node.harness.ts";

it("asks a node nothing of what operators ask while it must not be used", async () => {
  let refusal: string | undefined = "another node answers in its place";
  const node = guardNode(createFakeNode({ clock: machineClock }), () => refusal);
  const { operations } = node;
  if (operations === undefined) throw new Error("no operations");
  const ofOperations = [
    () => operations.channels(),
    () => operations.closedChannels(),
    () => operations.channelBackup(),
    () => operations.channelTransactions(),
    () => operations.forwards("", machineClock.now()),
  ];
  expect(ofOperations).toHaveLength(Object.keys(operations).length);
  const calls = [...ofOperations, () => node.permissions(), () => node.hasOpenInvoices()];
  for (const call of calls) await expect(call()).rejects.toThrow(NodeUnavailable);
  refusal = undefined;
  for (const call of calls) await expect(call()).resolves.toBeDefined();
});
