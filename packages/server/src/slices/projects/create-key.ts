import type { Idempotency } from "#idempotency";
import type { Clock, Random } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { newId, type ProjectId, type ProjectKeyId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { checkedRules, type KeyPolicyChanges, NO_RULES, withChanges } from "./model/key-policy.ts";
import { ProjectNotFound } from "./model/project.ts";
import {
  hashOfSecret,
  KEYS_VALID_MAX,
  keyName,
  newProjectKeySecret,
  type ProjectKey,
  type ProjectKeySecret,
  shownPrefix,
  TooManyKeys,
} from "./model/project-key.ts";
import { insertKey, type KeyCreated } from "./store/keys.ts";

export type CreateKeyDeps = { readonly db: Db; readonly clock: Clock; readonly random: Random };

/** What a key is made with. */
export type KeyRequested = {
  readonly projectId: ProjectId;
  /** 1 to 40 characters; undefined: it is called by its prefix. */
  readonly name?: string | undefined;
  /** Undefined: none, it may do everything. */
  readonly policy?: KeyPolicyChanges | undefined;
  readonly endsAt?: Date | undefined;
};

/**
 * Makes a key for a project, with a policy when `policy` is given. The secret is in the answer and nowhere else: only
 * its hash is stored.
 *
 * @throws {InvalidInput} when a rule of the policy is not one, the name neither, or the end is over already.
 * @throws {ProjectNotFound}
 * @throws {TooManyKeys} when `KEYS_VALID_MAX` keys of the project are valid.
 */
export async function createKey(
  deps: CreateKeyDeps,
  request: KeyRequested,
): Promise<{ readonly secret: ProjectKeySecret; readonly key: ProjectKey }> {
  const { secret, key } = await writeKey(deps, request, undefined);
  return { secret, key };
}

/**
 * The same under an idempotency key. `made` says what became of it; the secret and the key are of no use unless it is
 * `created`. @throws as `createKey`.
 */
export async function writeKey(
  { db, clock, random }: CreateKeyDeps,
  { projectId, name, policy, endsAt }: KeyRequested,
  idempotency: Idempotency | undefined,
): Promise<{ readonly secret: ProjectKeySecret; readonly key: ProjectKey; readonly made: KeyCreated }> {
  const rules = policy && withChanges(NO_RULES, checkedRules(policy));
  const now = clock.now();
  if (endsAt !== undefined && endsAt <= now) throw new InvalidInput("end", "must be in the future");
  const secret = newProjectKeySecret(random);
  const prefix = shownPrefix(secret);
  const given = name === undefined ? undefined : keyName(name);
  const id = newId<ProjectKeyId>(random);
  const draft = { id, projectId, prefix, hash: hashOfSecret(secret), name: given, endsAt, rules };
  const made = await insertKey(db, draft, { now, max: KEYS_VALID_MAX, idempotency });
  if (made.outcome === "not_found") throw new ProjectNotFound(projectId);
  if (made.outcome === "too_many") throw new TooManyKeys();
  const key: ProjectKey = {
    id,
    projectId,
    prefix,
    name: given ?? prefix,
    createdAt: now,
    revokedAt: undefined,
    endsAt,
    lastUsedAt: undefined,
    rolledFrom: undefined,
    rolledTo: undefined,
    rulesOf: undefined,
    isRestricted: rules !== undefined,
    isUnconfirmed: false,
    waitsForRules: false,
  };
  return { secret, key, made };
}
