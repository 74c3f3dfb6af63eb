import type { Clock } from "#kernel/clock.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { checkedRules, hashOfRules, type KeyPolicyChanges, withChanges } from "./model/key-policy.ts";
import { type KeyHash, KeyNotFound } from "./model/project-key.ts";
import { findKey, type KeyWithPolicy, savePolicy } from "./store/policies.ts";

type RulesDeps = { readonly db: Db; readonly journal: Pick<Journal, "appendIfPossible"> };

/**
 * Changes rules of the key of a member: nothing remembers that key, so they hold from the next call on.
 *
 * @throws {InvalidInput} when a rule is not one; nothing is changed then.
 * @throws {KeyNotFound} when no valid key has this id.
 */
export async function setKeyRules(
  deps: RulesDeps & { readonly clock: Pick<Clock, "now"> },
  { keyId, rules: changes }: { readonly keyId: ProjectKeyId; readonly rules: KeyPolicyChanges },
): Promise<void> {
  const rules = checkedRules(changes);
  const found = await findKey(deps.db, keyId, deps.clock.now());
  if (found === undefined || found.key.revokedAt !== undefined) throw new KeyNotFound(keyId);
  if ((await writeRules(deps, found, { rules })).length === 0) throw new KeyNotFound(keyId);
}

/**
 * Writes rules that were checked, and the line of the journal before them: rules that are narrower hold also without
 * the line. Returns the hashes of the keys that have them; none when the key is not valid any more, or its rules were
 * changed meanwhile and `rulesNo` says how often they had been.
 */
export async function writeRules(
  { db, journal }: RulesDeps,
  { key, policy }: Pick<KeyWithPolicy, "key" | "policy">,
  { rules, rulesNo }: { readonly rules: KeyPolicyChanges; readonly rulesNo?: number | undefined },
): Promise<readonly KeyHash[]> {
  const hashes = [hashOfRules(withChanges(policy, rules))];
  await journal.appendIfPossible({ what: "key.restrict", id: key.rulesOf ?? key.id, hashes });
  return await savePolicy(db, key.id, rules, rulesNo);
}
