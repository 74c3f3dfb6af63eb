import type { Clock } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { sha256 } from "./model/mail.ts";
import { unsubscribeByToken } from "./store.ts";

type UnsubscribeDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

/**
 * From now on no project sends to the recipient of the mail that has this token; what waits for the address is given up
 * when it is due. Repeatable. False when no mail has the token, or it is forgotten.
 */
export async function unsubscribe({ db, clock, journal }: UnsubscribeDeps, token: string): Promise<boolean> {
  const tokenHash = sha256(token);
  const mailId = await unsubscribeByToken(db, { tokenHash, now: clock.now() });
  if (mailId === undefined) return false;
  await journal.appendIfPossible({ what: "mail.unsubscribe", id: mailId, hashes: [tokenHash] });
  return true;
}
