import { bytesToHex } from "@noble/hashes/utils.js";
import { type Caller, projectOf } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import type { Journal } from "#kernel/journal.ts";
import type { Db } from "#platform/database/db.ts";
import { OperatorError } from "#platform/operator-error.ts";
import { KEY_CACHE_MS, type KeyCache } from "./authenticate.ts";
import { boundOf } from "./grant-key.ts";
import { excessOfChange, KeyTooWide } from "./model/excess.ts";
import { checkedRules, hashOfRules, type KeyPolicyChanges, namesAll } from "./model/key-policy.ts";
import { KeyNotFound, KeyWaitsForRules } from "./model/project-key.ts";
import { writeRules } from "./set-key-rules.ts";
import { findKey, findOwnKey, listRules, updateWaitsForRules } from "./store/policies.ts";

type RestrictKeyDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly keyCache: KeyCache;
  readonly journal: Pick<Journal, "appendIfPossible">;
};

export type RestrictKey = {
  readonly keyId: ProjectKeyId;
  readonly changes: KeyPolicyChanges;
  /** Who may make no rule wider than its own; undefined: the operator. */
  readonly by?: Caller | undefined;
};

/** Rules that others change meanwhile are compared anew. */
const TRIES_MAX = 5;

/**
 * Changes the policy of a key, or gives it its first one; keys that share its rules have it too. Returns when it holds
 * in every process: other processes remember for `KEY_CACHE_MS` which keys have a policy, their scopes and their
 * addresses. Cap, budgets and destinations of a key that has a policy are read by each payment, and hold from the next
 * one on.
 *
 * @throws {InvalidInput} when a rule is not one; nothing is changed then.
 * @throws {KeyNotFound} when no valid key has this id, or it is not the caller's project's.
 * @throws {KeyTooWide} when a rule would become wider than it was and than that of the caller.
 * @throws {OperatorError} when its rules were changed after a copy of the database was made, and not all are named: the
 *   others are still those of the copy. {KeyWaitsForRules} when somebody else than the operator would give them.
 */
export async function restrictKey(
  { db, clock, keyCache, journal }: RestrictKeyDeps,
  { keyId, changes, by }: RestrictKey,
): Promise<void> {
  const rules = checkedRules(changes);
  const bound = by && (await boundOf({ db, clock }, by));
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    const now = clock.now();
    const found = by === undefined ? await findKey(db, keyId, now) : await findOwnKey(db, keyId, now, projectOf(by));
    if (found === undefined || found.key.revokedAt !== undefined) throw new KeyNotFound(keyId);
    const { key, policy, rulesNo } = found;
    if (key.waitsForRules && by !== undefined) throw new KeyWaitsForRules(keyId);
    if (key.waitsForRules && !namesAll(rules)) throw notAllNamed(keyId);
    const excess = bound === undefined ? [] : excessOfChange(rules, policy, bound);
    if (excess.length > 0) throw new KeyTooWide(excess);
    const saved = await writeRules({ db, journal }, found, { rules, rulesNo: bound && rulesNo });
    for (const hash of saved) keyCache.forget(hash);
    if (saved.length === 0) continue;
    if (!key.isRestricted || "scopes" in rules || "networks" in rules) await clock.sleep(KEY_CACHE_MS);
    return;
  }
  throw new AppError("unavailable", "others change the rules of this key at this moment", { retryAfterSeconds: 1 });
}

function notAllNamed(keyId: ProjectKeyId): OperatorError {
  return new OperatorError(
    `rules of key ${keyId} were changed since the copy, and what it has here are those of the copy`,
    "Name all seven: `--scope`, `--cap`, `--daily`, `--weekly`, `--monthly`, `--to`, `--from-ip`; `all`, `none` and " +
      "`any` lift one. `key show` tells those of the copy.",
  );
}

/** A key as the journal tells of it: the hash of the rules that it has since. */
export type ChangedRules = { readonly keyId: ProjectKeyId; readonly rules: string };

/** Of these the ones whose valid keys have other rules here, and do not wait for theirs yet. */
export async function listChangedRules(db: Db, changed: readonly ChangedRules[]): Promise<readonly ChangedRules[]> {
  const here = await listRules(
    db,
    changed.map(({ keyId }) => keyId),
  );
  const hashes = new Map(here.map(({ keyId, policy }) => [keyId, bytesToHex(hashOfRules(policy))]));
  return changed.filter(({ keyId, rules }) => (hashes.get(keyId) ?? rules) !== rules);
}

/** The key may only read until an operator has given it its rules. False when it is not valid by then, or waits. */
export async function waitForRules({ db }: Pick<RestrictKeyDeps, "db">, keyId: ProjectKeyId): Promise<boolean> {
  return await updateWaitsForRules(db, keyId);
}
