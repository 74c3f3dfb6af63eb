import { describe, expect, it } from "vitest";
import { NodeUnavailable } from "#lightning";
import { machineClock } from "#platform/machine/clock.ts";
import { createFakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { nodeLine } from "./status.ts";

const todo = "look at the node's log";
const saying = (info: Parameters<typeof createFakeNode>[0]["info"]) =>
  createFakeNode({ clock: machineClock, info: { blockHeight: 800, usableChannels: 2, ...info } });

describe("the line of `leyden status` about the node", () => {
  it("asks for nothing when the node follows the chain and knows the graph, or does not say", async () => {
    for (const info of [{ knowsGraph: true }, {}]) {
      const { says, todo: left } = await nodeLine(saying(info));
      expect(says).toMatch(/^\S+ on regtest, block 800, 2 usable channels$/);
      expect(left).toBeUndefined();
    }
  });

  it("says that the node does not know the graph, and that somebody has to look", async () => {
    expect(await nodeLine(saying({ knowsGraph: false }))).toEqual({
      about: "node",
      says: expect.stringMatching(/2 usable channels, has not heard yet which channels others have$/),
      todo,
    });
  });

  it("says first that the node does not follow the chain", async () => {
    const { says, todo: left } = await nodeLine(saying({ synced: false, knowsGraph: false }));
    expect([says, left]).toEqual([expect.stringMatching(/2 usable channels, does not follow the chain yet$/), todo]);
  });

  it("says why the node does not answer, where that is known, and who says what to do", async () => {
    const info = (why?: "locked") => () =>
      Promise.reject(new NodeUnavailable("its wallet is locked", why === undefined ? {} : { why }));
    const of = (why?: "locked") => nodeLine({ ...saying({}), info: info(why) });
    expect(await of()).toEqual({ about: "node", says: "does not answer", todo });
    expect(await of("locked")).toEqual({
      about: "node",
      says: "does not answer: its wallet is locked",
      todo: "leyden doctor",
    });
  });

  it("says that no installation runs", async () => {
    expect(await nodeLine(undefined)).toEqual({ about: "node", says: "no installation runs", todo: "npm start" });
  });
});
