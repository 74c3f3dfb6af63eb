/** What a person is written about, each once. */
export type LetterKind = "completed" | "refunded" | "sent" | "approved" | "rejected";

/** What happened longer ago is not written about any more: nobody wants news of yesterday. Ours. */
export const LETTER_LATE_MS = 24 * 3_600_000;
