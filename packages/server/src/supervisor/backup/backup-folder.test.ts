import { spawn, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { pieceName, SEGMENT_BYTES, startOf } from "#platform/postgres/wal.ts";
import {
  backupName,
  claimFolder,
  hasItsLog,
  listBackups,
  makeDraft,
  prune,
  shareDisk,
  tarOf,
  walFolder,
  writeManifest,
  writeState,
} from "./backup-folder.ts";
import type { Manifest } from "./manifest.ts";
import { provedBackups } from "./proved-at.ts";
import { asideName, refuseHalfRestored } from "./server-folder.ts";

const NOW = new Date("2026-11-23T12:00:00Z");
let parent: string;
let folder: string;
let dataDir: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "leyden-backup-folder-"));
  folder = join(parent, "backups");
  dataDir = join(parent, "data");
  mkdirSync(dataDir);
});
afterEach(() => rmSync(parent, { recursive: true }));

const claim = (instanceId = "one", trustedFolders: readonly string[] = []) =>
  claimFolder({ folder, instanceId, dataDir, trustedFolders });

/** A backup that needs the log from the beginning of a segment on. */
async function give(hour: number, segment: bigint, line = "a", proof?: Manifest["proof"]): Promise<string> {
  const endedAt = new Date(NOW.getTime() + hour * 3_600_000);
  const path = join(folder, backupName(endedAt));
  const manifest: Manifest = {
    leyden: "0",
    postgres: "18",
    instanceId: "one",
    line,
    first: startOf(segment),
    last: startOf(segment) + 10n,
    begunAt: endedAt,
    endedAt,
    book: { no: 1n, hash: "00" },
    files: [],
    journal: undefined,
    proof,
  };
  mkdirSync(path);
  writeFileSync(tarOf(path), "");
  await writeManifest(path, manifest);
  return path;
}

function log(line: string, ...segments: readonly bigint[]): void {
  mkdirSync(join(walFolder(folder), line), { recursive: true });
  for (const segment of segments) {
    const name = pieceName({ timeline: "00000001", segment, from: 0, to: SEGMENT_BYTES });
    writeFileSync(join(walFolder(folder), line, name), "");
  }
}

