import { chmodSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterEach, beforeEach } from "vitest";
import { scratchFolder } from "../../machine/testing/scratch-folder.harness.ts";
import { type PostgresServer, startPostgres } from "../server.ts";

/** As short as a server that works needs; an immediate shutdown itself kills after five seconds. */
export const PATIENCE = { smartMs: 1_000, fastMs: 1_000, immediateMs: 10_000 };

type StartOptions = Omit<Parameters<typeof startPostgres>[0], "folder">;

/** Servers of a test, which end with it, all on one folder. A test may name another `folder`. */
export type OwnServers = {
  readonly parent: string;
  folder: string;
  start(options?: StartOptions): Promise<PostgresServer>;
  /** Whether the server says that it takes no new connections. */
  readonly isStopping: () => boolean;
};

/** Prepares each test of a file. */
export function ownServers(): OwnServers {
  let started: PostgresServer[] = [];
  const own = {
    parent: "",
    folder: "",
    async start(options: StartOptions = {}) {
      const server = await startPostgres({ ...options, folder: own.folder });
      started.push(server);
      return server;
    },
    isStopping: () => readFileSync(join(own.folder, "data/postmaster.pid"), "utf8").includes("stopping"),
  };

  beforeEach(() => {
    own.parent = mkdtempSync(join(scratchFolder(), "leyden-postgres-"));
    chmodSync(own.parent, 0o711); // as root the server runs as somebody else
    own.folder = join(own.parent, "postgres");
    started = [];
  });
  afterEach(async () => {
    for (const server of started) await server.stop();
    if (existsSync(own.folder)) rmSync(realpathSync(own.folder), { recursive: true, force: true });
    rmSync(own.parent, { recursive: true, force: true });
  });
  return own;
}

export async function askServer({ url }: Pick<PostgresServer, "url">, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}

/** Opens a connection that stays, and returns the process number of its backend. */
export async function idleBackend({ url }: Pick<PostgresServer, "url">): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined); // its end is the test
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid as number;
}
