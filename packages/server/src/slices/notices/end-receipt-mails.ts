import type { UserId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { deleteWish, findIsWished } from "./store/wishes.ts";

export type EndReceiptMailsDeps = { readonly db: Db; readonly journal: Pick<Journal, "appendIfPossible"> };

/** From now on the user gets no mails about what arrives. Repeatable. */
export async function endReceiptMails({ db, journal }: EndReceiptMailsDeps, id: UserId): Promise<void> {
  if (!(await findIsWished(db, id))) return;
  // Before the change: a repetition finds nothing to change, and writes none.
  await journal.appendIfPossible({ what: "receipt_mails.end", id });
  await deleteWish(db, id);
}

/** The same for a wish from before `at`, when the journal told of its end. False: there is none. */
export async function endReceiptMailsAgain(
  { db }: Pick<EndReceiptMailsDeps, "db">,
  id: UserId,
  at: Date,
): Promise<boolean> {
  return await deleteWish(db, id, at);
}
