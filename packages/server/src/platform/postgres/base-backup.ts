import { createHash } from "node:crypto";
import { type Dirent, existsSync, readdirSync } from "node:fs";
import { open, stat } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import pg from "pg";
import { TAR_END, type TarEntry, tarHeader, tarPadding } from "../machine/tar.ts";
import { type Lsn, lsn } from "./wal.ts";

/** One file of a copy: its name in it, its size and its SHA-256 in hexadecimal. */
export type CopiedFile = { readonly name: string; readonly bytes: number; readonly sha256: string };

/** What a copy of the server's files needs of the write-ahead log to be whole: from the first to the last place. */
export type BaseBackup = {
  readonly first: Lsn;
  readonly last: Lsn;
  readonly files: readonly CopiedFile[];
  /** Of the server's major version. */
  readonly postgres: string;
};

export type BaseBackupOptions = {
  readonly url: string;
  /** The server's folder, with `data` and `password`. */
  readonly home: string;
  /** The compressed tar file to write. */
  readonly target: string;
  /** Told how many bytes were read, of how many about. */
  readonly say?: (done: number, of: number) => void;
};

/**
 * Files that a copy must not have or need not have, and folders of which only the folder itself is taken (PostgreSQL
 * 18 manual, "Making a Base Backup Using the Low Level API", "Backing Up the Data Directory").
 */
const LEFT_OUT = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*)$/;
const EMPTIED = new Set(
  ["pg_wal", "pg_replslot", "pg_dynshmem", "pg_notify", "pg_serial", "pg_snapshots", "pg_stat_tmp", "pg_subtrans"].map(
    (name) => `data/${name}`,
  ),
);
/** Taken last, as pg_basebackup does: it says from which checkpoint on the files are. */
const CONTROL = "data/global/pg_control";

const READ_BYTES = 1024 * 1024;

/**
 * Copies the files of a running server into one compressed tar file. The copy can be used together with the log from
 * its first to its last place. The connection stays open meanwhile; when it breaks, there is no copy.
 */
export async function copyServer({ url, home, target, say }: BaseBackupOptions): Promise<BaseBackup> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined); // the statement that ends the copy reports it
  await client.connect();
  try {
    const { rows } = await client.query<{ version: string; tablespaces: number }>(`
      select split_part(current_setting('server_version'), '.', 1) as version,
             (select count(*)::int from pg_tablespace where pg_tablespace_location(oid) <> '') as tablespaces`);
    const [server] = rows;
    if (server?.tablespaces !== 0) throw new Error("the database has tablespaces, which this copy does not take");
    await client.query("select pg_backup_start('leyden', true)");
    const files: CopiedFile[] = [];
    let last = "";
    let label = "";
    await writeTar(target, files, async function* (add) {
      yield* copyFolder(home, add, say);
      const stopped = await client.query<{ last: string; label: string }>(
        "select lsn::text as last, labelfile as label from pg_backup_stop(false)",
      );
      ({ last = "", label = "" } = stopped.rows[0] ?? {});
      yield* add("data/backup_label", Buffer.from(label));
    });
    const [, first = ""] = /^START WAL LOCATION: (\S+) /m.exec(label) ?? [];
    return { first: lsn(first), last: lsn(last), files, postgres: server.version };
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Copies the wanted files of a folder, and none of the folders below it, into one compressed tar file. */
export async function copyFiles(
  folder: string,
  target: string,
  isWanted: (name: string) => boolean,
): Promise<readonly CopiedFile[]> {
  const files: CopiedFile[] = [];
  await writeTar(target, files, async function* (add) {
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isFile() && isWanted(entry.name)) yield* add(entry.name, { path: join(folder, entry.name) });
  });
  return files;
}

type Add = (name: string, content: Buffer | { readonly path: string }) => AsyncGenerator<Buffer>;

