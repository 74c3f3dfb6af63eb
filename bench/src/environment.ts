import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { migrate } from "../../packages/server/src/platform/database/migrate.ts";
import { connect, type Database } from "../../packages/server/src/platform/database/pool.ts";
import { startPostgres } from "../../packages/server/src/platform/postgres/server.ts";
import type { Scale } from "./scale.ts";

/** A PostgreSQL of its own, durable as in production, with the service's schema; and how much is measured on it. */
export type Environment = {
  /** Of the superuser. */
  readonly url: string;
  readonly role: string | undefined;
  readonly admin: Database;
  readonly scale: Scale;
  close(): Promise<void>;
};

export async function createEnvironment(scale: Scale): Promise<Environment> {
  const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
  const home = join(folder, "postgres");
  const server = await startPostgres({ folder: home });
  const { role } = await migrate(server.url);
  const admin = connect({ url: server.url, max: 2, name: "bench" });
  return {
    url: server.url,
    role,
    admin,
    scale,
    async close() {
      await admin.close();
      await server.stop();
      // As root the server's folder may be a link to one that its user can reach.
      for (const path of [await realpath(home), folder]) await rm(path, { recursive: true, force: true });
    },
  };
}
