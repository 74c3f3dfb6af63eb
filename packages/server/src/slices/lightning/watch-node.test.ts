import { pino } from "pino";
import { describe, expect, it } from "vitest";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import { msats } from "#kernel/money.ts";
import { machineClock } from "#platform/machine/clock.ts";
import type { NodeInfo } from "./model/node-info.ts";
import { NodeUnavailable } from "./model/node-unavailable.ts";
import type { BoundNode } from "./store.ts";
import { watchNode } from "./watch-node.ts";

const info: NodeInfo = {
  nodeId: "02",
  network: "regtest",
  instanceId: undefined,
  synced: true,
  blockHeight: 1,
  htlcSlots: 200,
  usableChannels: 1,
  sendable: undefined,
  receivable: undefined,
};

const OURS = { nodeId: "02", network: "regtest", instanceId: "ours" } as BoundNode;
const gone = new NodeUnavailable("gone");
/** Does not answer until the next poll asks for something else. */
const late = "late";
type Report = NodeInfo | Error | typeof late;

function givenWatch({ bound = OURS }: { bound?: BoundNode | undefined } = {}) {
  let own: BoundNode | undefined = bound;
  let report: Report = info;
  let tick = async (): Promise<void> => undefined;
  const lines: string[] = [];
  let asked = 0;
  const answer = Promise.withResolvers<NodeInfo>();
  /** Two seconds pass in no time. */
  const clock: Clock = { ...machineClock, sleep: (_ms, signal) => machineClock.sleep(1, signal) };
  const scheduler: Scheduler = {
    loop(_name, _intervalMs, task) {
      tick = () => task(new AbortController().signal);
      return { wake: () => undefined, stop: async () => undefined };
    },
    spawn: () => undefined,
  };
  const node = {
    info: async () => {
      asked += 1;
      if (report instanceof Error) throw report;
      if (report === late) return await answer.promise;
      return report;
    },
  };
  const log = pino({}, { write: (line: string) => lines.push(JSON.parse(line).msg) });
  const past = { asked: 0, says: async (): Promise<void> => undefined };
  const askPast = async () => {
    past.asked += 1;
    await past.says();
  };
  const watched = watchNode({ node, bound: () => own, askPast, clock, scheduler, log });
  /** One poll, which the node answers with `next`. */
  const poll = async (next: Report) => {
    report = next;
    await tick();
  };
  const link = (next: BoundNode | undefined) => {
    own = next;
  };
  return { watched, poll, lines, link, past, answer, asked: () => asked };
}

