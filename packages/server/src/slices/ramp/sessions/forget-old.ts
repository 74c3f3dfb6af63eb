import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { deleteOldLetters } from "../store/letters.ts";
import { deleteOldMessages } from "../store/messages.ts";
import { deleteOldQuotes } from "../store/quotes.ts";

/** A quote that nobody took is shown on the page for as long as its session lasts. */
const QUOTE_KEPT_MS = 3_600_000;

/** Processors repeat a message for days; what comes after that is a hint as well. */
const MESSAGE_KEPT_MS = 90 * 24 * 3_600_000;

/** A letter is not written again from a day on; until then its row says that it was. */
const LETTER_KEPT_MS = 90 * 24 * 3_600_000;

export async function forgetOld({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  const now = clock.now().getTime();
  await deleteOldQuotes(db, new Date(now - QUOTE_KEPT_MS));
  await deleteOldLetters(db, new Date(now - LETTER_KEPT_MS));
  await deleteOldMessages(db, new Date(now - MESSAGE_KEPT_MS));
}
