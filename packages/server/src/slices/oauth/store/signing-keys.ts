import { type Db, one, sql } from "#platform/database/db.ts";
import type { SigningKey } from "../model/key-rotation.ts";

/** Those that are published, the newest first. */
export async function listSigningKeys(db: Db): Promise<SigningKey[]> {
  return await db.query<SigningKey>(sql`
    select generation, kid, sealed, signs_from as "signsFrom"
      from oauth.signing_key
     where retired_at is null
     order by generation desc`);
}

/** The newest of those that are published no more; 0: there is none. */
export async function findRetiredGeneration(db: Db): Promise<number> {
  const rows = await db.query<{ generation: number }>(sql`
    select coalesce(max(generation), 0) as generation
      from oauth.signing_key
     where retired_at is not null`);
  return one(rows).generation;
}

/** Adds a key, unless another process made one of this generation. */
export async function insertSigningKey(
  db: Db,
  { generation, kid, sealed, signsFrom }: SigningKey,
  now: Date,
): Promise<void> {
  await db.query(sql`
    insert into oauth.signing_key (generation, kid, sealed, created_at, signs_from)
    values (${generation}, ${kid}, ${sealed}, ${now}, ${signsFrom})
        on conflict (generation) do nothing`);
}

export async function retireSigningKeys(db: Db, kids: readonly string[], now: Date): Promise<void> {
  await db.query(sql`
    update oauth.signing_key
       set retired_at = ${now}
     where kid = any (${kids})
       and retired_at is null`);
}
