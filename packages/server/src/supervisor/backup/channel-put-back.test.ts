import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Backup, channelsTarOf } from "./backup-folder.ts";
import { CHANNELS_FOLDER, channelPlace, listChannelCopies } from "./channel-files.ts";
import { copyChannels, putBackChannels } from "./channel-put-back.ts";

const NOW = Date.parse("2026-11-24T12:00:00Z");
let parent: string;
let dataDir: string;
let backupPath: string;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "leyden-put-back-"));
  dataDir = join(parent, "data");
  backupPath = join(parent, "backups", "backup-2026-11-24T12-00-00Z");
  mkdirSync(dataDir, { mode: 0o700 });
  mkdirSync(backupPath, { recursive: true });
});
afterEach(() => rmSync(parent, { recursive: true }));

const copyAt = (minutes: number) => ({
  nodeId: "02aa",
  at: new Date(NOW + minutes * 60_000),
  channels: [`${minutes}:0`],
});
const bytesOf = (minutes: number) => Buffer.from(`backup of minute ${minutes}`);
const save = (folder: string, minutes: number) =>
  channelPlace(join(folder, CHANNELS_FOLDER)).save(copyAt(minutes), bytesOf(minutes));

/** A backup with the copies that the data folder has now, which then is lost. */
async function givenBackup(): Promise<Backup> {
  const channels = await copyChannels(dataDir, backupPath);
  rmSync(join(dataDir, CHANNELS_FOLDER), { recursive: true, force: true });
  return { path: backupPath, channels } as Partial<Backup> as Backup;
}

describe("the channel backup in a backup", () => {
  it("is the newest copy alone, and is put back for us alone, whole, and once", async () => {
    await save(dataDir, 0);
    await save(dataDir, 5);
    const backup = await givenBackup();
    expect(backup.channels).toMatchObject({ at: copyAt(5).at, count: 1 });
    expect(backup.channels?.files).toHaveLength(2);
    for (const _ of [1, 2]) {
      const found = await putBackChannels(backup, dataDir);
      expect(found).toMatchObject(copyAt(5));
      expect(readFileSync(found?.path ?? "")).toEqual(bytesOf(5));
      expect(statSync(found?.path ?? "").mode & 0o777).toBe(0o600);
    }
    expect(readdirSync(dataDir)).toEqual([CHANNELS_FOLDER]);
    expect(readdirSync(join(dataDir, CHANNELS_FOLDER))).toHaveLength(2);
  });

  it("gives way to a newer copy beside the backups, and to one that the data folder has", async () => {
    await save(dataDir, 0);
    const backup = await givenBackup();
    await save(join(parent, "backups"), 7);
    expect((await putBackChannels(backup, dataDir))?.channels).toEqual(["7:0"]);
    await save(dataDir, 9);
    expect((await putBackChannels(backup, dataDir))?.channels).toEqual(["9:0"]);
    expect((await listChannelCopies(join(dataDir, CHANNELS_FOLDER))).map(({ channels }) => channels)).toEqual([
      ["9:0"],
      ["7:0"],
    ]);
  });

  it("is none where the node shows no channels", async () => {
    const backup = await givenBackup();
    expect(backup.channels).toBeUndefined();
    expect(await putBackChannels(backup, dataDir)).toBeUndefined();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it("is refused when it is damaged, and leaves nothing", async () => {
    await save(dataDir, 0);
    const backup = await givenBackup();
    const tar = channelsTarOf(backupPath);
    truncateSync(tar, readFileSync(tar).length - 40);
    await expect(putBackChannels(backup, dataDir)).rejects.toThrow("is damaged");
    expect(readdirSync(dataDir)).toEqual([]);
  });
});
