import type { Idempotency } from "#idempotency";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { AppId, SecretHash } from "../model/app.ts";
import { type ClientSecret, type NewSecret, type SecretId, secretIdOf } from "../model/client-secret.ts";

export type SecretRotated = {
  readonly outcome: "rotated" | "replay" | "mismatch" | "not_found" | "too_many";
};

/** Runs `oauth.rotate_secret`. `max`: of valid ones, with this one. */
export async function addSecret(
  db: Db,
  { id, secret: { hash, lastFour }, max }: { readonly id: AppId; readonly secret: NewSecret; readonly max: number },
  { now, idempotency }: { readonly now: Date; readonly idempotency: Idempotency | undefined },
): Promise<SecretRotated> {
  return one(
    await db.query<SecretRotated>(sql`
      select outcome
        from oauth.rotate_secret(
               ${now}, ${id}, ${hash}, ${lastFour}, ${max}::int, ${idempotency?.scope ?? null},
               decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}

/** Of a secret that nobody has. */
export async function insertSecret(tx: Tx, id: AppId, secret: SecretHash, now: Date): Promise<void> {
  await tx.query(sql`
    insert into oauth.app_secret (secret_hash, app_id, created_at)
    values (${secret}, ${id}, ${now})`);
}

/** Ends all valid secrets of an application but the newest `kept`. Returns those that ended. */
export async function revokeOldSecrets(
  tx: Tx,
  { id, kept, now }: { readonly id: AppId; readonly kept: number; readonly now: Date },
): Promise<readonly SecretHash[]> {
  const rows = await tx.query<{ readonly hash: SecretHash }>(sql`
    select unnest(oauth.end_old_secrets(${now}, ${id}, ${kept}::int)) as hash`);
  return rows.map(({ hash }) => hash);
}

/** Ends the valid ones of these secrets of an application. `left`: how many are valid then. */
export async function revokeSecrets(
  tx: Tx,
  { id, hashes, now }: { readonly id: AppId; readonly hashes: readonly string[]; readonly now: Date },
): Promise<{ readonly ended: number; readonly left: number }> {
  const rows = await tx.query(sql`
    update oauth.app_secret
       set revoked_at = ${now}
     where app_id = ${id}
       and revoked_at is null
       and encode(secret_hash, 'hex') = any (${hashes}::text[])
    returning app_id`);
  const left = await tx.query(sql`
    select secret_hash
      from oauth.app_secret
     where app_id = ${id}
       and revoked_at is null`);
  return { ended: rows.length, left: left.length };
}

export type KnownSecret = { readonly appId: AppId; readonly hash: string; readonly isValid: boolean };

/** All secrets that these applications have had, of those that are not revoked. */
export async function listSecrets(db: Db, ids: readonly string[]): Promise<readonly KnownSecret[]> {
  return await db.query<KnownSecret>(sql`
    select s.app_id as "appId", encode(s.secret_hash, 'hex') as hash, s.revoked_at is null as "isValid"
      from oauth.app a
      join oauth.app_secret s
        on s.app_id = a.id
     where a.id = any (${ids}::uuid[])
       and a.revoked_at is null`);
}

type SecretRow = {
  readonly hash: SecretHash;
  readonly lastFour: string | null;
  readonly createdAt: Date;
  readonly usedAt: Date | null;
};

/** The valid secrets of an application, oldest first. */
export async function listValidSecrets(db: Db | Tx, id: AppId): Promise<readonly ClientSecret[]> {
  const rows = await db.query<SecretRow>(sql`
    select secret_hash as hash, last_four as "lastFour", created_at as "createdAt", used_at as "usedAt"
      from oauth.app_secret
     where app_id = ${id}
       and revoked_at is null
     order by created_at, secret_hash`);
  return rows.map(({ hash, lastFour, usedAt, createdAt }) => ({
    id: secretIdOf(hash) satisfies SecretId,
    hash,
    lastFour: lastFour ?? undefined,
    createdAt,
    usedAt: usedAt ?? undefined,
  }));
}

/** Records the use of a secret, unless another process recorded one after `usedBefore`. */
export async function touchSecret(db: Db, hash: Uint8Array, now: Date, usedBefore: Date): Promise<void> {
  await db.query(sql`
    update oauth.app_secret
       set used_at = ${now}
     where secret_hash = ${hash}
       and (used_at is null or used_at < ${usedBefore})`);
}
