import { afterEach, describe, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import type { LightningNode, NodeInfo } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { type ReadinessWatch, watchReadiness } from "./readiness.ts";

const info = { synced: true, usableChannels: 1 } as NodeInfo;
/** A second passes in no time, and the limit for an answer too. */
const fast: Clock = { ...machineClock, sleep: (_ms, signal) => machineClock.sleep(0, signal) };
const silence = () => new Promise<never>(() => undefined);

let watch: ReadinessWatch | undefined;
afterEach(() => watch?.stop());

async function givenReadiness(answer: () => Promise<NodeInfo>, { clock = machineClock, query = noPause } = {}) {
  let asked = 0;
  const node = {
    info: () => {
      asked++;
      return answer();
    },
  } as LightningNode;
  const db = { query } as unknown as Db;
  const scheduler = machineScheduler({ failed: () => undefined });
  const own = await watchReadiness({ db, node, clock, scheduler, missing: () => [{ name: "demo", ready: false }] });
  watch = own;
  const waitingFor = async () =>
    Object.fromEntries((await own.parts()).map((part) => [part.name, part.ready ? "ready" : part.waitingFor]));
  return { own, waitingFor, asked: () => asked };
}
const noPause = async (): Promise<unknown> => [];

describe("readiness", () => {
  it("is there from the beginning, and asks nothing of database and node when it is read", async () => {
    const { own, asked } = await givenReadiness(async () => info);
    expect(asked()).toBe(1);
    const read = Array.from({ length: 100 }, () => own.parts());
    expect(asked()).toBe(1);
    expect((await Promise.all(read))[99]).toEqual([
      { name: "database", ready: true },
      { name: "sending", ready: true },
      { name: "lightning", ready: true },
      { name: "demo", ready: false },
    ]);
  });

  it("follows the node", async () => {
    let usableChannels = 0;
    const { waitingFor } = await givenReadiness(async () => ({ ...info, usableChannels }));
    expect(await waitingFor()).toMatchObject({ lightning: "no channel is usable" });
    usableChannels = 1;
    await expect.poll(waitingFor, { timeout: 10_000 }).toMatchObject({ lightning: "ready" });
  });

  it("reports a node that fails, and one that does not answer, as silent", async () => {
    for (const answer of [() => Promise.reject(new Error("gone")), silence]) {
      const { waitingFor } = await givenReadiness(answer, { clock: fast });
      expect(await waitingFor()).toMatchObject({ lightning: "it does not answer" });
      await watch?.stop();
    }
  });

  it("asks a silent node no second time before it has answered", async () => {
    let checks = 0;
    const query = async () => {
      checks++;
      return await noPause();
    };
    const { asked } = await givenReadiness(silence, { clock: fast, query });
    await expect.poll(() => checks, { timeout: 10_000 }).toBe(2);
    expect(asked()).toBe(1);
  });

  it("reports a database that does not answer once, and does not take that for a pause", async () => {
    const query = async () => Promise.reject(new Error("gone"));
    const { waitingFor } = await givenReadiness(async () => info, { query });
    expect(await waitingFor()).toMatchObject({ database: "it does not answer", sending: "ready" });
  });
});
