/** For how long a process may send what it leased before others may. */
export const LEASE_MS = 60_000;
/** From the look-up of the mail server's name to its answer after the last byte. */
export const SEND_DEADLINE_MS = 30_000;
/** For recording what came of it, and for clocks that differ. */
const MARGIN_MS = 10_000;
/**
 * What was not begun this long after it was leased is left to the next holder: its lease might end before the answer
 * comes.
 */
export const SEND_WITHIN_MS = LEASE_MS - SEND_DEADLINE_MS - MARGIN_MS;
