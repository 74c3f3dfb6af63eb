import { migrate } from "../../packages/server/src/platform/database/migrate.ts";
import { connect, type Database } from "../../packages/server/src/platform/database/pool.ts";
import { newPostgres } from "./new-postgres.ts";
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
  const { server, remove } = await newPostgres();
  const { role } = await migrate(server.url);
  const admin = connect({ url: server.url, max: 2, name: "bench" });
  return {
    url: server.url,
    role,
    admin,
    scale,
    async close() {
      await admin.close();
      await remove();
    },
  };
}
