import type { UserId } from "#kernel/ids.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";

export async function putPassword(
  tx: Tx,
  password: { readonly userId: UserId; readonly hash: string; readonly now: Date },
): Promise<void> {
  await tx.query(sql`
    insert into login.password (user_id, hash, set_at)
    values (${password.userId}, ${password.hash}, ${password.now})
        on conflict (user_id) do update
       set hash = excluded.hash,
           set_at = excluded.set_at`);
}

export async function findPasswordHash(db: Db, userId: UserId): Promise<string | undefined> {
  const [row] = await db.query<{ hash: string }>(sql`
    select hash
      from login.password
     where user_id = ${userId}`);
  return row?.hash;
}

/** The same password, hashed as it is done today; nothing when it was changed meanwhile. */
export async function replaceHash(db: Db, userId: UserId, before: string, after: string): Promise<void> {
  await db.query(sql`
    update login.password
       set hash = ${after}
     where user_id = ${userId}
       and hash = ${before}`);
}
