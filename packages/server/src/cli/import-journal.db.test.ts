import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { WalletId } from "#kernel/ids.ts";
import { msats, sats } from "#kernel/money.ts";
import { findPayment } from "#payments";
import { sql } from "#platform/database/db.ts";
import { onDatabase } from "#platform/database/testing/database.harness.ts";
import { givenFolder, givenJournal } from "#platform/journal/testing/journal.harness.ts";
import { machineClock } from "#platform/machine/clock.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { createProject } from "#projects";
import { findCharge } from "#receiving";
import { findRestore } from "#restore";
import { INSTALLATION, runOn } from "./run-on.harness.ts";

const FULL = ["these limits count as full", "- wallets and keys: daily until", "- the on-ramp: of 7 days until"];

onDatabase("restore import and status", (database) => {
  const run = runOn(database, "restore");
  beforeEach(() => {
    process.exitCode = 0;
  });
  const random = machineRandom();
  const open = () =>
    database().admin.query(sql`
      select restore.open_restore(now(), gen_random_uuid(), 'foreign_payments', null, null, null)`);

  /** The command that it prints. */
  async function liftsLimits(said: string) {
    expect(said).toContain('npm run leyden -- restore lift-limits --reason "…"');
    expect(await run("lift-limits", "--reason", "a test")).toContain("Limits count what the database has.");
    expect(await run("lift-limits", "--reason", "a test")).toContain("No limit counted as full.");
    for (const full of FULL) expect(await run("status")).not.toContain(full);
  }

  async function written(wallets: readonly WalletId[], installation = INSTALLATION) {
    const on = givenJournal(givenFolder(), installation);
    const writer = on.writer();
    const ids = wallets.map(() => random.uuid());
    const amounts = { amount: sats(5n), feeLimit: msats(500n) };
    for (const [k, id] of ids.entries()) {
      const paymentHash = crypto.getRandomValues(new Uint8Array(32));
      const wallet = wallets[k];
      await writer.append({
        what: "payment.dispatch",
        id,
        wallet,
        origin: { kind: "request" },
        paymentHash,
        ...amounts,
      });
    }
    await writer.close();
    return { ...on, ids };
  }

  it("show and bring back what left, name what is missing, and say by their exit code whether all is done", async () => {
    const { walletId } = await createProject({ ...database(), random }, { name: `shop ${random.uuid()}` });
    const lost = random.uuid() as WalletId;
    const on = await written([walletId, lost]);
    const [first = "", second = ""] = on.ids;
    await open();

    const status = await run("status", "--journal", on.folder);
    for (const part of [first, second, "node_silent", "The journal is whole.", "restore import", ...FULL])
      expect(status).toContain(part);
    expect(await findPayment(database().db, first as never)).toBeUndefined();

    const said = await run("import", "--journal", on.folder);
    expect(said).toContain("1 came back. 1 need a decision of yours.");
    expect(said).toContain(`its wallet ${lost} is not in this copy`);
    expect(said).toContain(`5500 msats were lent to wallet ${walletId}`);
    expect(process.exitCode).toBe(1);
    expect(await findPayment(database().db, first as never)).toMatchObject({ onHoldFor: "restore" });
    const after = await run("status", "--journal", on.folder);
    expect(after).toContain("What was lent to wallets:");
    for (const full of FULL) expect([said, after].some((text) => text.includes(full))).toBe(false);
  });

  it("refuse the journal of another installation, and end with 1 while a file is missing", async () => {
    const { walletId } = await createProject({ ...database(), random }, { name: `shop ${random.uuid()}` });
    const stranger = await written([walletId], "another");
    await database().admin.query(sql`select ledger.forget_spending(now())`);
    const said = await run("import", "--journal", stranger.folder);
    for (const full of FULL) expect(said).toContain(full);
    await liftsLimits(said);
    expect(said).toContain("it is of the installation another: nothing of it was used");
    expect(said).toContain("The journal is not whole");
    expect(process.exitCode).toBe(1);
    expect(await findPayment(database().db, stranger.ids[0] as never)).toBeUndefined();

    process.exitCode = 0;
    const whole = await written([walletId]);
    const process1 = random.uuid();
    await database().admin.query(sql`
      insert into platform.journal_file (process, role, opened_at, last_n, last_at)
      values (${process1}, 'service', now(), 7, now())`);
    const missing = await run("import", "--journal", whole.folder, stranger.folder);
    expect(missing).toContain(`${process1}`);
    expect(missing).toContain("the file is not in these folders");
    expect(process.exitCode).toBe(1);
    process.exitCode = 0;
  });

  it("read the journal of this installation also where other folders are named", async () => {
    await open();
    const { walletId } = await createProject({ ...database(), random }, { name: `shop ${random.uuid()}` });
    const own = join(process.env["LEYDEN_DATA_DIR"] ?? "", "journal");
    mkdirSync(own, { mode: 0o700 });
    const write = async (folder: string) => {
      const writer = givenJournal(folder, INSTALLATION).writer();
      const id = random.uuid();
      const money = { paymentHash: crypto.getRandomValues(new Uint8Array(32)), amount: sats(5n), feeLimit: msats(5n) };
      await writer.append({ what: "payment.dispatch", id, wallet: walletId, origin: { kind: "request" }, ...money });
      await writer.close();
      return id;
    };
    const other = givenFolder();
    const ids = [await write(own), await write(other)];
    for (const folder of [other, own]) {
      const said = await run("status", "--journal", other, folder);
      for (const id of ids) expect(said.split(`  ${id}`).length).toBe(2);
    }
    const said = await run("import", "--journal", other);
    for (const id of ids) expect(said).toContain(id);
  });

  it("name and bring back charges also while no restore is open, and say that the rest stays", async () => {
    await database().admin.query(sql`
      update restore.restore set ended_at = now(), reason = 'an earlier test' where ended_at is null`);
    const { walletId: wallet } = await createProject({ ...database(), random }, { name: `shop ${random.uuid()}` });
    const on = givenJournal(givenFolder(), INSTALLATION);
    const at = new Date(Date.now() - 120_000);
    const writer = on.writer({ clock: { ...machineClock, now: () => at } });
    const [id, left] = [random.uuid(), random.uuid()];
    const money = { wallet, paymentHash: crypto.getRandomValues(new Uint8Array(32)), amount: sats(5n) };
    await writer.append({ what: "charge.issue", id, expiresAt: new Date(Date.now() + 3_600_000), ...money });
    await writer.append({
      what: "payment.dispatch",
      id: left,
      ...money,
      origin: { kind: "request" },
      feeLimit: msats(500n),
    });
    await writer.close();

    const status = await run("status", "--journal", on.folder);
    for (const part of ["No restore is open.", id, left, "restore import` brings back the charges"])
      expect(status).toContain(part);
    const said = await run("import", "--journal", on.folder);
    for (const part of ["1 came back. 0 need", "No restore is open: only charges", "1 other lines are left"])
      expect(said).toContain(part);
    expect(await findCharge(database().db, wallet, id as never)).toMatchObject({ state: { kind: "pending" } });
    expect(await findPayment(database().db, left as never)).toBeUndefined();
    expect(await findRestore(database().db)).toBeUndefined();
  });
});
