import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startOf } from "#platform/postgres/wal.ts";
import { backupName, tarOf } from "./backup-folder.ts";
import { manifestText } from "./manifest.ts";

const AT = new Date("2026-11-23T12:00:00Z");
const BYTES = 7;

describe.skipIf(process.platform === "win32")("the backups that a service keeps", () => {
  let parent: string;
  beforeEach(() => {
    parent = mkdtempSync(join(tmpdir(), "leyden-keep-backups-"));
  });
  afterEach(() => rmSync(parent, { recursive: true }));

  it("do not stop it while their disk hangs, and are known when the disk answers", async () => {
    const [folder, dataDir] = [join(parent, "backups"), join(parent, "data")];
    const path = join(folder, backupName(AT));
    mkdirSync(path, { recursive: true });
    mkdirSync(dataDir);
    writeFileSync(tarOf(path), Buffer.alloc(BYTES));
    const manifest = join(path, "manifest.json");
    expect(spawnSync("mkfifo", [manifest]).status).toBe(0); // who reads it waits, as at a disk that hangs
    const program = join(import.meta.dirname, "keeping.harness.ts");
    const child = spawn(process.execPath, [program, folder, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      let said = "";
      child.stdout.on("data", (data) => (said += data));
      await expect.poll(() => said).toContain("goes on: undefined");
      expect(said).not.toContain("found");
      writeFileSync(manifest, manifestOfOne());
      await expect.poll(() => said).toContain(`found ${BYTES}`);
    } finally {
      child.kill("SIGKILL");
    }
  });
});

function manifestOfOne(): string {
  return manifestText({
    leyden: "0",
    postgres: "18",
    instanceId: "one",
    line: "a",
    first: startOf(1n),
    last: startOf(1n) + 10n,
    begunAt: AT,
    endedAt: AT,
    book: { no: 1n, hash: "00" },
    files: [],
    journal: undefined,
    proof: undefined,
  });
}
