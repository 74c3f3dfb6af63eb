/**
 * Words of this slice; CONTRIBUTING.md has those that slices share.
 *
 * - begun file: A file of payments or vouchers whose rows members ask for on the dashboard. Its rows' idempotency keys
 *   begin with its key.
 * - print: What tells files apart, whoever has them: SHA-256 of what a file would pay or make.
 */

export { findMade } from "./find-made.ts";
export { findReplay } from "./find-replay.ts";
export { type Idempotency, IdempotencyMismatch, idempotencyOf } from "./model/idempotency.ts";
export { rotateKeys } from "./rotate-keys.ts";
