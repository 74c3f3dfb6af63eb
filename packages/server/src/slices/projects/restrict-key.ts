import { bytesToHex } from "@noble/hashes/utils.js";
import type { Clock } from "#kernel/clock.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { KEY_CACHE_MS, type KeyCache } from "./authenticate.ts";
import { checkedRules, hashOfRules, type KeyPolicyChanges, namesAll } from "./model/key-policy.ts";
import { KeyNotFound } from "./model/project-key.ts";
import { writeRules } from "./set-key-rules.ts";
import { findKey, updateWaitsForRules } from "./store.ts";

type RestrictKeyDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyCache: KeyCache;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

/**
 * Changes the policy of a key, or gives it its first one. Returns when it holds in every process: other processes
 * remember for `KEY_CACHE_MS` which keys have a policy, their scopes and their addresses. Cap, budget and destinations
 * of a key that has a policy are read by each payment, and hold from the next one on.
 *
 * @throws {InvalidInput} when a rule is not one; nothing is changed then.
 * @throws {KeyNotFound} when no valid key has this id.
 * @throws {OperatorError} when its rules were changed after a copy of the database was made, and not all are named: the
 *   others are still those of the copy.
 */
export async function restrictKey(
  { db, clock, keyCache, journal }: RestrictKeyDeps,
  { keyId, changes }: { readonly keyId: ProjectKeyId; readonly changes: KeyPolicyChanges },
): Promise<void> {
  const rules = checkedRules(changes);
  const found = await findKey(db, keyId, clock.now());
  if (found === undefined || found.key.revokedAt !== undefined) throw new KeyNotFound(keyId);
  if (found.key.waitsForRules && !namesAll(rules)) throw notAllNamed(keyId);
  const hash = await writeRules({ db, journal }, { keyId, policy: found.policy, rules });
  keyCache.forget(hash);
  await clock.sleep(KEY_CACHE_MS);
}

function notAllNamed(keyId: ProjectKeyId): OperatorError {
  return new OperatorError(
    `rules of key ${keyId} were changed since the copy, and what it has here are those of the copy`,
    "Name all five: `--scope`, `--cap`, `--daily`, `--to`, `--from-ip`; `all`, `none` and `any` lift one. " +
      "`key show` tells those of the copy.",
  );
}

/** What was spent is not asked for. */
const NO_TIME = new Date(0);

/** A key as the journal tells of it: the hash of the rules that it has since. */
export type ChangedRules = { readonly keyId: ProjectKeyId; readonly rules: string };

/** Of these the valid keys that have other rules here, and do not wait for theirs yet. */
export async function listChangedRules(db: Db, changed: readonly ChangedRules[]) {
  const other: ChangedRules[] = [];
  for (const one of changed) {
    const found = await findKey(db, one.keyId, NO_TIME);
    if (found === undefined || found.key.revokedAt !== undefined || found.key.waitsForRules) continue;
    if (bytesToHex(hashOfRules(found.policy)) !== one.rules) other.push(one);
  }
  return other;
}

/** The key may only read until an operator has given it its rules. False when it is not valid by then, or waits. */
export async function waitForRules({ db }: Pick<RestrictKeyDeps, "db">, keyId: ProjectKeyId): Promise<boolean> {
  return await updateWaitsForRules(db, keyId);
}
