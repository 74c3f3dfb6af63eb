import { isUuid, type ProjectId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { App, AppId, ClientId, SecretHash } from "../model/app.ts";

type AppRow = Omit<App, "logoUrl" | "revokedAt"> & {
  readonly logoUrl: string | null;
  readonly revokedAt: Date | null;
};

function toApp({ logoUrl, revokedAt, ...row }: AppRow): App {
  return { ...row, logoUrl: logoUrl ?? undefined, revokedAt: revokedAt ?? undefined };
}

export async function insertApp(tx: Tx, app: App): Promise<void> {
  await tx.query(sql`
    insert into oauth.app (id, client_id, project_id, name, logo_url, redirect_uris, created_at)
    values (${app.id}, ${app.clientId}, ${app.projectId}, ${app.name}, ${app.logoUrl ?? null}, ${app.redirectUris},
            ${app.createdAt})`);
}

/** How many valid ones a project has; the project is locked, so it holds until the end of the transaction. */
export async function countAppsLocked(tx: Tx, projectId: ProjectId): Promise<number> {
  await tx.query(sql`select projects.lock_project(${projectId})`);
  const { count } = one(
    await tx.query<{ count: number }>(sql`
      select count(*)::int as count
        from oauth.app
       where project_id = ${projectId}
         and revoked_at is null`),
  );
  return count;
}

/** The application with this id or this client id, revoked or not. */
export async function findApp(db: Db | Tx, text: string): Promise<App | undefined> {
  const [row] = await db.query<AppRow>(sql`
    select id, client_id as "clientId", project_id as "projectId", name, logo_url as "logoUrl",
           redirect_uris as "redirectUris", created_at as "createdAt", revoked_at as "revokedAt"
      from oauth.app
     where id = ${isUuid(text) ? text : null}
        or client_id = ${text}`);
  return row && toApp(row);
}

/** Oldest first; of one project, or of all. */
export async function listApps(db: Db, projectId?: ProjectId): Promise<App[]> {
  const rows = await db.query<AppRow>(sql`
    select id, client_id as "clientId", project_id as "projectId", name, logo_url as "logoUrl",
           redirect_uris as "redirectUris", created_at as "createdAt", revoked_at as "revokedAt"
      from oauth.app
     where project_id = coalesce(${projectId ?? null}, project_id)
     order by id`);
  return rows.map(toApp);
}

export type Client = Pick<App, "clientId" | "name" | "logoUrl" | "redirectUris"> & {
  /** At least one. */
  readonly secretHashes: readonly Uint8Array[];
};

/** An application that may log people in: not revoked, and with a secret that is valid. */
export async function findClient(db: Db, clientId: string): Promise<Client | undefined> {
  const [row] = await db.query<Omit<Client, "logoUrl"> & { readonly logoUrl: string | null }>(sql`
    select client_id as "clientId", name, logo_url as "logoUrl", redirect_uris as "redirectUris",
           secret_hashes as "secretHashes"
      from oauth.find_clients(null, ${[clientId]})
     where client_id is not null`);
  return row && { ...row, logoUrl: row.logoUrl ?? undefined };
}

export async function updateApp(
  tx: Tx,
  { id, name, logoUrl, redirectUris }: Pick<App, "id" | "name" | "logoUrl" | "redirectUris">,
): Promise<void> {
  await tx.query(sql`
    update oauth.app
       set name = ${name},
           logo_url = ${logoUrl ?? null},
           redirect_uris = ${redirectUris}
     where id = ${id}`);
}

/** Locks the application until the end of the transaction; undefined when there is none that is valid. */
export async function lockApp(tx: Tx, id: AppId): Promise<ClientId | undefined> {
  const [row] = await tx.query<{ readonly clientId: ClientId }>(sql`
    select client_id as "clientId"
      from oauth.app
     where id = ${id}
       and revoked_at is null
       for update`);
  return row?.clientId;
}

export async function revokeAppRow(tx: Tx, id: AppId, now: Date): Promise<void> {
  await tx.query(sql`update oauth.app set revoked_at = ${now} where id = ${id}`);
}

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
    update oauth.app_secret
       set revoked_at = ${now}
     where secret_hash in (
       select secret_hash
         from oauth.app_secret
        where app_id = ${id}
          and revoked_at is null
        order by created_at desc, secret_hash
       offset ${kept})
    returning secret_hash as hash`);
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

/** When each valid secret was made, oldest first. */
export async function listSecretTimes(db: Db, id: AppId): Promise<readonly Date[]> {
  const rows = await db.query<{ readonly createdAt: Date }>(sql`
    select created_at as "createdAt"
      from oauth.app_secret
     where app_id = ${id}
       and revoked_at is null
     order by created_at, secret_hash`);
  return rows.map(({ createdAt }) => createdAt);
}
