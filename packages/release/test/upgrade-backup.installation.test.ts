import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createInstallation, type Installation, type Started } from "../../server/test/installation.harness.ts";
import { INSTALL_MS, LAUNCHER, plantRelease } from "./install-release.harness.ts";
import { sharedRelease } from "./shared-release.harness.ts";

const [PATCH, MINOR] = ["0.1.901", "0.902.0"];
const PATCHED = {
  "9000-table.sql": `-- compatible: yes
create schema planted;
create table planted.thing as select id, null::text as name from generate_series(1, 2000) as id;
alter table payments.payment add column planted int`,
  "9001-names.sql": `-- compatible: yes
-- remaining: select count(*) from planted.thing where name is null
update planted.thing set name = 'x' where id in (select id from planted.thing where name is null order by id limit 500)`,
};
const BROKEN = {
  ...PATCHED,
  "9002-break.sql": "-- compatible: no\nalter table payments.payment drop column planted",
};

/** One life of one installation, in order. A backup is stopped in the middle of copying, and goes on when told to. */
describe.runIf(process.platform === "linux")("a backup during an upgrade", { timeout: INSTALL_MS }, () => {
  let folder = "";
  let backups = "";
  const places = { old: "", patch: "", minor: "" };
  let old: Installation;
  let minor: Installation;
  let running: Started;
  const paid: string[] = [];

  beforeAll(async () => {
    const shared = await sharedRelease();
    folder = mkdtempSync(join(shared.out, "../upgrade-backup-"));
    backups = join(folder, "backups");
    places.old = shared.installed;
    const plant = (name: string, version: string, migrations: Record<string, string>) =>
      plantRelease(places.old, join(folder, name), { version, migrations });
    places.patch = plant("patch", PATCH, PATCHED);
    places.minor = plant("minor", MINOR, BROKEN);
    const settings = { LEYDEN_BACKUP_DIR: backups };
    old = createInstallation(settings, join(places.old, LAUNCHER));
    minor = createInstallation(settings, join(places.minor, LAUNCHER), dirname(old.dataDir));
    running = await old.start();
  }, INSTALL_MS);

  afterAll(async () => {
    for (const installation of [minor, old]) await installation?.remove();
    rmSync(folder, { recursive: true });
  });

  async function pay(times: number): Promise<void> {
    const lnAddress = `merchant@${running.network().merchantHost}`;
    for (let n = 0; n < times; n += 1) {
      const { body } = await running.call("POST", "/v0/ln-address/send-payment", { lnAddress, amount: "1000" });
      expect(body.data.status).toBe("completed");
      paid.push(body.data.id);
    }
  }

  /** A command of the old release. `goOn` lets it end. */
  async function backUpHalfway() {
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, LEYDEN_DATA_DIR: old.dataDir, LEYDEN_BACKUP_DIR: backups };
    const child = spawn(process.execPath, [join(places.old, LAUNCHER), "backup"], { env, stdio: "pipe" });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    while (!isCopying() && child.exitCode === null) await sleep(2);
    child.kill("SIGSTOP");
    expect([isCopying(), child.exitCode]).toEqual([true, null]);
    const goOn = async () => {
      child.kill("SIGCONT");
      return { status: await ended, output };
    };
    return { goOn };
  }

  const drafts = () => (existsSync(backups) ? readdirSync(backups).filter((name) => name.endsWith(".new")) : []);
  const isCopying = () =>
    drafts().some((name) => {
      const tar = statSync(join(backups, name, "base.tar.gz"), { throwIfNoEntry: false });
      return tar !== undefined && tar.size > 0;
    });

  const listed = async () => JSON.parse((await minor.command("backup", "list", "--json")).output);

  it("is whole, and proves itself, when the next release migrates beside it", async () => {
    await pay(5);
    const { goOn } = await backUpHalfway();
    const patch = createInstallation({}, join(places.patch, LAUNCHER), dirname(old.dataDir));
    const migrated = await patch.command("migrate");
    expect(migrated).toMatchObject({
      status: 0,
      output: expect.stringContaining("Done: 9000-table.sql, 9001-names.sql"),
    });
    await pay(5);
    const { status, output } = await goOn();
    expect([status, output]).toEqual([0, expect.stringMatching(/^Proved: restored on trial in /m)]);
    expect(await listed()).toHaveLength(1);
  });

  it("fails and says why when the service stops for the next release, and leaves no half of it", async () => {
    const { goOn } = await backUpHalfway();
    expect(await running.stop("SIGTERM")).toBe(0);
    running = await minor.start();
    const { status, output } = await goOn();
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/the database was stopped while the backup was made: .*\n.* backup` again when/),
    ]);
    expect(drafts()).toEqual([]);
    expect(await listed()).toHaveLength(1);
    await pay(5);
  });

  it("is made again by the next release, which restores it with every payment", async () => {
    const made = await minor.command("backup");
    expect([made.status, made.errors]).toEqual([0, ""]);
    expect(await running.stop("SIGTERM")).toBe(0);
    rmSync(join(minor.dataDir, "postgres"), { recursive: true });
    const restored = await minor.command("restore", "--from", backups);
    expect([restored.status, restored.errors]).toEqual([0, ""]);
    running = await minor.start();
    for (const id of paid)
      expect((await running.call("GET", `/v0/payments/${id}`)).body.data).toMatchObject({ status: "completed" });
    expect((await minor.command("audit")).status).toBe(0);
  });
});
