/** How long `pay` waits for an outcome before it says `in_flight`. */
export const PAY_WAIT_MS = 30_000;

/** The longest that an attempt may travel before the adapter refuses to send it (docs/contract.md, "Sending"). */
export const PAY_DEADLINE_MS = 5_000;

/** No route may lock our money for longer than a week of blocks. Ours. */
export const CLTV_LIMIT_BLOCKS = 1_008;

/**
 * For so long a node keeps the coins of a transaction that was built and not published, at least where it can. Ours;
 * LND: 10 minutes.
 */
export const ONCHAIN_KEPT_MS = 3_600_000;

/** A block this deep is not undone any more (the usual depth of merchants). */
export const CONFLICT_BLOCKS = 6;
