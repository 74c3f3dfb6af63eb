import { findReplay, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import { type Caller, projectOf } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import type { KeyCache } from "./authenticate.ts";
import { KeyNotFound } from "./model/project-key.ts";
import { markKeyRevoked } from "./store/keys.ts";
import { findOwnKey } from "./store/policies.ts";

type RevokeKeyDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyCache: KeyCache;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

export type RevokeKey = {
  readonly keyId: ProjectKeyId;
  /** Undefined: the operator. */
  readonly by?: { readonly caller: Caller; readonly idempotencyKey?: string | undefined } | undefined;
};

/**
 * Ends a key: immediately in this process, within 5 s in the others (the time of their key cache). One that took over
 * from it, or from which it took over, stays.
 * @throws {KeyNotFound} when no valid key has this id, or it is not the caller's project's.
 * @throws {IdempotencyMismatch}
 */
export async function revokeKey(
  { db, clock, keyCache, journal }: RevokeKeyDeps,
  { keyId, by }: RevokeKey,
): Promise<{ readonly replayed: boolean }> {
  const now = clock.now();
  const projectId = by && projectOf(by.caller);
  const idempotency = by && idempotencyOf(by.caller.actor, "keys/revoke", by.idempotencyKey, { keyId });
  if (idempotency && (await findReplay(db, idempotency)) !== undefined) return { replayed: true };
  // No line about a key of somebody else.
  if (projectId !== undefined && (await findOwnKey(db, keyId, now, projectId)) === undefined)
    throw new KeyNotFound(keyId);
  const [revoked] = await Promise.all([
    markKeyRevoked(db, { id: keyId, projectId }, { now, idempotency }),
    journal.appendIfPossible({ what: "key.revoke", id: keyId }),
  ]);
  if (revoked.outcome === "mismatch") throw new IdempotencyMismatch();
  if (revoked.outcome === "not_found") throw new KeyNotFound(keyId);
  if (revoked.hash !== null) keyCache.forget(revoked.hash);
  return { replayed: revoked.outcome === "replay" };
}

/** Revokes a key again of which the journal told. False when it is not valid by then. */
export async function revokeAgain(
  { db, clock }: Pick<RevokeKeyDeps, "db" | "clock">,
  keyId: ProjectKeyId,
): Promise<boolean> {
  const request = { now: clock.now(), idempotency: undefined };
  return (await markKeyRevoked(db, { id: keyId, projectId: undefined }, request)).outcome === "revoked";
}
