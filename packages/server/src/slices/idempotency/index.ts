export { findClaimed } from "./find-claimed.ts";
export { type IdempotencyClaim, IdempotencyMismatch, idempotencyClaim } from "./idempotency-claim.ts";
export { rotateKeys } from "./rotate-keys.ts";
