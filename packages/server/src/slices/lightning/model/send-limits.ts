/** How long `pay` waits for an outcome before it says `in_flight`. */
export const PAY_WAIT_MS = 30_000;

/** The longest that an attempt may travel before the adapter refuses to send it (docs/contract.md, "Sending"). */
export const PAY_DEADLINE_MS = 5_000;

/** No route may lock our money for longer than a week of blocks. Ours. */
export const CLTV_LIMIT_BLOCKS = 1_008;
