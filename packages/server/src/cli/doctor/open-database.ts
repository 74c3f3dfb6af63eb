import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Config } from "#config.ts";
import type { Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { readOnly } from "#platform/database/describe-server.ts";
import { APP_ROLE, connect } from "#platform/database/pool.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { startPostgres } from "#platform/postgres/server.ts";
import { refuseHalfRestored, serverFolder } from "#supervisor/backup/server-folder.ts";
import { takeDataFolder } from "#supervisor/data-folder.ts";
import type { Running } from "#supervisor/run-file.ts";
import { reasonOf } from "./ask.ts";

/** The database of the installation, for reading. */
export type OpenedDatabase =
  | {
      readonly kind: "open";
      /** None of its statements changes anything. */
      readonly db: Db;
      /** The running service works as the application's role; undefined: none runs. */
      readonly worksAsApp: boolean | undefined;
      close(): Promise<void>;
    }
  /** `isExpected`: nothing is wrong with it. */
  | { readonly kind: "closed"; readonly why: string; readonly todo: string; readonly isExpected: boolean };

/**
 * Opens the database that the service has, or would have, without a migration and without a look at its past: it is
 * left as it is. The embedded one is started where none runs. Whether it answers shows with the first question.
 */
export async function openDatabaseToRead(
  config: Pick<Config, "dataDir" | "databaseUrl" | "trustedFolders">,
  { running, random }: { readonly running: Running | undefined; readonly random: Pick<Random, "uuid"> },
): Promise<OpenedDatabase> {
  if (running !== undefined && running.children === undefined) {
    const todo = "wait until it is ready, and run this again";
    return { kind: "closed", why: "the service is starting or stopping", todo, isExpected: true };
  }
  if (running?.children !== undefined) {
    const { url, role } = running.children.database;
    return opened(url, role === APP_ROLE);
  }
  if (config.databaseUrl !== undefined) return opened(config.databaseUrl, undefined);
  try {
    return await startEmbedded(config, random);
  } catch (error) {
    const todo = error instanceof OperatorError ? error.advice : "see the log in its folder";
    return { kind: "closed", why: reasonOf(error), todo, isExpected: false };
  }
}

function opened(url: string, worksAsApp: boolean | undefined, stop = async () => undefined): OpenedDatabase {
  const db = connect({ url, max: 4, name: "leyden doctor", verify: readOnly });
  const close = async () => {
    await db.close();
    await stop();
  };
  return { kind: "open", db, worksAsApp, close };
}

async function startEmbedded(
  named: Pick<Config, "dataDir" | "trustedFolders">,
  random: Pick<Random, "uuid">,
): Promise<OpenedDatabase> {
  const { dataDir } = named;
  const folder = serverFolder(dataDir);
  refuseHalfRestored(folder);
  if (!existsSync(join(folder, "data"))) {
    const why = `there is no installation in ${dataDir} yet`;
    return { kind: "closed", why, todo: "npm start, or name another folder with LEYDEN_DATA_DIR", isExpected: true };
  }
  const taken = takeDataFolder(named, random);
  try {
    const server = await startPostgres({ folder });
    return opened(server.url, undefined, async () => {
      await server.stop();
      taken.release();
      return undefined;
    });
  } catch (error) {
    taken.release();
    throw error;
  }
}
