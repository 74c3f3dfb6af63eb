import type { WalletId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { listAllEmails } from "./store/email-payments.ts";
import { listAllNotes } from "./store/notes.ts";

/** All that a person has written down about the own wallet: for the export of the account. */
export async function listOwnTexts({ db }: { readonly db: Db }, wallet: WalletId) {
  const [notes, emails] = await Promise.all([listAllNotes(db, wallet), listAllEmails(db, wallet)]);
  return { notes, paidToEmails: emails };
}
