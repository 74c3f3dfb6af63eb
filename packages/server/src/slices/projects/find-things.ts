import type { Db } from "#platform/database/db.ts";
import type { Finder } from "#things";
import { findListedKey } from "./store/policies.ts";

/** Keys of the caller's project; a person has none. */
export function keyFinder({ db }: { readonly db: Db }): Finder {
  return {
    by: ["id"],
    async find({ actor }, clue) {
      if (actor.kind !== "project" || clue.kind !== "id") return [];
      const key = await findListedKey(db, actor.projectId, clue.id);
      if (key === undefined) return [];
      const { id, prefix, createdAt, revokedAt } = key;
      const status = revokedAt === undefined ? "valid" : "revoked";
      return [{ kind: "key", id, status, amount: undefined, name: prefix, createdAt }];
    },
  };
}
