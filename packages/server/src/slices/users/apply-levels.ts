import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { applyLevelsTo, listDueLimits, listLevelChanges, saveApplied } from "./store.ts";

/** Users of one step. A step that changes 50 accounts locks the ledger for 5 ms. */
const USERS_PER_STEP_MAX = 50;

/**
 * Brings the accounts of all users to the limits of their levels, where those have changed. Several processes may do
 * so; a process that stops leaves the rest to the next run. Limits that were set by hand stay. Returns how many
 * accounts it has changed.
 */
export async function applyLevels(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  signal?: AbortSignal,
): Promise<number> {
  const changes = await listLevelChanges(db);
  if (changes.length === 0) return 0;
  let changed = 0;
  for (let after: UserId | undefined; ; ) {
    if (signal?.aborted) return changed;
    const users = await listDueLimits(db, { after, limit: USERS_PER_STEP_MAX });
    const due = users.filter(({ isDue }) => isDue).map(({ id }) => id);
    if (due.length > 0) changed += await applyLevelsTo(db, due, clock.now());
    after = users.at(-1)?.id;
    if (after === undefined) break;
  }
  await saveApplied(db, changes);
  return changed;
}
