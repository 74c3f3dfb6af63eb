import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { KeyNotFound, keyName } from "./model/project-key.ts";
import { updateName } from "./store/keys.ts";

/**
 * Gives a key another name.
 * @throws {InvalidInput} when `name` is not one.
 * @throws {KeyNotFound} when no valid key has this id, or it is not of this project.
 */
export async function renameKey(
  { db }: { readonly db: Db },
  key: { readonly id: ProjectKeyId; readonly projectId?: ProjectId | undefined },
  name: string,
): Promise<void> {
  const { id, projectId } = key;
  if (!(await updateName(db, { id, projectId }, keyName(name)))) throw new KeyNotFound(id);
}