describe("the folder of the backups", () => {
  it("belongs to one installation", async () => {
    await claim();
    await claim();
    await expect(claim("two")).rejects.toThrow("has the backups of another installation (one)");
  });

  it("is not made on the disk of the data folder when it was on another one before", async () => {
    writeState(dataDir, { folder, apart: true, archivedUntil: NOW });
    expect(await shareDisk(folder, dataDir)).toBe(true); // of a folder that is not there
    await expect(claim()).rejects.toThrow("its disk is not there");
    expect(existsSync(folder)).toBe(false);
    writeState(dataDir, { folder, apart: false, archivedUntil: NOW });
    await claim();
  });

  it("is not filled where it was mounted, also when the data folder is on a third disk", async () => {
    await claim();
    rmSync(folder, { recursive: true });
    mkdirSync(folder, { mode: 0o700 });
    writeState(dataDir, { folder, apart: true, archivedUntil: NOW });
    await expect(claim()).rejects.toThrow("is empty now: its disk is not there");
    expect(readdirSync(folder)).toEqual([]);
  });

  it.skipIf(process.platform === "win32")("is refused when others may read or write to it", async () => {
    await claim();
    for (const mode of [0o755, 0o702]) {
      chmodSync(folder, mode);
      await expect(claim()).rejects.toMatchObject({ advice: expect.stringContaining("chmod ") });
    }
    await claim("one", [folder]);
    chmodSync(folder, 0o700);
    await claim();
  });

  it.skipIf(process.platform === "win32")("does not stop the process while its disk hangs", async () => {
    mkdirSync(folder, { mode: 0o700 });
    const marker = join(folder, "installation");
    expect(spawnSync("mkfifo", [marker]).status).toBe(0); // who reads it waits, as at a disk that hangs
    const program = join(import.meta.dirname, "claiming.harness.ts");
    const child = spawn(process.execPath, [program, folder, dataDir], { stdio: ["ignore", "pipe", "inherit"] });
    try {
      let said = "";
      child.stdout.on("data", (data) => (said += data));
      await expect.poll(() => said).toContain("goes on");
      expect(said).not.toContain("claimed");
      writeFileSync(marker, "one\n");
      await expect.poll(() => said).toContain("claimed");
    } finally {
      child.kill("SIGKILL");
    }
  });

  it("lists what is whole alone: no drafts, none without a manifest or with a torn one, none without the copy", async () => {
    await claim();
    const [whole, torn, without] = [await give(0, 1n), await give(1, 1n), await give(2, 1n)];
    writeFileSync(join(torn, "manifest.json"), '{"format": 1');
    rmSync(tarOf(without));
    mkdirSync(join(folder, backupName(new Date(NOW.getTime() + 9e6))));
    makeDraft(folder, "backup-2026-11-23T23-00-00Z");
    expect((await listBackups(folder)).map(({ path }) => path)).toEqual([whole]);
  });

  it("loses an earlier draft when the next one is begun", async () => {
    await claim();
    makeDraft(folder, "backup-2026-11-23T23-00-00Z");
    makeDraft(folder, "backup-2026-11-23T23-00-01Z");
    expect(readdirSync(folder).filter((name) => name.startsWith("backup-"))).toEqual([
      "backup-2026-11-23T23-00-01Z.new",
    ]);
  });

  it("keeps of the log what a backup needs, and the present line", async () => {
    await claim();
    const gone = await give(0, 3n);
    await give(1, 5n);
    await give(2, 2n, "b");
    log("a", 3n, 4n, 5n, 6n);
    log("b", 1n, 2n);
    log("c", 1n);
    log("d", 1n);
    log("e", 1n); // begun while the backup was being proved
    await prune(
      folder,
      (await listBackups(folder)).filter(({ path }) => path === gone),
      "d",
    );
    expect(existsSync(gone)).toBe(false);
    const left = (line: string) => readdirSync(join(walFolder(folder), line)).map((name) => name.slice(-5, -3));
    expect(left("a")).toEqual(["05", "06"]);
    expect(left("b")).toEqual(["02"]);
    expect(left("d")).toEqual(["01"]);
    expect(left("e")).toEqual(["01"]);
    expect(existsSync(join(walFolder(folder), "c"))).toBe(false);
  });

  it("covers what is older than its oldest proved backup, while the newest proved one has its log", async () => {
    await claim();
    const covered = provedBackups({ backupDir: folder, databaseUrl: undefined });
    const proof = { at: NOW, tookMs: 1, book: { no: 1n, hash: "00" } } as unknown as Manifest["proof"];
    await give(0, 1n, "a", proof);
    await give(1, 2n, "a", proof);
    await give(2, 9n);
    expect(await covered?.()).toBeUndefined();
    log("a", 2n, 3n);
    expect(await covered?.()).toEqual(NOW);
  });

  it("knows whether the log of a backup is there without a gap", async () => {
    await claim();
    log("a", 3n, 4n);
    const backup = { line: "a", first: startOf(3n), last: startOf(4n) + 10n };
    expect(await hasItsLog(folder, backup)).toBe(true);
    expect(await hasItsLog(folder, { ...backup, last: startOf(5n) + 1n })).toBe(false);
    expect(await hasItsLog(folder, { ...backup, line: "b" })).toBe(false);
    log("a", 6n);
    expect(await hasItsLog(folder, backup)).toBe(false);
  });
});

describe("a data folder whose database was moved aside and not replaced", () => {
  it("is refused; one that never had a database is not", () => {
    const place = join(dataDir, "postgres");
    refuseHalfRestored(place);
    mkdirSync(asideName(place, NOW));
    expect(() => refuseHalfRestored(place)).toThrow("a restore was interrupted");
    mkdirSync(place);
    refuseHalfRestored(place);
  });
});
