import type { UserId } from "#kernel/ids.ts";
import { sql, type Tx } from "#platform/database/db.ts";

/** All earlier ones are void. The caller has locked the user's factors. */
export async function replaceRecoveryCodes(
  tx: Tx,
  userId: UserId,
  hashes: readonly Uint8Array[],
  now: Date,
): Promise<void> {
  await tx.query(sql`
    delete from login.recovery_code
     where user_id = ${userId}`);
  await tx.query(sql`
    insert into login.recovery_code (user_id, code_hash, created_at)
    select ${userId}, decode(u.hash, 'hex'), ${now}
      from unnest(${hashes.map((hash) => Buffer.from(hash).toString("hex"))}::text[]) as u(hash)`);
}

/** The hashes of those that were not used. */
export async function listRecoveryCodes(db: Pick<Tx, "query">, userId: UserId): Promise<readonly Uint8Array[]> {
  const rows = await db.query<{ hash: Uint8Array }>(sql`
    select code_hash as hash
      from login.recovery_code
     where user_id = ${userId}
       and used_at is null`);
  return rows.map(({ hash }) => hash);
}

/** Check and act are one statement: of many with the same code one gets a row. */
export async function consumeRecoveryCode(tx: Tx, userId: UserId, hash: Uint8Array, now: Date): Promise<boolean> {
  const rows = await tx.query(sql`
    update login.recovery_code
       set used_at = ${now}
     where user_id = ${userId}
       and code_hash = ${hash}
       and used_at is null
    returning user_id`);
  return rows.length > 0;
}

export type RecoveryCodeUse = {
  readonly hash: Uint8Array;
  /** Undefined: it was not used. */
  readonly usedAt: Date | undefined;
};

/** All of a user, used or not. */
export async function listRecoveryCodeUses(db: Pick<Tx, "query">, userId: UserId): Promise<readonly RecoveryCodeUse[]> {
  const rows = await db.query<{ hash: Uint8Array; usedAt: Date | null }>(sql`
    select code_hash as hash, used_at as "usedAt"
      from login.recovery_code
     where user_id = ${userId}`);
  return rows.map(({ hash, usedAt }) => ({ hash, usedAt: usedAt ?? undefined }));
}

/**
 * Writes down that a code was used at this time, in a past that the database does not know. False where it has a use
 * that is not later.
 */
export async function updateUsedBefore(
  tx: Tx,
  userId: UserId,
  { hash, usedAt }: { readonly hash: Uint8Array; readonly usedAt: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    update login.recovery_code
       set used_at = ${usedAt}
     where user_id = ${userId}
       and code_hash = ${hash}
       and (used_at is null or used_at > ${usedAt})
    returning user_id`);
  return rows.length > 0;
}
