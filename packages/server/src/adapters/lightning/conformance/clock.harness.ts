import { expect, it } from "vitest";
import type { LightningNode } from "#lightning";
import type { SaidClock } from "./said-clock.harness.ts";

type Given = { readonly node: LightningNode; readonly say: (said: SaidClock) => void };

/** Of a node that says its time in the head `Date` of an answer, in whole seconds. */
export function clockConforms(given: () => Given | Promise<Given>): void {
  it.each([300_000, -300_000, 1_500, 0])("says that its clock is %i ms ahead", async (aheadMs) => {
    const { node, say } = await given();
    say(aheadMs);
    await expectAhead(node, aheadMs);
  });

  it.each([
    undefined,
    "",
    "now",
    "1700000000",
    "Sun, 99 Nov 1994 08:49:37 GMT",
    "1994-11-06T08:49:37Z",
    "Sun, 06 Nov 9994 08:49:37 GMT, Sun, 06 Nov 1994 08:49:37 GMT",
  ])("says nothing of its clock by the head %o, and the rest as always", async (head) => {
    const { node, say } = await given();
    say({ head });
    const info = await node.info();
    expect(info.clock).toBeUndefined();
    expect(info.nodeId).toMatch(/^0[23]/);
  });
}

/** As near as the node can say it, which is seconds. */
export async function expectAhead(node: LightningNode, aheadMs: number): Promise<void> {
  const { clock } = await node.info();
  if (clock === undefined) throw new Error("the node says no time");
  expect(Math.abs(clock.aheadMs - aheadMs)).toBeLessThanOrEqual(clock.withinMs);
  expect(clock.withinMs).toBeGreaterThanOrEqual(1_000);
  expect(clock.withinMs).toBeLessThan(60_000); // of a busy machine
}