describe("watchNode", () => {
  it("knows nothing before the first report", () => {
    const { watched } = givenWatch();
    expect([watched.slots(), watched.isUp()]).toEqual([undefined, false]);
  });

  it("follows the node's channels, and keeps the last report while the node does not answer", async () => {
    const { watched, poll } = givenWatch();
    const seen: (number | undefined)[] = [];
    for (const report of [info, { ...info, htlcSlots: 400 }, gone, { ...info, htlcSlots: 0 }]) {
      await poll(report);
      seen.push(watched.slots());
    }
    expect(seen).toEqual([200, 400, 400, 0]);
  });

  it("logs once when the node is lost and once when it is back, and not a short restart", async () => {
    const { watched, poll, lines } = givenWatch();
    const up: boolean[] = [];
    for (const report of [info, gone, gone, info, gone, gone, gone, gone, info, info, gone, gone, gone]) {
      await poll(report);
      up.push(watched.isUp());
    }
    const [yes, no] = [true, false];
    expect(up).toEqual([yes, no, no, yes, no, no, no, no, yes, yes, no, no, no]);
    expect(lines).toEqual(["lightning.lost", "lightning.reconnected", "lightning.lost"]);
  });

  it("logs a node that is down from the start, and that it is there later", async () => {
    const { poll, lines } = givenWatch();
    for (const report of [gone, gone, gone, info]) await poll(report);
    expect(lines).toEqual(["lightning.lost", "lightning.reconnected"]);
  });

  it("says that the credential lacks a permission where that is why the node gives no answer", async () => {
    const { watched, poll } = givenWatch();
    await poll(new NodeUnavailable("the credential lacks one", { why: "permission" }));
    expect([watched.isUp(), watched.lacks()]).toEqual([false, "our credential lacks a permission"]);
    await poll(gone);
    expect(watched.lacks()).toBe("it does not answer");
  });

  it("reports a node that does not answer in time as silent, and asks it no second time before it has answered", async () => {
    const { watched, poll, asked, answer } = givenWatch();
    await poll(info);
    for (let i = 0; i < 3; i += 1) await poll(late);
    expect([watched.isUp(), watched.lacks(), asked()]).toEqual([false, "it does not answer", 2]);
    expect(watched.refusal(), "its connection stands").toBe(undefined);
    answer.resolve(info);
    await poll(info);
    expect([watched.isUp(), watched.lacks()]).toEqual([true, undefined]);
  });

  it("may be used only when it is linked, and after it was gone only when it has shown who it is", async () => {
    const { watched, poll, link, answer } = givenWatch();
    expect(watched.refusal()).toBe(undefined);
    link(undefined);
    await poll(info);
    expect([watched.refusal(), watched.lacks()]).toEqual([
      "the node has not been linked yet",
      "it has not been linked yet",
    ]);
    link(OURS);
    expect([watched.refusal(), watched.lacks()]).toEqual([undefined, undefined]);
    await poll(gone);
    expect(watched.refusal()).toBe("the node does not answer");
    await poll(late);
    expect(watched.refusal()).toBe("the node does not answer");
    answer.resolve(info);
    await poll(info);
    expect(watched.refusal()).toBe(undefined);
  });

  it("is asked what it knows when it was gone, before it is used, and again until it has said so", async () => {
    const { watched, poll, past } = givenWatch();
    await poll(info);
    expect(past.asked, "it was never gone").toBe(0);
    await poll(gone);
    past.says = async () => {
      expect(watched.refusal()).toMatch(/^the node was gone/);
      throw new NodeUnavailable("it follows the chain");
    };
    await poll(info);
    expect(watched.refusal()).toBe("the node was gone, and has not said yet what it knows");
    expect([watched.isUp(), watched.lacks()]).toEqual([true, "it was gone, and has not said yet what it knows"]);
    past.says = async () => {
      throw new Error("the database is away");
    };
    await expect(poll(info)).rejects.toThrow("the database is away");
    expect(watched.refusal()).toMatch(/^the node was gone/);
    past.says = async () => undefined;
    await poll(info);
    expect([watched.refusal(), watched.lacks(), past.asked]).toEqual([undefined, undefined, 3]);
    await poll(info);
    expect(past.asked).toBe(3);
  });

  it("is asked what it knows after another one answered in its place, and when it broke while nobody waited", async () => {
    const { watched, poll, past, answer } = givenWatch();
    await poll({ ...info, nodeId: "03" });
    expect(past.asked, "another node is not asked").toBe(0);
    await poll(info);
    expect([watched.refusal(), past.asked]).toEqual([undefined, 1]);

    await poll(late);
    answer.reject(gone);
    await new Promise(setImmediate);
    expect(watched.refusal()).toBe("the node does not answer");
    await poll(info);
    expect([watched.refusal(), past.asked]).toEqual([undefined, 2]);
  });

  it("is asked at its link, and not before, when it was gone until then", async () => {
    const { watched, poll, link, past } = givenWatch();
    link(undefined);
    await poll(gone);
    await poll(info);
    link(OURS);
    expect([watched.refusal(), past.asked]).toEqual([undefined, 0]);
  });

  it.each([
    ["another key", { nodeId: "03" }],
    ["another network", { network: "signet" }],
    ["another store", { instanceId: "theirs" }],
  ] as const)("refuses a node with %s that answers in its place, until ours is back", async (_what, differs) => {
    const { watched, poll, lines } = givenWatch();
    await poll(info);
    for (let i = 0; i < 2; i += 1) await poll({ ...info, htlcSlots: 1, ...differs });
    expect(watched.refusal()).toMatch(/^another node answers in its place: /);
    expect(watched.lacks()).toMatch(/^another node answers in its place: /);
    expect([watched.isUp(), watched.slots()]).toEqual([false, 200]);
    await poll(gone);
    expect(watched.refusal()).toBeDefined();
    await poll(info);
    expect([watched.isUp(), watched.refusal(), watched.lacks()]).toEqual([true, undefined, undefined]);
    expect(lines).toEqual(["lightning.other_node_found", "lightning.reconnected"]);
  });

  it.each([
    [{ synced: false }, "the node follows the chain"],
    [{ knowsGraph: false }, "the node has not heard yet which channels others have"],
    [{ knowsGraph: true }, undefined],
    [{ usableChannels: 0 }, "no channel is usable"],
    [{ sendable: msats(0n) }, "its channels have nothing left to send"],
    [{ sendable: msats(999n) }, "its channels have nothing left to send"],
    [{ sendable: msats(1_000n) }, undefined],
  ])("names what a node lacks for a payment (%o)", async (report, lack) => {
    const { watched, poll } = givenWatch();
    await poll({ ...info, ...report });
    expect(watched.lacks()).toBe(lack);
  });

  it("does not take a bug for a node that is down", async () => {
    const { poll } = givenWatch();
    await expect(poll(new TypeError("a bug"))).rejects.toThrow("a bug");
  });
});
