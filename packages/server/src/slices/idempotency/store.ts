import { type Db, one, sql } from "#platform/database/db.ts";

/** What the key was used for, if it was. */
export async function findKeyUse(
  db: Db,
  scope: string,
): Promise<{ readonly input: string; readonly resource: string } | undefined> {
  const [use] = await db.query<{ input: string; resource: string }>(sql`
    select encode(input, 'hex') as input, resource
      from idempotency.claim
     where generation in (0, 1)
       and scope = ${scope}`);
  return use;
}

/** What the keys of these scopes have made, by their scopes. */
export async function listKeyUses(db: Db, scopes: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await db.query<{ scope: string; resource: string }>(sql`
    select scope, resource
      from idempotency.claim
     where generation in (0, 1)
       and scope = any (${scopes}::uuid[])`);
  return new Map(rows.map(({ scope, resource }) => [scope, resource]));
}

/** "in_use": a statement read the older keys, so nothing was done. */
export type Rotation = "rotated" | "not_due" | "in_use";

/** Runs `idempotency.rotate_keys`. */
export async function rotate(db: Db, at: Date, keep: readonly string[]): Promise<Rotation> {
  const rows = await db.query<{ rotation: Rotation }>(sql`
    select idempotency.rotate_keys(${at}::timestamptz, ${keep}::uuid[]) as rotation`);
  return one(rows).rotation;
}
