import type { Clock, Random } from "#kernel/clock.ts";
import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
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
import { countValidKeys, insertKey, lockProject } from "./store.ts";

/**
 * Makes a key for a project. The secret is in the answer and nowhere else: only its hash is stored.
 *
 * @throws {ProjectNotFound}
 * @throws {TooManyKeys} when two keys of the project are valid.
 */
export async function createKey(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  { projectId }: { readonly projectId: ProjectId },
): Promise<{ readonly secret: ProjectKeySecret; readonly key: ProjectKey }> {
  const secret = newProjectKeySecret(random);
  const key: ProjectKey = {
    id: random.uuid() as ProjectKeyId,
    projectId,
    prefix: shownPrefix(secret),
    createdAt: clock.now(),
    revokedAt: undefined,
    lastUsedAt: undefined,
  };

  await db.transaction(async (tx) => {
    if (!(await lockProject(tx, projectId))) throw new ProjectNotFound(projectId);
    if ((await countValidKeys(tx, projectId)) >= KEYS_VALID_MAX) throw new TooManyKeys();
    await insertKey(tx, { ...key, hash: hashOfSecret(secret) });
  });
  return { secret, key };
}
