import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scratchFolder } from "#platform/machine/testing/scratch-folder.harness.ts";
import { createInstallation, type Installation } from "./installation.harness.ts";

const LAUNCHER = join(import.meta.dirname, "../leyden.js");

/** A file system in memory of a size of its own, which only root can mount. */
function mountSmall(path: string, size: string): boolean {
  try {
    mkdirSync(path, { recursive: true });
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${size},mode=700`, "tmpfs", path], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

describe.runIf(process.platform === "linux")("backup and restore that are killed, damaged or without room", () => {
  let parent: string;
  let backups: string;
  let small: string;
  let isMounted: boolean;
  let installation: Installation;

  beforeAll(async () => {
    parent = mkdtempSync(join(scratchFolder(), "leyden-backups-"));
    backups = join(parent, "backups");
    small = join(parent, "small");
    isMounted = mountSmall(small, "4m");
    installation = createInstallation({ LEYDEN_BACKUP_DIR: backups });
    expect((await installation.command("project", "create", "first")).status).toBe(0);
  });
  afterAll(async () => {
    await installation.remove();
    if (isMounted) execFileSync("umount", [small]);
    rmSync(parent, { recursive: true, force: true });
  });

  function begin(words: readonly string[], settings: Readonly<Record<string, string>> = {}): ChildProcess {
    const env = {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      LEYDEN_DATA_DIR: installation.dataDir,
      LEYDEN_BACKUP_DIR: backups,
      ...settings,
    };
    return spawn(process.execPath, [LAUNCHER, ...words], { env, stdio: "ignore" });
  }

  /** Kills a command as soon as `isThere`, and `laterMs` after that. */
  async function killIn(words: readonly string[], isThere: () => boolean, laterMs: number): Promise<void> {
    const child = begin(words);
    const ended = once(child, "exit");
    while (!isThere() && child.exitCode === null) await sleep(5);
    await sleep(laterMs);
    child.kill("SIGKILL");
    await ended;
  }

  const inData = (part: string) => readdirSync(installation.dataDir).some((name) => name.includes(part));
  const inBackups = (part: string) => existsSync(backups) && readdirSync(backups).some((name) => name.includes(part));
  const listed = async () => JSON.parse((await installation.command("backup", "list", "--json")).output);
  const projects = async () => {
    const { output, errors } = await installation.command("project", "list", "--json");
    expect(errors).toBe("");
    return JSON.parse(output).map(({ name }: { name: string }) => name);
  };

  it("lists no backup that was killed while it was made, and makes the next one", async () => {
    await killIn(["backup"], () => inBackups(".new"), 0);
    await killIn(["backup"], () => inBackups(".new"), 150);
    expect(await listed()).toEqual([]);
    const { errors, status } = await installation.command("backup");
    expect(errors).toBe("");
    expect(status).toBe(0);
    expect(await listed()).toHaveLength(1);
    expect(inBackups(".new")).toBe(false);
  });

  it("does not call one proved that was killed during its proof, and proves it when it is asked again", async () => {
    await killIn(["backup"], () => inData("postgres-proof"), 300);
    expect((await listed()).map(({ proof }: { proof?: object }) => proof !== undefined)).toEqual([false, true]);
    expect((await installation.command("backup", "--when-due")).errors).toBe("");
    expect((await listed()).map(({ proof }: { proof?: object }) => proof !== undefined)).toEqual([true, true]);
    expect(inData("postgres-proof")).toBe(false);
  });

  it("leaves the database as it was when a restore is killed while it recovers", async () => {
    await installation.command("project", "create", "second");
    for (const laterMs of [0, 500, 1_500]) {
      await killIn(["restore", "--from", backups], () => inData("postgres.restoring"), laterMs);
      if (inData("before-restore")) return; // it was through: the machine is fast
      expect(await projects()).toEqual(expect.arrayContaining(["first", "second"]));
    }
  });

  it("starts nothing when a restore was killed between its two steps, until it is run again", async () => {
    const database = join(installation.dataDir, "postgres");
    renameSync(database, `${database}.before-restore-2026-11-23T22-40-00Z`);
    const { errors, status } = await installation.command("project", "list");
    expect(errors).toContain("there is no database: a restore was interrupted");
    expect(status).toBe(1);
    expect((await installation.command("restore", "--from", backups)).status).toBe(0);
    expect(await projects()).toContain("first");
  });

  it("takes an older backup for a time, and refuses a time before the first", async () => {
    const [newest, older] = await listed();
    const until = new Date(Date.parse(newest.endedAt) - 1).toISOString();
    const { errors } = await installation.command("restore", "--from", newest.path, "--until", until);
    expect(errors).toContain(`--from '${backups}'`);
    const early = await installation.command("restore", "--from", backups, "--until", "2020-01-01T00:00:00Z");
    expect(early.errors).toContain("there is no whole backup");
    expect((await installation.command("restore", "--from", older.path)).output).toContain(`Restored: ${older.path} `);
  });

  it("refuses a damaged copy and another installation's data folder, and changes nothing", async () => {
    await installation.command("backup");
    const [newest] = await listed();
    truncateSync(join(newest.path, "base.tar.gz"), statSync(join(newest.path, "base.tar.gz")).size - 1_000);
    const before = readdirSync(installation.dataDir).filter((name) => name.includes("before-restore"));
    const { errors, status } = await installation.command("restore", "--from", newest.path);
    expect(errors).toContain("is damaged");
    expect(status).toBe(1);
    expect(readdirSync(installation.dataDir).filter((name) => name.includes("before-restore"))).toEqual(before);
    expect(await projects()).toContain("first");
    rmSync(newest.path, { recursive: true });

    const other = createInstallation({ LEYDEN_BACKUP_DIR: backups });
    await other.command("project", "create", "other");
    expect((await other.command("restore", "--from", backups)).errors).toContain("is that of another installation");
    expect((await other.command("backup")).errors).toContain("has the backups of another installation");
    await other.remove();
  });

  it("refuses a backup of another PostgreSQL before anything is changed, and says which Leyden reads it", async () => {
    const [newest] = await listed();
    const file = join(newest.path, "manifest.json");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/"postgres": "[0-9]+"/, '"postgres": "15"'));
    const { errors, status } = await installation.command("restore", "--from", newest.path);
    writeFileSync(file, text);
    expect(errors).toMatch(/is of PostgreSQL 15, and this version of Leyden has PostgreSQL [0-9]+/);
    expect(errors).toContain("Install the version of Leyden that made it");
    expect(status).toBe(1);
    expect(await projects()).toContain("first");
  });

  it("refuses an archive with a gap and says from when to when it is; accepted, it loses that", async () => {
    expect((await installation.command("backup")).errors).toBe("");
    const [{ path, line }] = await listed();
    const wal = join(backups, "wal", line);
    const whole = new Set(readdirSync(wal));
    await installation.command("project", "create", "in-gap");
    await installation.command("backup", "--when-due");
    const added = readdirSync(wal).filter((name) => !whole.has(name));
    expect(added.length).toBeGreaterThan(0);
    for (const name of added) truncateSync(join(wal, name), statSync(join(wal, name)).size - 9);

    const { errors, status } = await installation.command("restore", "--from", path);
    expect(errors).toMatch(/the archive has a gap at \S+: what was written from 20\S+Z to 20\S+Z would be lost/);
    expect(status).toBe(1);
    expect(inData("postgres.restoring")).toBe(false);
    expect(await projects()).toContain("in-gap");
    const accepted = await installation.command("restore", "--from", path, "--accept-gap");
    expect(accepted.output).toContain("THE ARCHIVE HAS A GAP");
    expect(await projects()).toContain("first");
    expect(await projects()).not.toContain("in-gap");
  });

  it("refuses the folder when the archive was begun anew and no backup goes with that yet", async () => {
    await installation.command("backup", "list"); // whichever line is the newest
    const later = join(backups, "wal", "29991231t000000000z");
    mkdirSync(later);
    writeFileSync(join(later, "000000010000000000000001.gz"), "");
    const { errors, status } = await installation.command("restore", "--from", backups);
    rmSync(later, { recursive: true });
    expect(errors).toContain(`the archive has a gap at ${later}`);
    expect(status).toBe(1);
  });

  it("makes a backup and does not prove it where the data folder's disk has too little room", async () => {
    const child = begin(["backup"], { LEYDEN_BACKUP_SPARE_GB: "10000" });
    const before = (await listed()).length;
    expect((await once(child, "exit"))[0]).toBe(1);
    const [newest, ...others] = await listed();
    expect(others).toHaveLength(before);
    expect(newest.proof).toBeUndefined();
    expect(inData("postgres-proof")).toBe(false);
  });

  it("says that the disk of the backups is full, and leaves nothing half there", async () => {
    if (!isMounted) return; // only root can mount
    const run = async () => {
      const child = begin(["backup"], { LEYDEN_BACKUP_DIR: small });
      const [status] = await once(child, "exit");
      return status;
    };
    expect(await run()).toBe(1);
    expect(readdirSync(small).filter((name) => name.startsWith("backup-"))).toEqual([]);
    execFileSync("mount", ["-o", "remount,size=64m", small]);
    expect(await run()).toBe(0);
    expect(readdirSync(small).filter((name) => name.startsWith("backup-"))).toHaveLength(1);
  });
});
