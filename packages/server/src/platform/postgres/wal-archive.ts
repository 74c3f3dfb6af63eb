import { mkdir, open, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import pg from "pg";
import { syncFolderAsync, undefinedIfAbsent, writeFileDurably } from "../machine/files.ts";
import {
  isWhole,
  type Lsn,
  lsn,
  lsnText,
  offsetIn,
  type Piece,
  pieceName,
  pieceOf,
  piecesToRead,
  type Reach,
  reachOf,
  SEGMENT_BYTES,
  segmentAt,
  segmentName,
  startOf,
} from "./wal.ts";

/**
 * How far the write-ahead log of a server is copied. A line is a copy without a gap, in a folder of its own: what was
 * lost, or a database that went back, begins another one.
 */
export type Archived = {
  readonly line: string;
  readonly end: Lsn;
  /** What stands before the end: a server that crashed writes anew what was no whole record. */
  readonly tail: Buffer;
};

/** A page of the log. */
const TAIL_BYTES = 8_192;

type Begin = Pick<Archived, "line" | "end">;

/** Where the log is copied from, and the folder that has a folder for each line. */
export type ArchivePlace = { readonly url: string; readonly pgWal: string; readonly folder: string };

/**
 * The replication slot that keeps the server from removing what is not copied yet has the name of its line. The server
 * gives it up when that grows too large (`max_slot_wal_keep_size`): a full backup disk must not stop payments.
 */
const SLOT = "leyden_";

/** More pieces of a segment than this become one. */
const PIECES_MAX = 60;

/** Of the log most is repeated or empty; a stronger compression costs four times the processor and saves a tenth. */
const GZIP = { level: 1 } as const;

/** Of our own statements. */
const LIMITS = { connectionTimeoutMillis: 5_000, query_timeout: 60_000 };

const compress = promisify(gzip);
const expand = promisify(gunzip);

/**
 * Copies what the server has written down since `before`, the result of the round before. The first round of a process
 * compares what the archive has with what the server still has.
 */
export async function archiveWal(place: ArchivePlace, before: Archived | undefined): Promise<Archived> {
  const client = new pg.Client({ connectionString: place.url, ...LIMITS });
  client.on("error", () => undefined); // the statement that is under way reports it
  await client.connect();
  try {
    const log = await readLog(client);
    const goesOn = before !== undefined && (await isUnchanged(place, log, before));
    const from = goesOn ? before : ((await takeUp(place, log)) ?? (await beginLine(client, place)));
    const end = await copy(client, place, log, from);
    return { line: from.line, end, tail: await tailBefore(place, log, end) };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Ends the copying: the server keeps nothing for it any more. */
export async function endArchive(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, ...LIMITS });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await dropSlots(client);
  } finally {
    await client.end();
  }
}

/** The pieces that a line has. */
export async function listPieces(folder: string, line: string): Promise<readonly Piece[]> {
  return (await piecesOf(join(folder, line))) ?? [];
}

/** Undefined: there is no such folder. */
async function piecesOf(path: string): Promise<readonly Piece[] | undefined> {
  const names = await readdir(path).catch(undefinedIfAbsent);
  return names?.flatMap((name) => pieceOf(name) ?? []);
}

/** The bytes of a piece; undefined: it is damaged, as one that a broken disk gives back. */
export async function readPiece(folder: string, line: string, piece: Piece): Promise<Buffer | undefined> {
  try {
    const content = await expand(await readFile(join(folder, line, piece.name)));
    return content.length === piece.to - piece.from ? content : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code?.startsWith("Z") === true) return undefined;
    throw error;
  }
}

/** A segment is listed so many times again: a line becomes longer while it is read, and fewer pieces hold more. */
const LISTED_AGAIN_MAX = 10;

/**
 * Reads a segment into `whole` and returns its first piece that is damaged or missing. A piece that has gone since it
 * was listed was replaced by one that holds more.
 */
export async function readSegment(
  { folder, line }: { readonly folder: string; readonly line: string },
  { segment, pieces, bytes }: Reach["segments"][number],
  whole: Buffer,
): Promise<Pick<Piece, "name" | "from"> | undefined> {
  let listed = pieces;
  for (let again = 0; again <= LISTED_AGAIN_MAX; again += 1) {
    try {
      let reached = 0;
      for (const piece of listed) {
        const content = await readPiece(folder, line, piece);
        if (content === undefined) return piece;
        content.copy(whole, piece.from);
        reached = piece.to;
      }
      return reached < bytes ? { name: pieces.at(-1)?.name ?? "", from: reached } : undefined;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
      listed = piecesToRead((await listPieces(folder, line)).filter((piece) => piece.segment === segment));
    }
  }
  throw new Error(`the pieces of segment ${segment} of the archive ${line} are replaced faster than they can be read`);
}

type Log = {
  readonly flushed: Lsn;
  readonly timeline: string;
  /** What is kept for the line; undefined: there is none, or it was given up. */
  readonly slot: { readonly line: string; readonly restart: Lsn } | undefined;
};

async function readLog(client: pg.Client): Promise<Log> {
  const { rows } = await client.query<{ flushed: string; timeline: string }>(`
    select pg_current_wal_flush_lsn()::text as flushed,
           substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline`);
  const { rows: slots } = await client.query<{ name: string; restart: string | null }>(`
    select slot_name as name, restart_lsn::text as restart
      from pg_replication_slots
     where starts_with(slot_name, '${SLOT}')`);
  const [slot, ...others] = slots;
  const isKept = slot !== undefined && others.length === 0 && slot.restart !== null; // null: given up
  return {
    flushed: lsn(rows[0]?.flushed ?? ""),
    timeline: rows[0]?.timeline ?? "",
    slot: isKept ? { line: slot.name.slice(SLOT.length), restart: lsn(slot.restart ?? "") } : undefined,
  };
}

