import type { Clock, Random } from "#kernel/clock.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { newId, type ProjectId, type ProjectKeyId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { checkedRules, type KeyPolicyChanges } from "./model/key-policy.ts";
import { ProjectNotFound } from "./model/project.ts";
import {
  hashOfSecret,
  KEYS_VALID_MAX,
  newProjectKeySecret,
  type ProjectKey,
  type ProjectKeySecret,
  shownPrefix,
  TooManyKeys,
} from "./model/project-key.ts";
import { countValidKeys, insertKey, lockProject, savePolicy } from "./store.ts";

/**
 * Makes a key for a project, with a policy when `policy` is given. The secret is in the answer and nowhere else: only
 * its hash is stored.
 *
 * @throws {InvalidInput} when a rule of the policy is not one, or the end is over already.
 * @throws {ProjectNotFound}
 * @throws {TooManyKeys} when `KEYS_VALID_MAX` keys of the project are valid.
 */
export async function createKey(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  {
    projectId,
    policy,
    endsAt,
  }: {
    readonly projectId: ProjectId;
    readonly policy?: KeyPolicyChanges | undefined;
    readonly endsAt?: Date | undefined;
  },
): Promise<{ readonly secret: ProjectKeySecret; readonly key: ProjectKey }> {
  const rules = policy && checkedRules(policy);
  const now = clock.now();
  if (endsAt !== undefined && endsAt <= now) throw new InvalidInput("end", "must be in the future");
  const secret = newProjectKeySecret(random);
  const key: ProjectKey = {
    id: newId<ProjectKeyId>(random),
    projectId,
    prefix: shownPrefix(secret),
    createdAt: now,
    revokedAt: undefined,
    endsAt,
    lastUsedAt: undefined,
    isRestricted: rules !== undefined,
    isUnconfirmed: false,
    waitsForRules: false,
  };

  await db.transaction(async (tx) => {
    if (!(await lockProject(tx, projectId))) throw new ProjectNotFound(projectId);
    if ((await countValidKeys(tx, projectId, now)) >= KEYS_VALID_MAX) throw new TooManyKeys();
    await insertKey(tx, { ...key, hash: hashOfSecret(secret) });
    if (rules !== undefined) await savePolicy(tx, key.id, rules);
  });
  return { secret, key };
}
