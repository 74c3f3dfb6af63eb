import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { FILE_REMEMBERED_MS } from "./model/begun-file.ts";
import { deleteOldFiles } from "./store.ts";

/** In one statement: it must not hold locks for long. */
const FILES_PER_STEP_MAX = 500;

/** Deletes files that nobody has to remember. Returns how many; call it until there are none. */
export async function forgetFiles({
  db,
  clock,
}: {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
}): Promise<number> {
  return await deleteOldFiles(db, new Date(clock.now().getTime() - FILE_REMEMBERED_MS), FILES_PER_STEP_MAX);
}
