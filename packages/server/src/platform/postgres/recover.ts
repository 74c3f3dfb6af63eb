import { createHash, type Hash } from "node:crypto";
import {
  chownSync,
  createReadStream,
  lstatSync,
  mkdirSync,
  readlinkSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGunzip } from "node:zlib";
import { readTar } from "../machine/tar.ts";
import { OperatorError } from "../operator-error.ts";
import type { CopiedFile } from "./base-backup.ts";
import { type Place, preparePlace } from "./place.ts";
import { type PostgresServer, startPostgres } from "./server.ts";
import {
  type Lsn,
  lsnText,
  type Piece,
  type Reach,
  reachOf,
  SEGMENT_BYTES,
  segmentAt,
  segmentName,
  startOf,
} from "./wal.ts";
import { listPieces, readSegment } from "./wal-archive.ts";

export type RecoverOptions = {
  /** A new folder, which becomes one of `startPostgres`. */
  readonly folder: string;
  /** The copy of the server's files. */
  readonly tar: string;
  readonly files: readonly CopiedFile[];
  /** What the copy needs of the log to be whole. */
  readonly first: Lsn;
  readonly last: Lsn;
  /** The folder with the lines of the archive, and the line of this copy. */
  readonly archive: { readonly folder: string; readonly line: string };
  /** Up to this time, and not to the end of the archive. */
  readonly until?: Date | undefined;
  /** False for a trial: its files need not be on disk. */
  readonly durable: boolean;
  /** So much stays free beside a fifth more than the copy takes: for a trial beside a database that runs. */
  readonly spareBytes?: number | undefined;
  /** Told before the server recovers that the archive has a gap; may throw. */
  readonly onGap?: (gap: Gap) => void;
  readonly say: (what: string) => void;
};

/** What a restore does not give back although later parts are there. */
export type Gap = {
  /** The first part of the log that is damaged or missing. */
  readonly at: string;
  /** When the last part before it was written; undefined: there is none. */
  readonly from: Date | undefined;
  /** When the newest part was. */
  readonly until: Date | undefined;
};

export type Recovered = {
  readonly server: PostgresServer;
  /** The first part of the log that is damaged or missing although later parts are there; undefined: none is. */
  readonly gapAt: string | undefined;
};

/** A recovery reads some 50 MB of log a second; a day under full load is 50 GB. */
const RECOVERY_MS = 3 * 3_600_000;

/**
 * Makes a server of a copy: unpacks it, puts the log beside it and lets PostgreSQL recover, to the end of the archive
 * or to a time. The server runs when this resolves, on this machine alone.
 *
 * @throws {OperatorError} when the copy is damaged, the log does not reach its end, or there is no room.
 */
export async function recover(options: RecoverOptions): Promise<Recovered> {
  const { folder, files, until, durable, spareBytes, say } = options;
  const reach = reachOf(await listPieces(options.archive.folder, options.archive.line), segmentAt(options.first));
  const place = preparePlace(folder);
  requireRoom(place, roomNeeded(files, reach, spareBytes));
  await unpack(place, options);
  const { gapAt, end } = await layOutLog(place, options, reach);
  if (end < options.last) throw tooShort(options, gapAt);
  if (gapAt !== undefined) options.onGap?.(await gapOf(options, gapAt, end));
  say("recovering");
  writeOwned(place, join(place.data, "recovery.signal"), Buffer.alloc(0));
  const server = await startPostgres({
    folder,
    durable,
    readyMs: RECOVERY_MS,
    settings: [
      "restore_command=exit 1", // all that there is of the log lies in pg_wal already
      "recovery_target_action=promote",
      "hot_standby=off", // otherwise it calls itself ready before it is through
      ...(until === undefined
        ? []
        : [`recovery_target_time=${until.toISOString().replace("T", " ").replace("Z", "+00")}`]),
    ],
  });
  return { server, gapAt };
}

function tooShort({ first, last, archive }: RecoverOptions, gapAt: string | undefined): OperatorError {
  return new OperatorError(
    `the copy cannot be used: it needs the log from ${lsnText(first)} to ${lsnText(last)}, and ${
      gapAt === undefined ? "the archive ends before" : `${gapAt} of the archive ${archive.line} is missing or damaged`
    }`,
    "Take an older backup: `npm run leyden -- backup list` shows them.",
  );
}

async function gapOf({ archive: { folder, line } }: RecoverOptions, at: string, end: Lsn): Promise<Gap> {
  const pieces = await listPieces(folder, line);
  const newest = (some: readonly Piece[]) => {
    const times = some.flatMap(
      ({ name }) => statSync(join(folder, line, name), { throwIfNoEntry: false })?.mtimeMs ?? [],
    );
    return times.length === 0 ? undefined : new Date(Math.max(...times));
  };
  const isBefore = ({ segment, to }: Piece) => startOf(segment) + BigInt(to) <= end;
  return { at, from: newest(pieces.filter(isBefore)), until: newest(pieces) };
}

