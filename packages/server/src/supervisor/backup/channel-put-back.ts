import { existsSync, mkdirSync, rmSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { copyFiles } from "#platform/postgres/base-backup.ts";
import { unpackFiles } from "#platform/postgres/unpack-files.ts";
import { type Backup, channelsTarOf } from "./backup-folder.ts";
import { CHANNELS_FOLDER, channelPlace, isOfChannels, listChannelCopies, type StoredCopy } from "./channel-files.ts";

/** Takes the newest copy of the channel backup in the data folder into a backup. Undefined: there is none. */
export async function copyChannels(dataDir: string, path: string) {
  const [newest] = await listChannelCopies(join(dataDir, CHANNELS_FOLDER));
  if (newest === undefined) return undefined;
  const stem = basename(newest.path, ".backup");
  const files = await copyFiles(join(dataDir, CHANNELS_FOLDER), channelsTarOf(path), (name) => name.startsWith(stem));
  return { at: newest.at, count: newest.channels.length, files };
}

/**
 * Writes the newest copy to the data folder, unless it is there: that of the folder of the backups, which is made at
 * each change, or that in the backup. Returns where it is; undefined: there is none. Nothing is given to a node.
 */
export async function putBackChannels(backup: Backup, dataDir: string): Promise<StoredCopy | undefined> {
  const folder = join(dataDir, CHANNELS_FOLDER);
  const beside = await listChannelCopies(join(dirname(backup.path), CHANNELS_FOLDER));
  const place = join(dataDir, "channels-restoring");
  rmSync(place, { recursive: true, force: true });
  try {
    const found = [...beside, ...(await unpacked(backup, place)), ...(await listChannelCopies(folder))];
    const newest = found.toSorted((a, b) => b.at.getTime() - a.at.getTime())[0];
    if (newest !== undefined && !existsSync(join(folder, basename(newest.path)))) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      await channelPlace(folder).save(newest, await readFile(newest.path));
    }
    return newest && { ...newest, path: join(folder, basename(newest.path)) };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

async function unpacked({ path, channels }: Backup, place: string): Promise<readonly StoredCopy[]> {
  if (channels === undefined) return [];
  await unpackFiles({ tar: channelsTarOf(path), files: channels.files, folder: place, isWanted: isOfChannels });
  return await listChannelCopies(place);
}
