import type { WalletId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { deleteEmails } from "./store/email-payments.ts";
import { deleteNotes } from "./store/notes.ts";

/** The account was closed: what the person wrote down goes with it. */
export async function forgetWallet({ db }: { readonly db: Db }, wallet: WalletId): Promise<void> {
  await deleteNotes(db, wallet);
  await deleteEmails(db, wallet);
}
