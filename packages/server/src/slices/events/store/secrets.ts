import { type Db, sql } from "#platform/database/db.ts";
import type { Secrets } from "../model/delivery.ts";
import { toSecrets } from "./deliveries.ts";

/** Gives each of these owners its secret, unless it has one. */
export async function insertMissingSecrets(
  db: Db,
  { secrets, now }: { secrets: ReadonlyMap<string, Uint8Array>; now: Date },
): Promise<void> {
  await db.query(sql`
    insert into events.secret (owner_id, secret, rotated_at)
    select u.owner, u.secret, ${now}
      from unnest(${[...secrets.keys()]}::uuid[], ${[...secrets.values()]}::bytea[]) as u(owner, secret)
     order by u.owner
        on conflict do nothing`);
}

/** By owner. */
export async function findSecrets(db: Db, owners: readonly string[]): Promise<ReadonlyMap<string, Secrets>> {
  const rows = await db.query<Parameters<typeof toSecrets>[0] & { readonly owner_id: string }>(sql`
    select owner_id, secret, previous, previous_until
      from events.secret
     where owner_id = any (${owners}::uuid[])`);
  return new Map(rows.map((row) => [row.owner_id, toSecrets(row)]));
}

/** How old the owner's secret is, without it; undefined: there is none. */
export async function findSecretState(
  db: Db,
  ownerId: string,
): Promise<{ readonly rotatedAt: Date; readonly previousUntil: Date | null } | undefined> {
  const [state] = await db.query<{ readonly rotatedAt: Date; readonly previousUntil: Date | null }>(sql`
    select rotated_at as "rotatedAt", previous_until as "previousUntil"
      from events.secret
     where owner_id = ${ownerId}`);
  return state;
}
