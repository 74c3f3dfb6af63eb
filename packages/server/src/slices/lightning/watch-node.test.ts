import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { NodeInfo } from "./port.ts";
import { watchNode } from "./watch-node.ts";

const info: NodeInfo = {
  nodeId: "02",
  network: "regtest",
  instanceId: undefined,
  synced: true,
  blockHeight: 1,
  htlcSlots: 200,
  usableChannels: 1,
};

function givenWatch() {
  let report: NodeInfo | Error = info;
  let tick = async (): Promise<void> => undefined;
  const lines: string[] = [];
  const scheduler: Scheduler = {
    loop(_name, _intervalMs, task) {
      tick = () => task(new AbortController().signal);
      return { wake: () => undefined, stop: async () => undefined };
    },
    spawn: () => undefined,
  };
  const node = {
    info: async () => {
      if (report instanceof Error) throw report;
      return report;
    },
  };
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const watched = watchNode({ node, scheduler, log });
  /** One poll, which the node answers with `next`. */
  const poll = async (next: NodeInfo | Error) => {
    report = next;
    await tick();
  };
  return { watched, poll, lines };
}

describe("watchNode", () => {
  it("knows nothing before the first report", () => {
    const { watched } = givenWatch();
    expect([watched.slots(), watched.isUp()]).toEqual([undefined, false]);
  });

  it("follows the node's channels, and keeps the last report while the node does not answer", async () => {
    const { watched, poll } = givenWatch();
    const seen: (number | undefined)[] = [];
    for (const report of [info, { ...info, htlcSlots: 400 }, new NodeUnavailable("gone"), { ...info, htlcSlots: 0 }]) {
      await poll(report);
      seen.push(watched.slots());
    }
    expect(seen).toEqual([200, 400, 400, 0]);
  });

  it("logs once when the node is lost and once when it is back", async () => {
    const { watched, poll, lines } = givenWatch();
    const gone = new NodeUnavailable("gone");
    const up: boolean[] = [];
    for (const report of [info, gone, gone, info, info, gone]) {
      await poll(report);
      up.push(watched.isUp());
    }
    expect(up).toEqual([true, false, false, true, true, false]);
    expect(lines).toEqual(["lightning.lost", "lightning.reconnected", "lightning.lost"]);
  });

  it("logs a node that is down from the start, and that it is there later", async () => {
    const { poll, lines } = givenWatch();
    await poll(new NodeUnavailable("gone"));
    await poll(info);
    expect(lines).toEqual(["lightning.lost", "lightning.reconnected"]);
  });

  it("does not take a bug for a node that is down", async () => {
    const { poll } = givenWatch();
    await expect(poll(new TypeError("a bug"))).rejects.toThrow("a bug");
  });
});
