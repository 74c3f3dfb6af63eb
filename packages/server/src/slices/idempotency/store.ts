import { type Db, one, sql } from "#platform/database/db.ts";

/** What the key was used for, if it was. */
export async function findClaim(
  db: Db,
  scope: string,
): Promise<{ readonly input: string; readonly resource: string } | undefined> {
  const [claim] = await db.query<{ input: string; resource: string }>(sql`
    select encode(input, 'hex') as input, resource
      from idempotency.claim
     where generation in (0, 1)
       and scope = ${scope}`);
  return claim;
}

/** Runs `idempotency.rotate`: true when a generation of keys was forgotten. */
export async function rotate(db: Db, at: Date, keep: readonly string[]): Promise<boolean> {
  const rows = await db.query<{ rotated: boolean }>(sql`
    select idempotency.rotate(${at}::timestamptz, ${keep}::uuid[]) as rotated`);
  return one(rows).rotated;
}
