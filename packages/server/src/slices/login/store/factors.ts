import type { UserId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { LightningKey, Passkey, Removable, UserFactors } from "../model/factors.ts";
import type { Revision } from "../model/revision.ts";

/** Locks the factors of a user until the end of the transaction. */
export async function lockFactors(tx: Tx, userId: UserId, now: Date): Promise<void> {
  await tx.query(sql`
    insert into login.factor_set as f (user_id, changed_at)
    values (${userId}, ${now})
        on conflict (user_id) do update
       set changed_at = ${now}`);
}

export async function findRevision(db: Db, userId: UserId): Promise<Revision> {
  return one(
    await db.query<{ revision: Revision }>(sql`
      select coalesce((select revision from login.factor_set where user_id = ${userId}), 0) as revision`),
  ).revision;
}

/** Ask again after `lockFactors`: the account may have been closed meanwhile. */
export async function isOpen(tx: Tx, userId: UserId): Promise<boolean> {
  return one(await tx.query<{ isOpen: boolean }>(sql`select users.is_open(${userId}) as "isOpen"`)).isOpen;
}

type Used = { readonly createdAt: Date; readonly lastUsedAt: Date | null };
type Row = {
  readonly passwordSetAt: Date | null;
  readonly totpCreatedAt: Date | null;
  readonly recoveryCodes: number;
};

/** Everything that a user has beside the e-mail address; oldest first. */
export async function findFactors(db: Pick<Db | Tx, "query">, userId: UserId): Promise<UserFactors> {
  const { passwordSetAt, totpCreatedAt, recoveryCodes } = one(
    await db.query<Row>(sql`
      select (select set_at from login.password where user_id = ${userId}) as "passwordSetAt",
             (select created_at from login.totp where user_id = ${userId}) as "totpCreatedAt",
             (select count(*)::int
                from login.recovery_code
               where user_id = ${userId}
                 and used_at is null) as "recoveryCodes"`),
  );
  const passkeys = await db.query<Omit<Passkey, "lastUsedAt"> & Used>(sql`
    select translate(encode(id, 'base64'), E'+/=\n', '-_') as id, name, is_synced as "isSynced", created_at as "createdAt",
           last_used_at as "lastUsedAt"
      from login.passkey
     where user_id = ${userId}
     order by created_at, id`);
  const lightningKeys = await db.query<Omit<LightningKey, "lastUsedAt"> & Used>(sql`
    select encode(key, 'hex') as key, name, created_at as "createdAt", last_used_at as "lastUsedAt"
      from login.lightning_key
     where user_id = ${userId}
     order by created_at, key`);
  return {
    passkeys: passkeys.map(({ lastUsedAt, ...row }) => ({ ...row, lastUsedAt: lastUsedAt ?? undefined })),
    lightningKeys: lightningKeys.map(({ lastUsedAt, ...row }) => ({ ...row, lastUsedAt: lastUsedAt ?? undefined })),
    password: passwordSetAt === null ? undefined : { setAt: passwordSetAt },
    totp: totpCreatedAt === null ? undefined : { createdAt: totpCreatedAt, recoveryCodes },
  };
}

/** False: the user has no such factor. */
export async function deleteFactor(tx: Tx, userId: UserId, factor: Removable): Promise<boolean> {
  const rows = await tx.query(statementOf(userId, factor));
  return rows.length > 0;
}

function statementOf(userId: UserId, factor: Removable) {
  switch (factor.kind) {
    case "totp":
      return sql`
        delete from login.totp
         where user_id = ${userId}
        returning user_id`;
    case "password":
      return sql`
        delete from login.password
         where user_id = ${userId}
        returning user_id`;
    case "passkey":
      return sql`
        delete from login.passkey
         where user_id = ${userId}
           and id = ${Buffer.from(factor.id, "base64url")}
        returning id`;
    case "lightning":
      return sql`
        delete from login.lightning_key
         where user_id = ${userId}
           and key = ${Buffer.from(factor.key, "hex")}
        returning key`;
  }
}
