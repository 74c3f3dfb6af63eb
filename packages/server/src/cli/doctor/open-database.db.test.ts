import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { sql } from "#platform/database/db.ts";
import { machineRandom } from "#platform/machine/random.ts";
import { startPostgres } from "#platform/postgres/server.ts";
import { takeDataFolder } from "#supervisor/data-folder.ts";
import { type OpenedDatabase, openDatabaseToRead } from "./open-database.ts";

const random = machineRandom();
let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "leyden-open-"));
  chmodSync(dataDir, 0o700);
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const open = (running?: Parameters<typeof openDatabaseToRead>[1]["running"]) =>
  openDatabaseToRead({ dataDir, databaseUrl: undefined, trustedFolders: [] }, { running, random });

async function requireOpen(opened: OpenedDatabase): Promise<Extract<OpenedDatabase, { kind: "open" }>> {
  if (opened.kind === "closed") throw new Error(opened.why);
  return opened;
}

it("makes no installation where there is none", async () => {
  expect(await open()).toEqual({
    kind: "closed",
    why: `there is no installation in ${dataDir} yet`,
    todo: expect.stringContaining("npm start"),
    isExpected: true,
  });
  expect(readdirSync(dataDir)).toEqual([]);
});

it("says that the service is starting or stopping", async () => {
  const starting = {
    pid: 1,
    startMark: undefined,
    version: "0.1.0",
    baseUrl: "",
    instanceId: "x",
    children: undefined,
  };
  expect(await open(starting)).toMatchObject({
    kind: "closed",
    why: "the service is starting or stopping",
    isExpected: true,
  });
});

it("says that a restore was interrupted", async () => {
  mkdirSync(join(dataDir, "postgres.before-restore-2026-01-01T00-00-00Z"));
  expect(await open()).toMatchObject({
    kind: "closed",
    why: expect.stringContaining("a restore was interrupted"),
    todo: expect.stringContaining("restore --from"),
    isExpected: false,
  });
});

it("starts the embedded one without a migration, and stops it again", async () => {
  const folder = join(dataDir, "postgres");
  const server = await startPostgres({ folder, durable: false });
  await server.stop();
  writeFileSync(join(dataDir, "instance"), `${random.uuid()}\n`);

  const { db, worksAsApp, close } = await requireOpen(await open());
  try {
    expect(worksAsApp).toBeUndefined();
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
    expect(await db.query(sql`select nspname from pg_namespace where nspname = 'ledger'`)).toEqual([]);
    await expect(db.query(sql`create schema x`)).rejects.toThrow(/read-only/);
    // a start would have to wait
    expect(() => takeDataFolder({ dataDir, trustedFolders: [] }, random)).toThrow(
      "another process uses the data folder",
    );
  } finally {
    await close();
  }
  expect(existsSync(join(folder, "data", "postmaster.pid"))).toBe(false);
  takeDataFolder({ dataDir, trustedFolders: [] }, random).release();
});

it("says that another process has the data folder, and leaves its database alone", async () => {
  const server = await startPostgres({ folder: join(dataDir, "postgres"), durable: false });
  const taken = takeDataFolder({ dataDir, trustedFolders: [] }, random);
  try {
    expect(await open()).toMatchObject({
      kind: "closed",
      why: expect.stringContaining("another process"),
      isExpected: false,
    });
    expect(server.alive()).toBe(true);
  } finally {
    taken.release();
    await server.stop();
  }
});
