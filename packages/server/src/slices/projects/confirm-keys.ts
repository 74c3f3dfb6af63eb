import type { Clock } from "#kernel/clock.ts";
import type { ProjectId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import { KEY_CACHE_MS } from "./authenticate.ts";
import { updateConfirmed } from "./store/keys.ts";

/**
 * Lets keys that came back with a restored database do again what they could: the operator knows that none of them was
 * revoked after the copy was made, or the journal has revoked them again. `project`: undefined for all projects.
 * Returns how many had waited, when it holds in every process.
 */
export async function confirmKeys(
  { db, clock, log }: { readonly db: Db; readonly clock: Clock; readonly log: Log },
  { project }: { readonly project: ProjectId | undefined },
): Promise<number> {
  const confirmed = await updateConfirmed(db, project);
  if (confirmed === 0) return 0;
  log.warn({ project, confirmed }, "key.confirmed");
  await clock.sleep(KEY_CACHE_MS);
  return confirmed;
}
