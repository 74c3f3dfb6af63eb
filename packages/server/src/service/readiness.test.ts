import { describe, expect, it } from "vitest";
import type { LightningNode, NodeInfo } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { readinessOf } from "./readiness.ts";

const info = { synced: true, usableChannels: 1 } as NodeInfo;

function givenReadiness(answer: () => Promise<NodeInfo>) {
  let asked = 0;
  const node = {
    info: () => {
      asked++;
      return answer();
    },
  } as LightningNode;
  const db = { query: async () => [{ since: null, because: null }] } as unknown as Db;
  const readiness = readinessOf({ db, node, clock: machineClock, missing: () => [] });
  return { readiness, asked: () => asked };
}

describe("readiness", () => {
  it("asks database and node once for all who want to know at the same time, and anew after that", async () => {
    const { readiness, asked } = givenReadiness(async () => info);
    const answers = await Promise.all([readiness(), readiness(), readiness()]);
    expect(asked()).toBe(1);
    expect(answers[2]).toEqual(answers[0]);

    await readiness();
    expect(asked()).toBe(2);
  });

  it("names what is missing, and does not stay at one failure", async () => {
    let usableChannels = 0;
    const { readiness } = givenReadiness(async () => ({ ...info, usableChannels }));
    const lightning = async () => (await readiness()).find(({ name }) => name === "lightning");
    expect(await lightning()).toEqual({ name: "lightning", ready: false, waitingFor: "no channel is usable" });
    usableChannels = 1;
    expect(await lightning()).toEqual({ name: "lightning", ready: true });
  });

  it("calls a node that fails silent", async () => {
    const { readiness } = givenReadiness(() => Promise.reject(new Error("gone")));
    const waitingFor = Object.fromEntries((await readiness()).map((part) => [part.name, part.waitingFor]));
    expect(waitingFor).toEqual({ database: undefined, sending: undefined, lightning: "it does not answer" });
  });
});