async function isUnchanged(place: ArchivePlace, log: Log, { line, end, tail }: Archived): Promise<boolean> {
  if (log.slot?.line !== line || end > log.flushed) return false;
  try {
    return tail.equals(await tailBefore(place, log, end));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false; // another process has copied on meanwhile
    throw error;
  }
}

/** The end of what is copied, as the server has it now; nothing of a segment before, which may have been removed. */
async function tailBefore({ pgWal }: ArchivePlace, { timeline }: Log, end: Lsn): Promise<Buffer> {
  const to = offsetIn(end);
  return await readLogFile(pgWal, { timeline, segment: segmentAt(end) }, Math.max(0, to - TAIL_BYTES), to);
}

/**
 * Goes on with the line of an earlier process. Undefined when it cannot be gone on with: its folder has gone, or it
 * holds something else than the server has, so that the database went back.
 */
async function takeUp({ folder, pgWal }: ArchivePlace, { slot, flushed, timeline }: Log): Promise<Begin | undefined> {
  const listed = slot && (await piecesOf(join(folder, slot.line)));
  if (slot === undefined || listed === undefined) return undefined;
  const first = segmentAt(slot.restart);
  const sound: Piece[] = [];
  for (const piece of listed.filter(({ segment }) => segment >= first)) {
    const content = await readPiece(folder, slot.line, piece);
    if (content === undefined) await rm(join(folder, slot.line, piece.name));
    else if (startOf(piece.segment) + BigInt(piece.to) > flushed || piece.timeline !== timeline) return undefined;
    else if (!content.equals(await readLogFile(pgWal, piece, piece.from, piece.to))) return undefined;
    else sound.push(piece);
  }
  const { segments } = reachOf(sound.filter(isWhole), first);
  return { line: slot.line, end: startOf(first + BigInt(segments.length)) };
}

/** A new line, whose folder has the time as its name. From here on the server keeps what is not copied. */
async function beginLine(client: pg.Client, { folder }: ArchivePlace): Promise<Begin> {
  await dropSlots(client);
  const { rows: named } = await client.query<{ line: string }>(
    `select to_char(clock_timestamp() at time zone 'utc', 'YYYYMMDD"t"HH24MISSMS"z"') as line`,
  );
  const line = named[0]?.line ?? "";
  await mkdir(join(folder, line), { recursive: true, mode: 0o700 });
  await syncFolderAsync(folder);
  await client.query("select pg_create_physical_replication_slot($1, true)", [SLOT + line]);
  const { slot } = await readLog(client);
  if (slot?.line !== line) throw new Error(`the replication slot ${SLOT + line} was made and is gone`);
  return { line, end: startOf(segmentAt(slot.restart)) };
}

async function dropSlots(client: pg.Client): Promise<void> {
  await client.query(`
    select pg_drop_replication_slot(slot_name)
      from pg_replication_slots
     where starts_with(slot_name, '${SLOT}')`);
}

async function copy(client: pg.Client, place: ArchivePlace, log: Log, from: Begin): Promise<Lsn> {
  const { flushed, timeline } = log;
  const folder = join(place.folder, from.line);
  const write = async (segment: bigint, first: number, to: number) => {
    const piece = { timeline, segment, from: first, to };
    const content = await readLogFile(place.pgWal, piece, first, to);
    await writeFileDurably(join(folder, pieceName(piece)), await compress(content, GZIP));
  };
  let { end } = from;
  for (; segmentAt(end) < segmentAt(flushed); end = startOf(segmentAt(end) + 1n)) {
    const segment = segmentAt(end);
    await write(segment, 0, SEGMENT_BYTES);
    await removePieces(folder, segment, SEGMENT_BYTES);
    await advance(client, from.line, startOf(segment + 1n));
  }
  if (end === flushed) return end;
  const listed = await listPieces(place.folder, from.line);
  const pieces = listed.filter(({ segment }) => segment === segmentAt(flushed));
  const isAnew = offsetIn(end) === 0 || pieces.length >= PIECES_MAX;
  await write(segmentAt(flushed), isAnew ? 0 : offsetIn(end), offsetIn(flushed));
  if (isAnew) await removePieces(folder, segmentAt(flushed), offsetIn(flushed));
  return flushed;
}

/** Removes the pieces of a segment that one from its beginning to `to` has made needless. */
async function removePieces(folder: string, segment: bigint, to: number): Promise<void> {
  for (const piece of (await piecesOf(folder)) ?? [])
    if (piece.segment === segment && !(piece.from === 0 && piece.to === to)) await rm(join(folder, piece.name));
}

async function advance(client: pg.Client, line: string, to: Lsn): Promise<void> {
  await client.query(
    `select pg_replication_slot_advance(slot_name, $2::pg_lsn)
       from pg_replication_slots
      where slot_name = $1
        and restart_lsn < $2::pg_lsn`,
    [SLOT + line, lsnText(to)],
  );
}

async function readLogFile(
  pgWal: string,
  { timeline, segment }: Pick<Piece, "timeline" | "segment">,
  from: number,
  to: number,
): Promise<Buffer> {
  if (from === to) return Buffer.alloc(0);
  const name = segmentName(timeline, segment);
  const file = await open(join(pgWal, name), "r");
  try {
    const content = Buffer.alloc(to - from);
    const { bytesRead } = await file.read(content, 0, content.length, from);
    if (bytesRead !== content.length) throw new Error(`${name} of the write-ahead log is shorter than it must be`);
    return content;
  } finally {
    await file.close();
  }
}
