import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { saveFullAudit, takeFullAudit } from "./store.ts";

const DAY_MS = 86_400_000;
/** Longer than it takes over the largest ledger: a process that has not ended it by then has died. */
const LOST_MS = 6 * 3_600_000;

/**
 * Runs the full audit when a day has passed since the newest one was begun, in one of the processes, and writes down
 * which invariants it found broken. False: it was not due.
 */
export async function auditOnceADay(
  { db, clock }: { readonly db: Db; readonly clock: Clock },
  audit: () => Promise<readonly string[]>,
): Promise<boolean> {
  const now = clock.now();
  const ago = (ms: number) => new Date(now.getTime() - ms);
  if (!(await takeFullAudit(db, { now, before: ago(DAY_MS), lostBefore: ago(LOST_MS) }))) return false;
  const broken = await audit();
  await saveFullAudit(db, { now: clock.now(), broken });
  return true;
}
