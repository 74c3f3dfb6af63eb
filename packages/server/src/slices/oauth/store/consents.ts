import type { UserId } from "#kernel/ids.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import type { ClientId } from "../model/app.ts";

export async function findConsent(db: Db, userId: string, clientId: string): Promise<readonly string[] | undefined> {
  const [row] = await db.query<{ readonly scopes: readonly string[] }>(sql`
    select scopes
      from oauth.consent
     where user_id = ${userId}
       and client_id = ${clientId}`);
  return row?.scopes;
}

/** Adds what was allowed now to what was before. */
export async function saveConsent(
  db: Db,
  { userId, clientId, scopes, now }: { userId: string; clientId: string; scopes: readonly string[]; now: Date },
): Promise<void> {
  await db.query(sql`
    insert into oauth.consent as c (user_id, client_id, scopes, created_at, updated_at)
    values (${userId}, ${clientId}, ${scopes}, ${now}, ${now})
        on conflict (user_id, client_id) do update
       set scopes = array(select distinct s from unnest(c.scopes || excluded.scopes) s order by s),
           updated_at = excluded.updated_at`);
}

export type ConnectedApp = {
  readonly clientId: ClientId;
  readonly name: string;
  readonly logoUrl: string | null;
  readonly scopes: readonly string[];
  readonly since: Date;
  readonly lastAllowedAt: Date;
};

/** The applications that a user allowed something, the newest first. */
export async function listConnectedApps(db: Db, userId: UserId): Promise<ConnectedApp[]> {
  return await db.query<ConnectedApp>(sql`
    select a.client_id as "clientId", a.name, a.logo_url as "logoUrl", c.scopes, c.created_at as since,
           c.updated_at as "lastAllowedAt"
      from oauth.consent c
      join oauth.app a on a.client_id = c.client_id
     where c.user_id = ${userId}
       and a.revoked_at is null
     order by c.updated_at desc, a.client_id`);
}

export async function deleteConsentsOfApp(tx: Tx, clientId: string): Promise<void> {
  await tx.query(sql`delete from oauth.consent where client_id = ${clientId}`);
}

/** Takes back what a user allowed; without `clientId` to all applications. Returns how many it was allowed to. */
export async function deleteConsent(tx: Tx, userId: UserId, clientId: string | undefined): Promise<number> {
  const rows = await tx.query(sql`
    delete from oauth.consent
     where user_id = ${userId}
       and client_id = coalesce(${clientId ?? null}, client_id)
    returning client_id`);
  return rows.length;
}
