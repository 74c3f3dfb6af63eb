import { sql, type Tx } from "#platform/database/db.ts";
import { SECRETS_MAX } from "../model/app.ts";

/** Codes and tokens whose grant is not there, or is another's. `id`: hexadecimal digits of the hash. */
export async function listWithoutGrant(
  tx: Tx,
  limit: number,
): Promise<{ readonly model: string; readonly id: string }[]> {
  return await tx.query(sql`
    select t.model, encode(t.id_hash, 'hex') as id
      from oauth.artifact t
      left join oauth.artifact g
        on g.grant_id = t.grant_id
       and g.model = 'Grant'
     where t.model in ('AccessToken', 'RefreshToken', 'AuthorizationCode')
       and (g.user_id is distinct from t.user_id or g.client_id is distinct from t.client_id)
     limit ${limit}`);
}

export async function listAppsWithoutSecret(
  tx: Tx,
  limit: number,
): Promise<{ readonly id: string; readonly secrets: bigint }[]> {
  return await tx.query(sql`
    select a.id, count(s.secret_hash) as secrets
      from oauth.app a
      left join oauth.app_secret s
        on s.app_id = a.id
       and s.revoked_at is null
     where a.revoked_at is null
     group by a.id
    having count(s.secret_hash) not between 1 and ${SECRETS_MAX}
     limit ${limit}`);
}

export async function listLeftOfRevoked(tx: Tx, limit: number): Promise<{ readonly id: string }[]> {
  return await tx.query(sql`
    select a.id
      from oauth.app a
     where a.revoked_at is not null
       and (exists (select from oauth.artifact t where t.client_id = a.client_id)
         or exists (select from oauth.consent c where c.client_id = a.client_id))
     limit ${limit}`);
}
