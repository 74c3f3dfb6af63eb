import type { Db } from "#platform/database/db.ts";
import { type Idempotency, IdempotencyMismatch } from "./model/idempotency.ts";
import { findKeyUse } from "./store.ts";

/**
 * What the key has made already, for requests that would otherwise do something in vain before they use it. Only the
 * call that writes decides: a request with the same key may be under way.
 * @throws {IdempotencyMismatch} when the key was used with another input.
 */
export async function findReplay(db: Db, idempotency: Idempotency): Promise<string | undefined> {
  const before = await findKeyUse(db, idempotency.scope);
  if (before !== undefined && before.input !== idempotency.input) throw new IdempotencyMismatch();
  return before?.resource;
}
