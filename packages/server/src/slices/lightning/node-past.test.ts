import { describe, expect, it } from "vitest";
import { msats } from "#kernel/money.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { readPast } from "./node-past.ts";
import { createFakeNode } from "./testing/fake-node.harness.ts";

describe("reading what a node has", () => {
  it.each(["received", "outgoing"] as const)("ends where its list (%s) leads back to the beginning", async (list) => {
    const node = createFakeNode({ clock, coins: [] });
    node.receiving.receiveUnreadable("no amount");
    node.payUnasked((await node.counterparty.invoice({ msats: msats(1_000n) })).invoice);
    let pages = 0;
    const page = async () => {
      if (++pages > 3) throw new Error("it is read without an end");
      return (await node[list]("", 0)).map((item) => ({ ...item, cursor: "" }));
    };
    const bent = { ...node, [list]: page };
    await expect(readPast(bent)).rejects.toThrow("does not go on");
  });

  it("counts what cannot be read, and goes on behind it", async () => {
    const node = createFakeNode({ clock, coins: [] });
    const hash = node.payUnasked((await node.counterparty.invoice({ msats: msats(1_000n) })).invoice);
    node.paying.makeUnreadable(hash);
    expect((await readPast(node)).payments).toMatchObject({ count: 1, unreadable: 1, cursor: "1", hashes: [] });
  });
});
