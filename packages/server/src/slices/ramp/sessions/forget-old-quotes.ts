import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { deleteOldQuotes } from "../store/purchases.ts";

/** A quote that nobody took is shown on the page for as long as its session lasts. */
const QUOTE_KEPT_MS = 3_600_000;

export async function forgetOldQuotes({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  await deleteOldQuotes(db, new Date(clock.now().getTime() - QUOTE_KEPT_MS));
}
