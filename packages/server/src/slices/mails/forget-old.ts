import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { deleteOld, deleteUnknownRecipients } from "./store.ts";

const DAY_MS = 86_400_000;
/** What is left of a mail after its end; for so long its link unsubscribes. */
const REMEMBERED_MS = 90 * DAY_MS;
/** In the mailbox of developers. */
const KEPT_MS = 7 * DAY_MS;
/** In one statement: it must not hold locks for long. */
const MAILS_PER_STEP_MAX = 500;

/** Deletes what is left of mails whose time has come. Returns how many; call it until there are none. */
export async function forgetOld({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<number> {
  const now = clock.now().getTime();
  const forgotten = await deleteOld(db, {
    before: new Date(now - REMEMBERED_MS),
    keptBefore: new Date(now - KEPT_MS),
    limit: MAILS_PER_STEP_MAX,
  });
  if (forgotten === 0) await deleteUnknownRecipients(db);
  return forgotten;
}
