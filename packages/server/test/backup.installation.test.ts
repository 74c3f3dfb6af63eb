import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isAlive, waitUntil } from "#platform/machine/process.ts";
import { scratchFolder } from "#platform/machine/testing/scratch-folder.harness.ts";
import { CHANNELS_FOLDER, channelPlace, listChannelCopies } from "#supervisor/backup/channel-files.ts";
import { createInstallation, type Installation, type Started } from "./installation.harness.ts";

const START_MS = 300_000;
const LOST_MAX_MS = 60_000;
/** The service reads the disk of its backups each minute. */
const LOOKS_MS = 90_000;

type Acknowledged = { readonly id: string; readonly at: number };

/** One life of one installation, in order: each test goes on where the one before has left. */
describe.runIf(process.platform === "linux")("backup and restore of an installation under load", () => {
  let backups: string;
  let installation: Installation;
  let running: Started;
  const acknowledged: Acknowledged[] = [];
  let isOver = false;
  let killedAt = 0;
  let load: Promise<unknown>;

  beforeAll(async () => {
    backups = mkdtempSync(join(scratchFolder(), "leyden-backups-"));
    // thousands of payments are read again
    installation = createInstallation({ LEYDEN_BACKUP_DIR: backups, LEYDEN_RATE_LIMIT: "1000000" });
    running = await installation.start();
  }, START_MS);
  afterAll(async () => {
    isOver = true;
    await load;
    await installation.remove();
    rmSync(backups, { recursive: true, force: true });
  });

  /** Pays again and again, inside the service and over Lightning. */
  async function payOn(lnAddress: string): Promise<void> {
    while (!isOver) {
      const answer = await running
        .call("POST", "/v0/ln-address/send-payment", { lnAddress, amount: "1000" })
        .catch(() => undefined);
      if (answer?.status === 200 && answer.body.data.status === "completed")
        acknowledged.push({ id: answer.body.data.id, at: Date.now() });
      if (answer === undefined) return; // it was killed
    }
  }

  it("says at its start that one disk has both, and copies the log", async () => {
    expect(running.output()).toContain("backup.disk_shared");
    const { output } = await installation.command("status");
    expect(output).toMatch(/^! backup +there is none yet, .*ON THE DISK OF THE DATA FOLDER/m);
  });

  it("makes a backup while payments run, and proves it", async () => {
    const host = new URL(running.baseUrl).host;
    const copy = { nodeId: "02aa", at: new Date("2026-11-24T12:00:00Z"), channels: ["a:0", "b:1"] };
    await channelPlace(join(installation.dataDir, CHANNELS_FOLDER)).save(copy, Buffer.from("for a lost node"));
    load = Promise.all([payOn(running.merchant.lnAddress), payOn(`alice@${host}`), payOn(`alice@${host}`)]);
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(20);
    const { status, output, errors } = await installation.command("backup");
    expect(errors).toBe("");
    expect(output).toMatch(/^Proved: restored on trial in /m);
    expect(output).toMatch(/^Journal: [0-9]+ lines$/m);
    expect(output).toContain("Channel backup: of 2026-11-24T12:00:00.000Z, rescues 2 channels.");
    expect((await installation.command("backup", "list")).output).toContain("2 at 2026-11-24T12:00:00.000Z");
    expect(Number(/^Book: posting ([0-9]+), /m.exec(output)?.[1])).toBeGreaterThan(20);
    expect(status).toBe(0);
  });

  it("shows age and proof", async () => {
    expect((await installation.command("status")).output).toMatch(/^! backup +newest .* MB, proved, log copied up to/m);
  });

  it("is refused to be restored while it runs", async () => {
    const { status, errors } = await installation.command("restore", "--from", backups);
    expect(errors).toContain("Leyden already runs on");
    expect(status).toBe(1);
  });

  it("loses no more than a minute when its disk is lost in the middle of it", async () => {
    await sleep(15_000 + Math.random() * 20_000);
    const processes = running.processes();
    running.kill();
    killedAt = Date.now();
    isOver = true;
    await load;
    expect(await waitUntil(() => !processes.some(isAlive), 60_000)).toBe(true);
    for (const lost of ["postgres", "journal", CHANNELS_FOLDER])
      rmSync(join(installation.dataDir, lost), { recursive: true });

    const { status, output, errors } = await installation.command("restore", "--from", backups);
    expect(errors).toBe("");
    expect(status).toBe(0);
    const newest = Date.parse(/^Newest posting: (\S+)$/m.exec(output)?.[1] ?? "");
    expect(killedAt - newest).toBeLessThan(LOST_MAX_MS);
    expect(output).toMatch(/^[0-9]+ files of the journal were missing and came from the backup, as they were then\./m);
    expect(output).toContain("Channel backup of node 02aa: ");
    const [put] = await listChannelCopies(join(installation.dataDir, CHANNELS_FOLDER));
    expect(readFileSync(put?.path ?? "", "utf8")).toBe("for a lost node");
    expect(output).toContain("Next: `npm start`.");
  });

  it("starts with what was restored: every payment that was acknowledged before", async () => {
    running = await installation.start();
    const old = acknowledged.filter(({ at }) => at < killedAt - LOST_MAX_MS / 3);
    expect(old.length).toBeGreaterThan(20);
    for (const { id } of old) {
      const { status, body } = await running.call("GET", `/v0/payments/${id}`);
      expect(status, id).toBe(200);
      expect(body.data.status).toBe("completed");
    }
  });

  it("has lost nothing but the last payments, one after the other", async () => {
    const lost: number[] = [];
    for (const { id, at } of acknowledged.slice(-300)) {
      const { status } = await running.call("GET", `/v0/payments/${id}`);
      expect([200, 404]).toContain(status);
      if (status === 404) lost.push(killedAt - at);
    }
    expect(Math.max(0, ...lost)).toBeLessThan(LOST_MAX_MS / 3);
    expect(lost.length).toBeLessThan(acknowledged.length);
  });

  it("makes the next backup by itself, because the archive has begun anew, and measures it", async () => {
    const made = async () => JSON.parse((await installation.command("backup", "list", "--json")).output);
    await expect.poll(async () => (await made()).length, { timeout: 110_000, interval: 5_000 }).toBe(2);
    await expect.poll(async () => (await made())[0].proof, { timeout: 60_000, interval: 2_000 }).toBeDefined();
    const measured = async (name: string) => {
      const metrics = await (await fetch(`${running.baseUrl}/metrics`)).text();
      return Number(new RegExp(`^leyden_backup${name} (\\S+)$`, "m").exec(metrics)?.[1]);
    };
    for (const name of ["", "_proved", "_archive"])
      await expect
        .poll(async () => Date.now() / 1_000 - (await measured(`${name}_timestamp_seconds`)), { timeout: LOOKS_MS })
        .toBeLessThan(LOOKS_MS / 1_000);
    expect(await measured("_bytes")).toBeGreaterThan(1_000_000);
    expect(await running.stop("SIGTERM")).toBe(0);
  });
});
