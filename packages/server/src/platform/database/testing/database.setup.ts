import { createHash, randomBytes } from "node:crypto";
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { CHART } from "#slices/ledger/model/chart.ts";
import { withCauses } from "#slices/ledger/testing/causes.harness.ts";
import { lockFile } from "../../machine/file-lock.ts";
import { readFileIfAny } from "../../machine/files.ts";
import { isAlive, waitUntil } from "../../machine/process.ts";
import { scratchFolder } from "../../machine/testing/scratch-folder.harness.ts";
import { embeddedPackage, embeddedPackage15 } from "../../postgres/programs.ts";
import { CONNECTIONS, type PostgresServer, quitPostgres, startPostgres } from "../../postgres/server.ts";
import { migrate, OWN_SQL } from "../migrate.ts";

/**
 * Runs once for a test run, beside the workers. They ask it for databases over loopback; a PostgreSQL starts when the
 * first database of its version is asked for, so runs without database tests start none. At the end, also after a
 * failure, the servers stop and their folder goes.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = scratchFolder();
  await sweep(parent);
  const folder = mkdtempSync(join(parent, `${PREFIX}${process.pid}-`));
  chmodSync(folder, 0o711); // as root the server runs as somebody else
  const workers = project.vitest.config.maxWorkers;
  const engines = new Map<string, Promise<Engine>>();
  const engineOf = (version: string) =>
    engines.get(version) ?? engines.set(version, startEngine(version, folder, workers)).get(version);

  const http = createServer(async (request, response) => {
    try {
      const [, version = "", action = "", name = ""] = (request.url ?? "").split("/");
      const engine = await engineOf(version);
      response.end(JSON.stringify(action === "create" ? await engine?.create() : await engine?.drop(name)));
    } catch (error) {
      response.writeHead(500).end(String((error as Error).stack));
    }
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  project.provide("databases", {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    workers,
  });

  return async () => {
    http.close();
    http.closeAllConnections();
    for (const engine of await Promise.allSettled(engines.values()))
      if (engine.status === "fulfilled") await engine.value.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

declare module "vitest" {
  interface ProvidedContext {
    databases: { readonly url: string; readonly workers: number };
  }
}

/** One database of a test file: `url` as its owner, `role` for `connect`. */
export type TestDatabase = { readonly name: string; readonly url: string; readonly role: string | undefined };

type Engine = { create(): Promise<TestDatabase>; drop(name: string): Promise<true>; stop(): Promise<void> };

const PREFIX = "leyden-test-";

const programsOf = (version: string) => (version === "15" ? embeddedPackage15() : embeddedPackage());

/** Files that run at the same moment have as many connections as an installation each: races open 20 of a pool. */
async function startEngine(version: string, parent: string, workers: number): Promise<Engine> {
  const server: PostgresServer = await startPostgres({
    folder: join(parent, version),
    programs: programsOf(version),
    durable: false,
    connections: CONNECTIONS * workers,
  });
  // one: a template may not be in use while it is copied
  const admin = new pg.Pool({ connectionString: server.url, max: 1 });
  admin.on("error", () => undefined); // the statement that is under way reports it
  const urlOf = (name: string) => server.url.replace(/[^/]*$/, name);
  const templates = new Map<string, string | undefined>();

  /** A migrated database for the SQL files as they are now: they change while vitest watches. */
  const template = async (client: pg.PoolClient) => {
    const name = `template_${textOfSql()}`;
    if (!templates.has(name)) {
      await client.query(`drop database if exists ${name}`);
      await client.query(`create database ${name}`);
      templates.set(name, (await migrate(urlOf(name))).role);
      await allowTestCauses(urlOf(name));
    }
    return { name, role: templates.get(name) };
  };

  return {
    async create() {
      const client = await admin.connect();
      try {
        const { name: from, role } = await template(client);
        const name = `test_${randomBytes(8).toString("hex")}`;
        await client.query(`create database ${name} template ${from} strategy file_copy`);
        return { name, url: urlOf(name), role };
      } finally {
        client.release();
      }
    },
    async drop(name) {
      await admin.query(`drop database ${pg.escapeIdentifier(name)} with (force)`);
      return true;
    },
    async stop() {
      await admin.end();
      await server.stop();
    },
  };
}

/** Of accounts of the system. */
const KINDS = Object.keys(CHART)
  .map((kind) => `'${kind}'`)
  .join(", ");

/** Tests give accounts their money by transfers of the kind `test`, between any accounts. */
async function allowTestCauses(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(
      withCauses(`select 'test', d.kind, c.kind
                    from unnest(array['wallet', ${KINDS}]) as d(kind)
                   cross join unnest(array['wallet', ${KINDS}]) as c(kind)`),
    );
  } finally {
    await client.end();
  }
}

function textOfSql(): string {
  const files = [...globSync(join(OWN_SQL.migrations, "*.sql")), ...globSync(join(OWN_SQL.slices, "**/*.sql"))].sort();
  const hash = createHash("sha256");
  for (const file of files) hash.update(file).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

/**
 * Ends and removes what killed test runs have left in `parent`. One run does it at a time: of two that start together
 * the second leaves it to the first.
 */
export async function sweep(parent: string): Promise<void> {
  const lock = lockFile(join(parent, `leyden-sweep-${process.getuid?.() ?? 0}.lock`));
  if (lock === undefined) return;
  try {
    for (const folder of globSync(join(parent, `${PREFIX}*`))) {
      const owner = Number(basename(folder).slice(PREFIX.length).split("-")[0]);
      if (isAlive(owner)) continue;
      const servers = globSync(join(folder, "*/data/postmaster.pid"));
      const pids = servers.map((file) => Number(readFileIfAny(file)?.split("\n")[0]));
      for (const file of servers) quitPostgres(join(file, "../.."));
      await waitUntil(() => !pids.some(isAlive), ENDING_MS);
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  } finally {
    lock.release();
  }
}

const ENDING_MS = 5_000;
