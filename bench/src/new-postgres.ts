import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../../packages/server/src/platform/postgres/server.ts";

/** A PostgreSQL on an empty folder. `remove` ends it and removes its files. One that does not start leaves none. */
export async function newPostgres() {
  const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
  const home = join(folder, "postgres");
  const removeFiles = async () => {
    // As root the server's folder may be a link to one that its user can reach; there is none when the start failed.
    const real = await realpath(home).catch(() => home);
    for (const path of [real, folder]) await rm(path, { recursive: true, force: true });
  };
  try {
    const server = await startPostgres({ folder: home });
    const remove = async () => {
      await server.stop();
      await removeFiles();
    };
    return { server, remove };
  } catch (error) {
    await removeFiles();
    throw error;
  }
}
