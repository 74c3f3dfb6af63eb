import type { Db } from "#platform/database/db.ts";
import type { Finder } from "#things";
import { listKeys } from "./store/policies.ts";

/** Keys of the caller's project; a person has none. */
export function keyFinder({ db }: { readonly db: Db }): Finder {
  return {
    by: ["id"],
    async find({ actor }, clue) {
      if (actor.kind !== "project" || clue.kind !== "id") return [];
      const keys = await listKeys(db, actor.projectId);
      return keys
        .filter(({ id }) => id === clue.id)
        .map(({ id, prefix, createdAt, revokedAt }) => ({
          kind: "key",
          id,
          status: revokedAt === undefined ? "valid" : "revoked",
          amount: undefined,
          name: prefix,
          createdAt,
        }));
    },
  };
}
