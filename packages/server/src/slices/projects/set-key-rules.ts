import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { checkedRules, hashOfRules, type KeyPolicy, type KeyPolicyChanges } from "./model/key-policy.ts";
import { type KeyHash, KeyNotFound } from "./model/project-key.ts";
import { findKey, savePolicy } from "./store.ts";

type RulesDeps = { readonly db: Db; readonly journal: Pick<Journal, "appendIfPossible"> };

/** What was spent is not asked for. */
const NO_TIME = new Date(0);

/**
 * Changes rules of the key of a member: nothing remembers that key, so they hold from the next call on.
 *
 * @throws {InvalidInput} when a rule is not one; nothing is changed then.
 * @throws {KeyNotFound} when no valid key has this id.
 */
export async function setKeyRules(
  deps: RulesDeps,
  { keyId, rules: changes }: { readonly keyId: ProjectKeyId; readonly rules: KeyPolicyChanges },
): Promise<void> {
  const rules = checkedRules(changes);
  const found = await findKey(deps.db, keyId, NO_TIME);
  if (found === undefined || found.key.revokedAt !== undefined) throw new KeyNotFound(keyId);
  await writeRules(deps, { keyId, policy: found.policy, rules });
}

/**
 * Writes rules that were checked, and the line of the journal before them: rules that are narrower hold also without
 * the line. Returns the hash of the key.
 *
 * @throws {KeyNotFound} when no valid key has this id.
 */
export async function writeRules(
  { db, journal }: RulesDeps,
  {
    keyId,
    policy,
    rules,
  }: { readonly keyId: ProjectKeyId; readonly policy: KeyPolicy; readonly rules: KeyPolicyChanges },
): Promise<KeyHash> {
  await journal.appendIfPossible({
    what: "key.restrict",
    id: keyId,
    hashes: [hashOfRules(Object.assign(policy, rules))],
  });
  const hash = await savePolicy(db, keyId, rules);
  if (hash === undefined) throw new KeyNotFound(keyId);
  return hash;
}
