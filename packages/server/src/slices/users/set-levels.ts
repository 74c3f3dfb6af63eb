import type { Db } from "#platform/database/db.ts";
import type { LevelLimits } from "./model/level.ts";
import { updateLevels } from "./store.ts";

/** Sets the limits of the levels. New users have them from now on, the others when `applyLevels` has come to them. */
export async function setLevels({ db }: { readonly db: Db }, limits: LevelLimits): Promise<void> {
  await updateLevels(db, limits);
}