/** Bytes on the disk that a restore takes. A trial wants a fifth more, and leaves `spareBytes` free. */
export function roomNeeded(
  files: readonly Pick<CopiedFile, "bytes">[],
  { segments }: Pick<Reach, "segments">,
  spareBytes: number | undefined,
): number {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, 0) + segments.length * SEGMENT_BYTES;
  return spareBytes === undefined ? needed : Math.ceil(needed * 1.2) + spareBytes;
}

/** Bytes that an ordinary user may still write beside `path`. */
export function freeBytes(path: string): number {
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize;
}

function requireRoom({ home }: Place, needed: number): void {
  const free = freeBytes(home);
  if (free < needed)
    throw new OperatorError(
      `there is no room in ${home}: ${megabytes(needed)} must be free for the copy and its log, and ${megabytes(free)} are`,
      "Make room on that disk, and run this again.",
    );
}

export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
}

/** Unpacks the copy and compares each file with its sum. @throws {OperatorError} when one is missing or another. */
async function unpack(place: Place, { tar, files, say }: RecoverOptions): Promise<void> {
  const left = new Map(files.map((file) => [file.name, file]));
  const all = files.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  let current: { readonly name: string; readonly file: FileHandle; readonly sum: Hash } | undefined;
  const reader = {
    async begin({ kind, name }: { kind: "folder" | "file"; name: string }) {
      const path = join(place.home, name);
      if (kind === "folder") {
        mkdirSync(path, { mode: 0o700 });
        own(place, path);
      } else current = { name, file: await open(path, "wx", 0o600), sum: createHash("sha256") };
    },
    async content(part: Buffer) {
      current?.sum.update(part);
      await current?.file.writeFile(part);
      done += part.length;
    },
    async end() {
      if (current === undefined) return;
      const { name, file, sum } = current;
      await file.close();
      own(place, join(place.home, name));
      if (left.get(name)?.sha256 !== sum.digest("hex")) throw new Error(`${name} is not what was copied`);
      left.delete(name);
      say(`unpacking ${megabytes(done)} of ${megabytes(all)}`);
    },
  };
  try {
    await pipeline(createReadStream(tar), createGunzip(), (stream) => readTar(stream, reader));
    if (left.size > 0) throw new Error(`${left.size} files are missing in it`);
  } catch (error) {
    await current?.file.close().catch(() => undefined);
    if (isOfSystem(error)) throw error;
    throw new OperatorError(
      `the copy ${tar} is damaged: ${(error as Error).message}`,
      "Take an older backup: `npm run leyden -- backup list` shows them.",
      { cause: error },
    );
  }
}

/** A disk that is full or cannot be read says nothing about the copy. */
function isOfSystem(error: unknown): boolean {
  return ["ENOSPC", "EDQUOT", "EIO", "EACCES", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "");
}

/** Writes the log as far as it is whole into the new server's folder. */
async function layOutLog(
  place: Place,
  { archive, say }: RecoverOptions,
  { segments, end, beyond }: Reach,
): Promise<{ gapAt: string | undefined; end: Lsn }> {
  const timeline = segments[0]?.pieces[0]?.timeline ?? "";
  for (const [i, part] of segments.entries()) {
    const { segment } = part;
    say(`log ${i + 1} of ${segments.length}`);
    const whole = Buffer.alloc(SEGMENT_BYTES);
    const damaged = await readSegment(archive, part, whole);
    if (damaged === undefined || damaged.from > 0) writeSegment(place, timeline, segment, whole);
    if (damaged !== undefined) return { gapAt: damaged.name, end: startOf(segment) + BigInt(damaged.from) };
  }
  return { gapAt: beyond.length === 0 ? undefined : segmentName(timeline, segmentAt(end)), end };
}

function writeSegment(place: Place, timeline: string, segment: bigint, content: Buffer): void {
  writeOwned(place, join(place.data, "pg_wal", segmentName(timeline, segment)), content);
}

function writeOwned(place: Place, path: string, content: Buffer): void {
  writeFileSync(path, content, { mode: 0o600, flag: "wx" });
  own(place, path);
}

function own({ user }: Place, path: string): void {
  if (user !== undefined) chownSync(path, user.uid, user.gid);
}

/** Removes a folder of a server; where it is our link to a place that PostgreSQL's user can reach, that place too. */
export function removeServer(folder: string): void {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  if (found?.isSymbolicLink() === true) rmSync(readlinkSync(folder), { recursive: true, force: true, maxRetries: 5 });
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}
