import { beforeEach, expect, it } from "vitest";
import type { Clock } from "#kernel/clock.ts";
import { findRealMoney } from "#lightning";
import { part, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { givenBoundNode } from "#slices/lightning/testing/bound-node.harness.ts";
import { createFakeNode, type FakeNode } from "#slices/lightning/testing/fake-node.harness.ts";
import { type Ask, admitFirstNode } from "./first-node.ts";
import { showProgress } from "./progress.ts";

onDatabase("the first connection", (database) => {
  beforeEach(async () => {
    for (const table of [part`node`, part`real_money`])
      await database().admin.query(sql`delete from lightning.${table}`);
  });

  function given(node: FakeNode, ask?: Ask) {
    const printed: string[] = [];
    const sleep = async () => {
      node.isDown = false;
    };
    const clock: Clock = { ...machineClock, sleep };
    const scheduler = { loop: () => ({ wake: () => undefined, stop: async () => undefined }), spawn: () => undefined };
    const progress = showProgress({ write: (text) => printed.push(text) }, { clock, scheduler });
    const { signal } = new AbortController();
    const shutdown = { signal, add: () => undefined, now: async () => undefined, stopWhen: () => undefined };
    const life = { clock, progress, waitingFor: new Map<string, string>() };
    const deps = { ...life, db: database().db, node, ask, shutdown: { ...shutdown, done: Promise.resolve() } };
    return {
      admit: (acceptRealMoney?: true) => admitFirstNode(deps, { acceptRealMoney }),
      printed: () => printed.join(""),
    };
  }
  const onMainnet = () => createFakeNode({ clock: machineClock, info: { network: "mainnet" } });
  const said = () => findRealMoney(database().db);

  it("on mainnet says what can be lost, and ends without a yes", async () => {
    const answers: (Ask | undefined)[] = [undefined, async () => "", async () => "y", async () => "no"];
    for (const ask of answers) {
      const { admit, printed } = given(onMainnet(), ask);
      await expect(admit()).rejects.toThrow("you have not said yes to real money");
      expect(printed()).toContain("all of it can be lost");
      expect(await said()).toBeUndefined();
    }
  });

  it("writes down a yes that was typed, and one of the setting", async () => {
    await given(onMainnet(), async () => " Yes\n").admit();
    expect(await said()).toMatchObject({ textVersion: 2, givenBy: "terminal", acceptedAt: expect.any(Date) });
    await database().admin.query(sql`delete from lightning.real_money`);
    await given(onMainnet()).admit(true);
    expect(await said()).toMatchObject({ givenBy: "setting" });
  });

  it("asks nothing again, and nothing on a test network", async () => {
    const never = () => Promise.reject(new Error("asked"));
    await given(createFakeNode({ clock: machineClock }), never).admit();
    expect(await said()).toBeUndefined();
    await given(onMainnet()).admit(true);
    const again = given(onMainnet(), never);
    await again.admit();
    expect(again.printed()).toBe("");
    await database().admin.query(sql`delete from lightning.real_money`);
    const { nodeId } = onMainnet().report;
    await givenBoundNode(database().db, { nodeId, network: "mainnet", instanceId: crypto.randomUUID() });
    await given(onMainnet(), never).admit();
  });

  it("waits for a node that does not answer yet", async () => {
    const node = onMainnet();
    node.isDown = true;
    const { admit, printed } = given(node);
    await admit(true);
    expect(printed()).toContain("Waiting for the Lightning node: ");
    expect(await said()).toBeDefined();
  });
});
