import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { countForReader } from "./count-new.ts";
import { findHappened } from "./store.ts";

/** Whether a project has paid, and how often something came in. */
export type Happened = { readonly paid: boolean; readonly received: "never" | "once" | "more" };

export async function readHappened(deps: { readonly db: Db }, project: ProjectId): Promise<Happened> {
  await countForReader(deps);
  const { paid, received } = await findHappened(deps.db, project);
  return { paid, received: received === 0n ? "never" : received === 1n ? "once" : "more" };
}
