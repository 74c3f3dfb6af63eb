import { expect, it } from "vitest";
import { pauseSending, resumeSending } from "#ledger";
import type { LightningNode } from "#lightning";
import type { Db } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { machineScheduler } from "#platform/machine/scheduler.ts";
import { watchReadiness } from "./readiness.ts";

onDatabase("readiness", (database) => {
  const nodeWith = (info: object) => ({ info: async () => info }) as unknown as LightningNode;
  const scheduler = machineScheduler({ failed: () => undefined });
  const ask = async ({ db = database().db, info = {} }: { db?: Db; info?: object } = {}) => {
    const node = nodeWith({ synced: true, usableChannels: 1, ...info });
    const watch = await watchReadiness({ db, clock, scheduler, node, missing: () => [] });
    await watch.stop();
    return await watch.parts();
  };
  const waiting = async (asked: ReturnType<typeof ask>) => (await asked).filter(({ ready }) => !ready);

  it("is given when database and node answer and a channel is usable", async () => {
    expect(await ask()).toEqual([
      { name: "database", ready: true },
      { name: "sending", ready: true },
      { name: "lightning", ready: true },
    ]);
  });

  it("says why sending is paused", async () => {
    const { db } = database();
    await pauseSending({ db, clock }, { kind: "operator", reason: "a drill" });
    await pauseSending({ db, clock }, { kind: "audit", reason: "I1" });

    expect(await waiting(ask())).toEqual([
      { name: "sending", ready: false, waitingFor: "it is paused (operator, audit)" },
    ]);

    await resumeSending({ db }, "audit");
    expect(await waiting(ask())).toMatchObject([{ waitingFor: "it is paused (operator)" }]);
    await resumeSending({ db }, "operator");
    expect(await waiting(ask())).toEqual([]);
  });

  it("names a database that fails, once", async () => {
    const query = () => Promise.reject(new Error("gone"));
    const db = { query, transaction: query, snapshot: query };

    expect(await waiting(ask({ db }))).toEqual([{ name: "database", ready: false, waitingFor: "it does not answer" }]);
  });

  it("waits for the chain and for a channel", async () => {
    expect(await waiting(ask({ info: { synced: false } }))).toMatchObject([
      { waitingFor: "the node follows the chain" },
    ]);
    expect(await waiting(ask({ info: { usableChannels: 0 } }))).toMatchObject([{ waitingFor: "no channel is usable" }]);
  });
});
