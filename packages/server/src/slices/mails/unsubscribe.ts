import type { Clock } from "#kernel/clock.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { sha256 } from "./model/mail.ts";
import { findUnsubscribable, saveUnsubscribed } from "./store.ts";

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
  const mail = await findUnsubscribable(db, sha256(token));
  if (mail === undefined) return false;
  const { id, addressHash, isUnsubscribed } = mail;
  if (isUnsubscribed) return true;
  // Before the change: a repetition finds nothing to change, and writes none.
  await journal.appendIfPossible({ what: "mail.unsubscribe", id, hashes: [addressHash] });
  await saveUnsubscribed(db, { addressHash, now: clock.now() });
  return true;
}

/** The same for an address by its SHA-256, which the journal told of. False: it was so before. */
export async function unsubscribeAgain(
  { db, clock }: Pick<UnsubscribeDeps, "db" | "clock">,
  addressHash: Uint8Array,
): Promise<boolean> {
  return await saveUnsubscribed(db, { addressHash, now: clock.now() });
}
