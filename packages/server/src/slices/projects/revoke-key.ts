import type { Clock } from "#kernel/clock.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import type { KeyCache } from "./authenticate.ts";
import { KeyNotFound } from "./model/project-key.ts";
import { markKeyRevoked } from "./store.ts";

type RevokeKeyDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyCache: KeyCache;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

/**
 * Ends a key: immediately in this process, within 5 s in the others (the time of their key cache).
 * @throws {KeyNotFound} when no valid key has this id.
 */
export async function revokeKey(
  { db, clock, keyCache, journal }: RevokeKeyDeps,
  { keyId }: { readonly keyId: ProjectKeyId },
): Promise<void> {
  const [hash] = await Promise.all([
    markKeyRevoked(db, keyId, clock.now()),
    journal.appendIfPossible({ what: "key.revoke", id: keyId }),
  ]);
  if (hash === undefined) throw new KeyNotFound(keyId);
  keyCache.forget(hash);
}

/** Revokes a key again of which the journal told. False when it is not valid by then. */
export async function revokeAgain(
  { db, clock }: Pick<RevokeKeyDeps, "db" | "clock">,
  keyId: ProjectKeyId,
): Promise<boolean> {
  return (await markKeyRevoked(db, keyId, clock.now())) !== undefined;
}
