import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { signal, waitUntil } from "../machine/process.ts";
import { scratchFolder } from "../machine/testing/scratch-folder.harness.ts";
import { type BaseBackup, copyServer } from "./base-backup.ts";
import { recover } from "./recover.ts";
import { type PostgresServer, startPostgres } from "./server.ts";
import { isWhole } from "./wal.ts";
import { type Archived, archiveWal, listPieces } from "./wal-archive.ts";

let parent: string;
let folder: string;
let server: PostgresServer;
let others: PostgresServer[];
let archived: Archived | undefined;

beforeEach(async () => {
  parent = mkdtempSync(join(scratchFolder(), "leyden-backup-"));
  chmodSync(parent, 0o711); // as root the server runs as somebody else
  folder = join(parent, "postgres");
  mkdirSync(join(parent, "wal"));
  others = [];
  archived = undefined;
  server = await startPostgres({ folder, durable: false });
  await ask("create table written (n int primary key)");
});

afterEach(async () => {
  for (const one of [server, ...others]) await one.stop();
  rmSync(parent, { recursive: true, force: true });
});

async function ask<Row extends pg.QueryResultRow>(text: string, at = server): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString: at.url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

const write = (from: number, to: number) => ask(`insert into written select generate_series(${from}, ${to})`);
const written = async (at: PostgresServer) =>
  (await ask<{ n: number }>("select n from written order by n", at)).map(({ n }) => n);
const upTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

const place = () => ({ url: server.url, pgWal: join(folder, "data/pg_wal"), folder: join(parent, "wal") });
async function round(): Promise<Archived> {
  archived = await archiveWal(place(), archived);
  return archived;
}
const pieces = () => listPieces(join(parent, "wal"), archived?.line ?? "");
const pathOf = (name: string) => join(parent, "wal", archived?.line ?? "", name);

/** A copy of the server's files, and the line that goes with it. */
async function copy(): Promise<BaseBackup & { readonly line: string }> {
  const { line } = await round();
  const base = await copyServer({ url: server.url, home: folder, target: join(parent, "base.tar.gz") });
  await round();
  return { ...base, line };
}

async function restore(base: Awaited<ReturnType<typeof copy>>, until?: Date) {
  const target = join(parent, `restored-${others.length}`);
  const archive = { folder: join(parent, "wal"), line: base.line };
  const tar = join(parent, "base.tar.gz");
  const found = await recover({ ...base, folder: target, tar, archive, until, durable: false, say: () => undefined });
  others.push(found.server);
  return found;
}

describe("a copy and the log since", () => {
  it("give back all that was committed until the last round, over many segments", async () => {
    await write(1, 10);
    const base = await copy();
    for (let n = 11; n <= 50; n += 10) {
      await write(n, n + 9);
      await ask("select pg_switch_wal()");
      await round();
    }
    await write(51, 60); // after the last round: lost with the disk
    const { server: restored, gapAt } = await restore(base);
    expect(gapAt).toBeUndefined();
    expect(await written(restored)).toEqual(upTo(50));
  });

  it("are not called ready before all of the log is in", async () => {
    const base = await copy();
    await write(1, 600_000);
    await round();
    const { server: restored } = await restore(base);
    const [found] = await ask<{ count: number; isRecovering: boolean }>(
      'select count(*)::int as count, pg_is_in_recovery() as "isRecovering" from written',
      restored,
    );
    expect(found).toEqual({ count: 600_000, isRecovering: false });
  });

  it("give back the database as it was at a time", async () => {
    const base = await copy();
    await write(1, 10);
    const [now] = await ask<{ at: Date }>("select clock_timestamp() as at");
    await ask("select pg_sleep(0.1)");
    await write(11, 20);
    await round();
    expect(await written((await restore(base, new Date((now?.at.getTime() ?? 0) + 50))).server)).toEqual(upTo(10));
    const later = restore(base, new Date("2100-01-01T00:00:00Z"));
    await expect(later).rejects.toThrow("recovery ended before configured recovery target was reached");
  });

  it("give back what a transaction had not committed as not done, also when files change while they are copied", async () => {
    const client = new pg.Client({ connectionString: server.url });
    await client.connect();
    await client.query("begin");
    await client.query("insert into written select generate_series(1, 100000)");
    const copied = copy();
    await client.query("insert into written select generate_series(100001, 200000)");
    const base = await copied;
    await client.query("rollback");
    await client.end();
    expect(await written((await restore(base)).server)).toEqual([]);
  });

  it("are refused when a file of the copy is not what was copied, or missing", async () => {
    const base = await copy();
    const [first, ...rest] = base.files;
    if (first === undefined) throw new Error("no files");
    const damaged = { ...base, files: [{ ...first, sha256: "00" }, ...rest] };
    await expect(restore(damaged)).rejects.toThrow(`${first.name} is not what was copied`);
    rmSync(join(parent, "restored-0"), { recursive: true });
    const tar = join(parent, "base.tar.gz");
    writeFileSync(tar, readFileSync(tar).subarray(0, statSync(tar).size / 2));
    await expect(restore(base)).rejects.toThrow("is damaged");
  });
});

