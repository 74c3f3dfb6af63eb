import { expect, it } from "vitest";
import { pauseSending, resumeSending } from "#ledger";
import { type Db, sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { lookByHand } from "#platform/database/testing/look.harness.ts";
import { machineClock as clock } from "#platform/machine/clock.ts";
import { watchReadiness } from "./readiness.ts";

onDatabase("readiness", (database) => {
  const ask = async ({ db = database().db }: { db?: Db } = {}) => {
    const nothing = { nodeLacks: () => undefined, overdue: () => [], missing: () => [] };
    const watch = await watchReadiness({ look: lookByHand(db).look, ...nothing });
    await watch.stop();
    return await watch.parts();
  };
  const waiting = async (asked: ReturnType<typeof ask>) => (await asked).filter(({ ready }) => !ready);

  it("is given when the database answers and nothing is paused", async () => {
    expect(await ask()).toEqual([
      { name: "database", ready: true },
      { name: "sending", ready: true },
      { name: "lightning", ready: true },
      { name: "tasks", ready: true },
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

  it("says that the ledger is closed, and why", async () => {
    const { db } = database();
    await pauseSending({ db, clock }, { kind: "restore", reason: "a drill" });
    for (const why of ["comparing", "restoring"]) {
      await db.query(sql`select ledger.close_book(${why})`);
      expect(await waiting(ask())).toMatchObject([{ waitingFor: `it is paused (restore, ledger closed: ${why})` }]);
    }
    await resumeSending({ db }, "restore");
    await db.query(sql`select ledger.open_book('restoring')`);
    expect(await waiting(ask())).toEqual([]);
  });

  it("names a database that fails, once", async () => {
    const query = () => Promise.reject(new Error("gone"));
    const db = { query, transaction: query, snapshot: query };

    expect(await waiting(ask({ db }))).toEqual([{ name: "database", ready: false, waitingFor: "it does not answer" }]);
  });
});
