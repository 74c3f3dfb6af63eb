import { expect, it } from "vitest";
import { machineClock } from "../machine/clock.ts";
import { sql } from "./db.ts";
import { describeServer, readOnly } from "./describe-server.ts";
import { connect } from "./pool.ts";
import { onDatabase } from "./testing/database.harness.ts";

onDatabase("what a server says of itself", (database) => {
  const describe = () => describeServer(database().admin, { postings: "ledger.posting" });

  it("is its version, its settings and its time", async () => {
    const { version, takesWrites, settings, connections, now } = await describe();
    expect(version).toMatch(/^(15|18)\.\d+$/);
    expect(takesWrites).toBe(true);
    expect(settings).toMatchObject({ synchronous_commit: "on", data_checksums: "on", synchronous_standby_names: "" });
    expect(connections.now).toBeGreaterThan(0);
    expect(connections.most).toBeGreaterThan(connections.now);
    expect(Math.abs(now.getTime() - machineClock.now().getTime())).toBeLessThan(5_000);
  });

  it("is the settings of the connection that asks: they may differ from those of the server", async () => {
    const { admin } = database();
    await admin.query(sql`
      do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`);
    const own = connect({ url: database().url, max: 1, name: "test" });
    try {
      expect((await describeServer(own, { postings: "ledger.posting" })).settings.synchronous_commit).toBe("off");
    } finally {
      await own.close();
      await admin.query(sql`
        do $$ begin execute format('alter database %I reset synchronous_commit', current_database()); end $$`);
    }
  });

  it("is whether the application's role may change what was posted", async () => {
    const { admin } = database();
    expect((await describe()).appRole).toEqual({ isSuperuser: false, mayChangePostings: false, isGranted: true });
    await admin.query(sql`grant update on ledger.posting to leyden_app`);
    expect((await describe()).appRole).toEqual({ isSuperuser: false, mayChangePostings: true, isGranted: true });
    await admin.query(sql`revoke update on ledger.posting from leyden_app`);
    await admin.query(sql`grant delete on ledger.posting to leyden_app`);
    expect((await describe()).appRole?.mayChangePostings).toBe(true);
    await admin.query(sql`revoke delete on ledger.posting from leyden_app`);
  });

  it("does not need the tables of this version", async () => {
    const { appRole } = await describeServer(database().admin, { postings: "nowhere.posting" });
    expect(appRole?.mayChangePostings).toBe(false);
  });

  it("can be asked over a connection that changes nothing", async () => {
    const db = connect({ url: database().url, max: 1, name: "test", verify: readOnly });
    try {
      await describeServer(db, { postings: "ledger.posting" });
      await expect(db.query(sql`update ledger.account set balance = balance`)).rejects.toThrow(/read-only/);
      await expect(db.transaction((tx) => tx.query(sql`create table public.x ()`))).rejects.toThrow(/read-only/);
    } finally {
      await db.close();
    }
  });
});
