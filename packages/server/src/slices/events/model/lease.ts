/** For how long a process may deliver what it leased before others may. */
export const LEASE_MS = 30_000;
/** From the first look-up of the host to the last byte of the answer. */
export const SEND_DEADLINE_MS = 15_000;
/** For recording what came of it, and for clocks that differ. */
const MARGIN_MS = 5_000;
/**
 * What was not begun this long after it was leased is left to the next holder: its lease might end before the answer
 * comes.
 */
export const SEND_WITHIN_MS = LEASE_MS - SEND_DEADLINE_MS - MARGIN_MS;

/** Deliveries that a process has leased and not ended yet. */
export type InFlight = {
  readonly hosts: Readonly<Record<string, readonly [untried: number, tried: number]>>;
  /** By project. */
  readonly owners: Readonly<Record<string, number>>;
};