describe("an archive with a gap", () => {
  it("gives back what is before a missing segment, and names it", async () => {
    const base = await copy();
    for (let n = 1; n <= 30; n += 10) {
      await write(n, n + 9);
      await ask("select pg_switch_wal()");
    }
    await round();
    const missing =
      (await pieces())
        .filter(isWhole)
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
        .at(-1)?.name ?? "";
    rmSync(pathOf(missing));
    await write(31, 40);
    await round();
    const { server: restored, gapAt } = await restore(base);
    expect(await written(restored)).toEqual(upTo(20));
    expect(`${gapAt}.gz`).toBe(missing);
  });

  it("gives back what is before a damaged piece, and names it", async () => {
    const base = await copy();
    await write(1, 10);
    await round();
    await write(11, 20);
    await round();
    const newest = (await pieces()).toSorted((a, b) => b.from - a.from)[0]?.name ?? "";
    writeFileSync(pathOf(newest), readFileSync(pathOf(newest)).subarray(0, -9));
    const { server: restored, gapAt } = await restore(base);
    expect(await written(restored)).toEqual(upTo(10));
    expect(gapAt).toBe(newest);
  });

  it("is no archive for a copy whose end it does not reach", async () => {
    const base = await copy();
    for (const { name } of await pieces()) rmSync(pathOf(name));
    await expect(restore(base)).rejects.toThrow("the copy cannot be used");
  });
});

describe("a round", () => {
  it("writes only what is new, and nothing when nothing is", async () => {
    await round();
    const before = new Set((await pieces()).map(({ name }) => name));
    await write(1, 1);
    await round();
    const added = (await pieces()).filter(({ name }) => !before.has(name));
    expect(added).toHaveLength(1);
    expect(statSync(pathOf(added[0]?.name ?? "")).size).toBeLessThan(20_000);
    await round();
    expect(await pieces()).toHaveLength(before.size + 1);
  });

  it("joins many pieces into one", async () => {
    await round();
    for (let n = 1; n <= 130; n += 1) {
      await write(n, n);
      await round();
    }
    expect((await pieces()).length).toBeLessThan(70);
  });

  it("of another process goes on in the same line, and mends what is damaged there", async () => {
    const { line } = await round();
    await write(1, 10);
    await round();
    const [first] = await pieces();
    writeFileSync(pathOf(first?.name ?? ""), "torn");
    archived = undefined;
    expect((await round()).line).toBe(line);
    const base = await copy();
    expect(await written((await restore(base)).server)).toEqual(upTo(10));
  });

  it("after a crash of the server loses nothing", async () => {
    const base = await copy();
    await write(1, 10);
    await round();
    signal(server.pid, "SIGKILL");
    expect(await waitUntil(() => !server.alive(), 10_000)).toBe(true);
    await server.stop();
    server = await startPostgres({ folder, durable: false });
    await write(11, 20);
    const { line } = await round();
    if (line !== base.line) rmSync(join(parent, "base.tar.gz")); // begun anew, with a new copy
    const after = line === base.line ? base : await copy();
    expect(await written((await restore(after)).server)).toEqual(upTo(20));
  });

  it("begins another line when the server has given up what was not copied", async () => {
    const { line } = await round();
    await ask("select pg_drop_replication_slot(slot_name) from pg_replication_slots");
    expect((await round()).line).not.toBe(line);
    expect(readdirSync(join(parent, "wal"))).toHaveLength(2);
  });

  it("begins another line when so much was not copied that the server gave it up", async () => {
    await server.stop();
    server = await startPostgres({ folder, durable: false, settings: ["max_slot_wal_keep_size=1MB"] });
    const { line } = await round();
    for (let n = 1; n <= 5; n += 1) {
      await write(n, n);
      await ask("select pg_switch_wal()");
    }
    await ask("checkpoint");
    expect(await ask("select wal_status from pg_replication_slots")).toEqual([{ wal_status: "lost" }]);
    await server.stop();
    server = await startPostgres({ folder, durable: false });
    expect((await round()).line).not.toBe(line);
    const base = await copy();
    expect(await written((await restore(base)).server)).toEqual(upTo(5));
  });

  it("begins another line when the database went back, and leaves the one before as it was", async () => {
    await write(1, 10);
    const { line } = await round();
    await server.stop();
    copyAll(join(folder, "data"), join(parent, "snapshot"));
    server = await startPostgres({ folder, durable: false });
    await write(11, 20);
    await round();
    const before = (await pieces()).map(({ name }) => name);
    await server.stop();
    rmSync(join(folder, "data"), { recursive: true });
    copyAll(join(parent, "snapshot"), join(folder, "data"));
    server = await startPostgres({ folder, durable: false });
    await write(100, 500);
    archived = undefined; // another process
    expect((await round()).line).not.toBe(line);
    expect(readdirSync(join(parent, "wal", line)).toSorted()).toEqual(before.toSorted());
  });
});

/** With owners and modes. */
function copyAll(from: string, to: string): void {
  execFileSync("cp", ["-a", from, to]);
}
