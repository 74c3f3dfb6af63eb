import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Config } from "#config.ts";
import type { ChannelCopies, ChannelCopy, CopyLook, CopyPlace } from "#lightning";
import { readFileIfAny, writeFileDurably, writePrivateFile } from "#platform/machine/files.ts";
import { claimFolder } from "./backup-folder.ts";

/**
 * Copies of the node's channel backup, in a folder `channels` of the data folder and of the folder of the backups:
 *
 *     <time>.backup   what the node gave, as its own commands take it
 *     <time>.json     which channels it rescues, and its SHA-256; written last, so without it there is no copy
 */
export const CHANNELS_FOLDER = "channels";

const BYTES_SUFFIX = ".backup";
const ABOUT_SUFFIX = ".json";
const NAME = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9-]{8}\.[0-9]{3}Z\.(backup|json)$/;
const FORMAT = 1;

export type StoredCopy = ChannelCopy & { readonly path: string };

type About = { format: number; node: string; at: string; sha256: string; channels: readonly string[] };

export const isOfChannels = (name: string): boolean => NAME.test(name);

const stemOf = (at: Date) => at.toISOString().replaceAll(":", "-");

/** The whole copies in a folder, newest first. What is damaged is none. */
export async function listChannelCopies(folder: string): Promise<readonly StoredCopy[]> {
  const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
    return [];
  });
  const names = all.filter((name) => isOfChannels(name) && name.endsWith(ABOUT_SUFFIX));
  const found = await Promise.all(names.map((name) => readCopy(folder, name.slice(0, -ABOUT_SUFFIX.length))));
  return found.flatMap((copy) => copy ?? []).toSorted((a, b) => b.at.getTime() - a.at.getTime());
}

/** What cannot be read does not hide the others. */
async function readCopy(folder: string, stem: string): Promise<StoredCopy | undefined> {
  const path = join(folder, `${stem}${BYTES_SUFFIX}`);
  try {
    const text = await readFile(join(folder, `${stem}${ABOUT_SUFFIX}`), "utf8");
    const { format, node, at, sha256, channels } = JSON.parse(text) as About;
    const isWhole = format === FORMAT && sha256 === sumOf(await readFile(path)) && stemOf(new Date(at)) === stem;
    return isWhole ? { nodeId: node, at: new Date(at), channels, path } : undefined;
  } catch {
    return undefined;
  }
}

/** `claim`: refuses a folder whose disk is not there, or that is another installation's. */
export function channelPlace(folder: string, claim: () => Promise<void> = async () => undefined): CopyPlace {
  const pathsOf = ({ at }: Pick<ChannelCopy, "at">) => ({
    bytes: join(folder, `${stemOf(at)}${BYTES_SUFFIX}`),
    about: join(folder, `${stemOf(at)}${ABOUT_SUFFIX}`),
  });
  return {
    folder,
    async list() {
      await claim();
      return await listChannelCopies(folder);
    },
    async save(copy, bytes) {
      await claim();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const { nodeId: node, at, channels } = copy;
      const about: About = { format: FORMAT, node, at: at.toISOString(), sha256: sumOf(bytes), channels };
      const paths = pathsOf(copy);
      try {
        await writeFileDurably(paths.bytes, bytes);
        await writeFileDurably(paths.about, Buffer.from(`${JSON.stringify(about, null, 1)}\n`));
      } catch (error) {
        await rm(paths.bytes, { force: true }); // a full disk must not get one each minute
        throw error;
      }
    },
    async remove(copies) {
      for (const copy of copies) {
        const paths = pathsOf(copy);
        await rm(paths.about, { force: true });
        await rm(paths.bytes, { force: true });
      }
    },
  };
}

/** Where copies are: of the data folder, and of the folder of the backups where there is one. */
export function channelFolders({
  backupDir,
  dataDir,
}: Pick<Config, "backupDir" | "dataDir">): readonly [own: string] | readonly [own: string, backups: string] {
  const own = join(dataDir, CHANNELS_FOLDER);
  return backupDir === undefined ? [own] : [own, join(backupDir, CHANNELS_FOLDER)];
}

/** The copies of an installation: in its data folder, and where its backups are. */
export function channelCopies(
  { backupDir, dataDir, trustedFolders }: Pick<Config, "backupDir" | "dataDir" | "trustedFolders">,
  instanceId: string,
): ChannelCopies {
  const [own, backups] = channelFolders({ backupDir, dataDir });
  const places = [channelPlace(own)];
  if (backupDir !== undefined && backups !== undefined) {
    const claim = () => claimFolder({ folder: backupDir, instanceId, dataDir, trustedFolders });
    places.push(channelPlace(backups, claim));
  }
  let last: CopyLook | undefined; // also where the disk of the data folder fails
  return {
    places,
    recall: () => last ?? readLook(dataDir),
    remember(look) {
      last = look;
      writePrivateFile(lookFile(dataDir), `${JSON.stringify(look)}\n`);
    },
  };
}

const lookFile = (dataDir: string) => join(dataDir, "channels.json");

/** What the service found at its last look. Undefined: it has not looked, or its node shows no channels. */
export function readLook(dataDir: string): CopyLook | undefined {
  const text = readFileIfAny(lookFile(dataDir));
  if (text === undefined) return undefined;
  const dates = new Set(["at", "lacksSince"]);
  return JSON.parse(text, (key, value) => (dates.has(key) ? new Date(value as string) : value)) as CopyLook;
}

function sumOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
