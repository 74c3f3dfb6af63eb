import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { sql } from "#platform/database/db.ts";
import { connect } from "#platform/database/pool.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { findProvedCopy } from "#platform/journal/known-files.ts";
import { givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { givenStarted } from "#service/testing/started.harness.ts";
import { givenDriving } from "#slices/payments/testing/driving.harness.ts";
import { proveOwn } from "./prove-own.ts";

const DAY_MS = 86_400_000;

onDatabase("a copy of one's own PostgreSQL that was restored on trial", (database) => {
  const prove = (url: string) => proveOwn({ db: database().db, clock: machineClock }, url);

  /** Another database with all that this one has now. */
  async function givenCopy(): Promise<string> {
    const { url } = database();
    const original = new URL(url).pathname.slice(1);
    const name = `${original}_copy`;
    const at = (pathname: string) => Object.assign(new URL(url), { pathname: `/${pathname}` }).href;
    const server = connect({ url: at("postgres"), max: 1, name: "test" });
    await server.query(sql`set client_min_messages = error`); // one that ends by itself in between is a warning
    await server.query(sql`select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = ${original}`);
    await server.query({ text: `create database "${name}" template "${original}"`, values: [] });
    onTestFinished(async () => {
      await server.query({ text: `drop database "${name}" with (force)`, values: [] });
      await server.close();
    });
    return at(name);
  }

  it("proves nothing when it is the running database itself", async () => {
    await expect(prove(database().url)).rejects.toThrow("it is the running database itself");
  });

  it("says why a copy cannot be asked", async () => {
    const nobody = Object.assign(new URL(database().url), { username: "nobody" }).href;
    await expect(prove(nobody)).rejects.toThrow(/^the copy cannot be asked: .*nobody/);
  });

  it("is remembered as far as it reaches, and proves nothing when its book is another one", async () => {
    const { pay } = await givenDriving(database());
    await pay();
    const copy = await givenCopy();
    await expect
      .poll(() =>
        database()
          .db.query(sql`select 1`)
          .catch(() => []),
      )
      .toHaveLength(1);
    const [newest] = await database().db.query<{ at: Date; no: bigint }>(sql`
      select at, no from ledger.posting order by no desc limit 1`);
    expect(await prove(copy)).toEqual({ reaches: newest?.at, postingNo: newest?.no });
    expect(await findProvedCopy(database().db)).toEqual(newest?.at);

    const there = connect({ url: copy, max: 1, name: "test" });
    onTestFinished(there.close);
    await there.query(sql`set session_replication_role = replica`);
    await there.query(sql`update ledger.posting set hash = sha256('another') where no = ${newest?.no}`);
    await there.query(sql`update ledger.book set head = sha256('another')`);
    await expect(prove(copy)).rejects.toThrow(/book of the copy is broken|does not have its posting/);
  });
});

onDatabase("the service's journal", (database) => {
  const given = async () => {
    const on = givenJournal();
    const old = new Date(Date.now() - 40 * DAY_MS);
    const writer = on.writer({ clock: { ...machineClock, now: () => old } });
    await writer.append({ what: "key.revoke", id: machineRandom().uuid() });
    const name = `${writer.files()[0]?.process}.jsonl`;
    utimesSync(join(on.folder, name), old, old);
    return { settings: { LEYDEN_JOURNAL_DIR: on.folder }, has: () => on.paths().some((path) => path.endsWith(name)) };
  };

  it("loses a file behind a proved backup, of which the supervisor tells it", async () => {
    const [kept, gone] = [await given(), await given()];
    await givenStarted(database(), kept.settings, { provedBackupAt: async () => undefined });
    await givenStarted(database(), gone.settings, { provedBackupAt: async () => new Date() });
    await expect.poll(gone.has).toBe(false);
    expect(kept.has()).toBe(true);
  });

  it("loses a file behind a copy that the operator has proved", async () => {
    const [kept, gone] = [await given(), await given()];
    await givenStarted(database(), kept.settings);
    await database().admin.query(sql`
      insert into platform.proved_backup (reaches, posting_no, proved_at) values (now(), 1, now())`);
    await givenStarted(database(), gone.settings);
    await expect.poll(gone.has).toBe(false);
    expect(kept.has()).toBe(true);
  });
});
