import type { Purchase } from "./purchase.ts";
import type { Session } from "./session.ts";

/** What a person is written about, each once. */
export type LetterKind = "completed" | "refunded" | "sent" | "approved" | "rejected";

/**
 * The bitcoin goes into the person's own wallet here: the session names no destination, or the person has chosen it
 * instead. As the page says it.
 */
export function isIntoOwnWallet(
  { destination }: Pick<Purchase, "destination">,
  session: Pick<Session, "destination"> | undefined,
): boolean {
  return session !== undefined && session.destination !== destination;
}

/** What happened longer ago is not written about any more: nobody wants news of yesterday. Ours. */
export const LETTER_LATE_MS = 24 * 3_600_000;
