import { beforeEach, expect, it } from "vitest";
import type { Scheduler } from "#kernel/clock.ts";
import { listPauses, resumeSending } from "#ledger";
import type { LightningNode } from "#lightning";
import { driverOf } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { settles } from "#slices/lightning/testing/fake-plan.harness.ts";
import { driveDue } from "#slices/payments/drive/drive-due.ts";
import { givenDriving, MINUTE } from "#slices/payments/testing/driving.harness.ts";
import { openOwnNode } from "./own-node.ts";
import { restored } from "./testing/restored.harness.ts";
import { checkForeignPayments } from "./worker.ts";

const INSTANCE = "0197c5a1-8f5e-7d30-a1b2-c3d4e5f60718";

onDatabase("a node that was away and is back", (database) => {
  const { anew } = restored(database);
  beforeEach(anew);

  const kinds = async () => (await listPauses(database().db)).map(({ kind }) => kind);

  /** The service uses the node as in its life: guarded. Its polls are made by the test. */
  async function linked() {
    const driving = await givenDriving(database());
    const { world, pay, clock } = driving;
    const { node } = world;
    await database().admin.query(sql`update lightning.node set node_id = ${node.report.nodeId}`);
    node.plan = settles();
    let poll = async (): Promise<void> => undefined;
    const scheduler: Scheduler = {
      loop(_name, _ms, task) {
        poll = () => task(new AbortController().signal);
        return { wake: () => undefined, stop: async () => undefined };
      },
      spawn: () => undefined,
    };
    const own = openOwnNode({ ...world.drive, scheduler, node }, { instanceId: INSTANCE });
    await own.link(async () => undefined);
    await poll();
    const drive = { ...world.drive, node: own.node };
    world.pay.driver = driverOf(() => drive);
    await pay();
    const back = node.keepHistory();
    await pay();
    await checkForeignPayments({ ...drive }, true);
    return {
      ...driving,
      node,
      poll: () => poll(),
      /** The node goes away, and comes back as it was before its newest payment. */
      comesBackOlder: async () => {
        node.isDown = true;
        await poll();
        back();
        node.isDown = false;
      },
      later: async (ms: number) => {
        clock.advance(ms);
        while ((await driveDue(drive)) > 0) await world.settled();
      },
    };
  }

  it("is asked what it knows first: of what waited for it nothing leaves before the pause", async () => {
    const { node, poll, pay, later, comesBackOlder, kindOf } = await linked();
    node.isDown = true;
    await poll();
    const waiting = await pay();
    await comesBackOlder();
    const before = node.requests.length;

    const fresh = await pay();
    await later(MINUTE);
    expect(node.requests, "nobody has asked it yet").toHaveLength(before);
    await Promise.allSettled([poll(), later(MINUTE), pay(), pay()]);
    expect(await kinds()).toEqual(["node_went_back"]);
    for (let minute = 0; minute < 5; minute += 1) await later(MINUTE);
    expect(node.requests, "and sending is paused").toHaveLength(before);

    await resumeSending(database(), "node_went_back");
    await later(6 * MINUTE);
    for (const payment of [waiting, fresh]) expect(await kindOf(payment)).toBe("completed");
  });

  it("is not used while it follows the chain: it may have gone back", async () => {
    const { node, poll, pay, comesBackOlder } = await linked();
    await comesBackOlder();
    node.report = { ...node.report, synced: false };
    const before = node.requests.length;
    for (let polls = 0; polls < 3; polls += 1) {
      await poll();
      await pay();
    }
    expect([node.requests.length, await kinds()]).toEqual([before, []]);
    node.report = { ...node.report, synced: true };
    await poll();
    await expect(pay()).rejects.toThrow("its Lightning node went back");
    expect([node.requests.length, await kinds()]).toEqual([before, ["node_went_back"]]);
  });

  it("is used again at once when it knows all", async () => {
    const { node, poll, pay, kindOf } = await linked();
    node.isDown = true;
    await poll();
    node.isDown = false;
    await poll();
    expect(await kindOf(await pay())).toBe("completed");
    expect(await kinds()).toEqual([]);
  });

  it("is not used when what it has lost could not be written down", async () => {
    const { node, poll, pay, comesBackOlder } = await linked();
    await comesBackOlder();
    const before = node.requests.length;
    const lookup: LightningNode["lookupOutgoing"] = node.lookupOutgoing;
    node.lookupOutgoing = async () => {
      throw new Error("the database is away");
    };
    await expect(poll()).rejects.toThrow("the database is away");
    await pay();
    expect(node.requests).toHaveLength(before);
    node.lookupOutgoing = lookup;
    await poll();
    expect(await kinds()).toEqual(["node_went_back"]);
  });
});
