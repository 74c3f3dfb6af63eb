import type { Config } from "#config.ts";
import type { UserId } from "#kernel/ids.ts";
import { listMemberships } from "#members";
import type { Db } from "#platform/database/db.ts";

/** Whether the dashboard is for a user: a member of a project, or who may make one. */
export async function usesDashboard(db: Db, { projects }: Pick<Config, "projects">, user: UserId): Promise<boolean> {
  return projects === "open" || (await listMemberships(db, user)).length > 0;
}
