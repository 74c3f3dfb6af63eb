import type { Clock } from "#kernel/clock.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { KEY_CACHE_MS, type KeyCache } from "./authenticate.ts";
import { checkedRules, type KeyPolicyChanges } from "./model/key-policy.ts";
import { KeyNotFound } from "./model/project-key.ts";
import { savePolicy } from "./store.ts";

/**
 * Changes the policy of a key, or gives it its first one. Returns when it holds in every process: other processes
 * remember for `KEY_CACHE_MS` which keys have a policy, their scopes and their addresses. Cap, budget and destinations
 * of a key that has a policy are read by each payment, and hold from the next one on.
 *
 * @throws {InvalidInput} when a rule is not one; nothing is changed then.
 * @throws {KeyNotFound} when no valid key has this id.
 */
export async function restrictKey(
  { db, clock, keyCache }: { db: Db; clock: Clock; keyCache: KeyCache },
  { keyId, changes }: { readonly keyId: ProjectKeyId; readonly changes: KeyPolicyChanges },
): Promise<void> {
  const hash = await savePolicy(db, keyId, checkedRules(changes));
  if (hash === undefined) throw new KeyNotFound(keyId);
  keyCache.forget(hash);
  await clock.sleep(KEY_CACHE_MS);
}
