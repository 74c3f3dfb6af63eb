import type { Tx } from "#platform/database/db.ts";
import type { NewMail } from "./model/mail.ts";
import { insertServiceMail } from "./store.ts";

/**
 * Writes a mail of the service itself together with what it is about: limits of projects do not hold it up. The worker
 * sends it within a second of the commit.
 */
export async function appendServiceMail(tx: Tx, mail: NewMail, now: Date): Promise<void> {
  await insertServiceMail(tx, mail, now);
}