/** Writes what `entries` yields, and collects the sums of its files. It is on disk when this resolves. */
async function writeTar(
  target: string,
  files: CopiedFile[],
  entries: (add: Add) => AsyncGenerator<Buffer>,
): Promise<void> {
  const add: Add = async function* (name, content) {
    const sum = createHash("sha256");
    let bytes = 0;
    let isThere = false;
    for await (const part of Buffer.isBuffer(content) ? bufferEntry(name, content) : fileEntry(name, content.path)) {
      isThere = true;
      if (part.isContent) {
        sum.update(part.bytes);
        bytes += part.bytes.length;
      }
      yield part.bytes;
    }
    if (isThere) files.push({ name, bytes, sha256: sum.digest("hex") });
  };
  const whole = async function* () {
    yield* entries(add);
    yield TAR_END;
  };
  const file = await open(target, "wx", 0o600);
  try {
    await pipeline(Readable.from(whole()), createGzip({ level: 1 }), async (compressed) => {
      for await (const part of compressed) await file.writeFile(part);
    });
    await file.sync();
  } finally {
    await file.close();
  }
}

type Part = { readonly bytes: Buffer; readonly isContent: boolean };

function* bufferEntry(name: string, content: Buffer): Generator<Part> {
  yield { bytes: tarHeader({ kind: "file", name, bytes: content.length }), isContent: false };
  yield { bytes: content, isContent: true };
  yield { bytes: tarPadding(content.length), isContent: false };
}

/**
 * The server writes meanwhile: the size is the one at the beginning, what a file grows by is in the log, and what it
 * has shrunk by are zeros, which the log makes good too. A file that has gone is left out.
 */
async function* fileEntry(name: string, path: string): AsyncGenerator<Part> {
  const file = await open(path, "r").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  if (file === undefined) return;
  try {
    const { size } = await file.stat();
    yield { bytes: tarHeader({ kind: "file", name, bytes: size }), isContent: false };
    for (let at = 0; at < size; ) {
      const bytes = Buffer.alloc(Math.min(READ_BYTES, size - at));
      await file.read(bytes, 0, bytes.length, at);
      at += bytes.length;
      yield { bytes, isContent: true };
    }
    yield { bytes: tarPadding(size), isContent: false };
  } finally {
    await file.close();
  }
}

async function* copyFolder(home: string, add: Add, say: BaseBackupOptions["say"]): AsyncGenerator<Buffer> {
  const entries = listEntries(home, "data");
  const sizes = await Promise.all(entries.map(async ({ name }) => (await sizeOf(join(home, name))) ?? 0));
  const of = sizes.reduce((sum, size) => sum + size, 0);
  let done = 0;
  yield* add("password", { path: join(home, "password") });
  for (const [i, { name, kind }] of entries.entries()) {
    if (kind === "folder") yield tarHeader({ kind, name });
    else if (name !== CONTROL) yield* add(name, { path: join(home, name) });
    done += sizes[i] ?? 0;
    say?.(done, of);
  }
  yield* add(CONTROL, { path: join(home, CONTROL) });
}

async function sizeOf(path: string): Promise<number | undefined> {
  return await stat(path).then(
    (found) => (found.isFile() ? found.size : 0),
    () => undefined,
  );
}

/** All that a copy takes of a folder, each folder before what is in it. */
function listEntries(home: string, folder: string): readonly Pick<TarEntry, "kind" | "name">[] {
  const found: Pick<TarEntry, "kind" | "name">[] = [{ kind: "folder", name: folder }];
  const path = join(home, folder);
  const inside: Dirent[] = EMPTIED.has(folder) || !existsSync(path) ? [] : readdirSync(path, { withFileTypes: true });
  for (const entry of inside) {
    if (LEFT_OUT.test(entry.name)) continue;
    const name = `${folder}/${entry.name}`;
    if (entry.isDirectory()) found.push(...listEntries(home, name));
    else if (entry.isFile()) found.push({ kind: "file", name });
  }
  return found;
}
