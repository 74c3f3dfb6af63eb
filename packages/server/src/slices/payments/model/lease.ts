/** For how long a process may drive a payment before others may, unless it renews. */
export const LEASE_MS = 15_000;
/** How often a process renews its leases. */
export const RENEW_MS = 5_000;
