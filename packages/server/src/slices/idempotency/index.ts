export { findMade } from "./find-made.ts";
export { findReplay } from "./find-replay.ts";
export { type Idempotency, IdempotencyMismatch, idempotencyOf } from "./model/idempotency.ts";
export { rotateKeys } from "./rotate-keys.ts";
