import type { Db } from "#platform/database/db.ts";
import { type IdempotencyClaim, IdempotencyMismatch } from "./model/idempotency-claim.ts";
import { findClaim } from "./store.ts";

/**
 * What the key has made already, for requests that would otherwise do something in vain before they claim it. Only the
 * claiming call decides: a request with the same key may be under way.
 * @throws {IdempotencyMismatch} when the key was used with another input.
 */
export async function findClaimed(db: Db, claim: IdempotencyClaim): Promise<string | undefined> {
  const before = await findClaim(db, claim.scope);
  if (before !== undefined && before.input !== claim.input) throw new IdempotencyMismatch();
  return before?.resource;
}
