import type { Actor } from "#kernel/caller.ts";
import type { Db } from "#platform/database/db.ts";
import { idempotencyOf } from "./model/idempotency.ts";
import { listKeyUses } from "./store.ts";

/**
 * What a key of the actor has made by one of these operations, whatever the input was: for who has lost the answer.
 * The first operation counts where it was used for several.
 */
export async function findMade(
  db: Db,
  actor: Actor,
  { operations, key }: { readonly operations: readonly string[]; readonly key: string },
): Promise<{ readonly operation: string; readonly resource: string } | undefined> {
  const scopeOf = (operation: string) => idempotencyOf(actor, operation, key, {}).scope;
  const uses = await listKeyUses(db, operations.map(scopeOf));
  for (const operation of operations) {
    const resource = uses.get(scopeOf(operation));
    if (resource !== undefined) return { operation, resource };
  }
  return undefined;
}
