export { findClaimed } from "./find-claimed.ts";
export { type IdempotencyClaim, IdempotencyMismatch, idempotencyClaim } from "./model/idempotency-claim.ts";
export { rotateKeys } from "./rotate-keys.ts";
