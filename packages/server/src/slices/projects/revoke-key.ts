import type { Clock } from "#kernel/clock.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { KeyCache } from "./authenticate.ts";
import { KeyNotFound } from "./model/project-key.ts";
import { markKeyRevoked } from "./store.ts";

/**
 * Ends a key: immediately in this process, within 5 s in the others (the time of their key cache).
 * @throws {KeyNotFound} when no valid key has this id.
 */
export async function revokeKey(
  { db, clock, keyCache }: { db: Db; clock: Clock; keyCache: KeyCache },
  { keyId }: { readonly keyId: ProjectKeyId },
): Promise<void> {
  const hash = await markKeyRevoked(db, keyId, clock.now());
  if (hash === undefined) throw new KeyNotFound(keyId);
  keyCache.forget(hash);
}
