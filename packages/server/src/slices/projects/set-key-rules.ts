import type { Clock } from "#kernel/clock.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { checkedRules, hashOfRules, type KeyPolicyChanges, withChanges } from "./model/key-policy.ts";
import { KeyNotFound } from "./model/project-key.ts";
import { findKey, savePolicy } from "./store/policies.ts";

type RulesDeps = {
  readonly db: Db;
  readonly clock: Pick<Clock, "now">;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

/**
 * Changes rules of the key of a member: nothing remembers that key, so they hold from the next call on. The journal has
 * them before: rules that are narrower hold also without the line.
 *
 * @throws {InvalidInput} when a rule is not one; nothing is changed then.
 * @throws {KeyNotFound} when no valid key has this id.
 */
export async function setKeyRules(
  { db, clock, journal }: RulesDeps,
  { keyId, rules: changes }: { readonly keyId: ProjectKeyId; readonly rules: KeyPolicyChanges },
): Promise<void> {
  const rules = checkedRules(changes);
  const found = await findKey(db, keyId, clock.now());
  if (found === undefined || found.key.revokedAt !== undefined) throw new KeyNotFound(keyId);
  const hashes = [hashOfRules(withChanges(found.policy, rules))];
  await journal.appendIfPossible({ what: "key.restrict", id: keyId, hashes });
  if ((await savePolicy(db, keyId, rules)).length === 0) throw new KeyNotFound(keyId);
}
