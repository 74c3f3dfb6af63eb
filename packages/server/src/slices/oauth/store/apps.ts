import type { Idempotency } from "#idempotency";
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

export type AppCreated = { readonly outcome: "created" | "replay" | "mismatch" | "too_many"; readonly app: AppId };

/** Runs `oauth.create_app`. `max`: of valid ones of the project; undefined: there is no limit. */
export async function insertApp(
  db: Db,
  app: App,
  { secret, max, idempotency }: { secret: SecretHash; max: number | undefined; idempotency: Idempotency | undefined },
): Promise<AppCreated> {
  return one(
    await db.query<AppCreated>(sql`
      select outcome, app
        from oauth.create_app(
               ${app.createdAt}, ${app.id}, ${app.clientId}, ${app.projectId}, ${app.name}, ${app.logoUrl ?? null},
               ${app.redirectUris}::text[], ${secret}, ${max ?? null}::int, ${idempotency?.scope ?? null},
               decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}

export type SecretRotated = {
  readonly outcome: "rotated" | "replay" | "mismatch" | "not_found";
  readonly ended: readonly SecretHash[];
};

/** Runs `oauth.rotate_secret`. `kept`: so many of those before stay valid. */
export async function replaceSecret(
  db: Db,
  { id, secret, kept }: { readonly id: AppId; readonly secret: SecretHash; readonly kept: number },
  { now, idempotency }: { readonly now: Date; readonly idempotency: Idempotency | undefined },
): Promise<SecretRotated> {
  return one(
    await db.query<SecretRotated>(sql`
      select outcome, ended
        from oauth.rotate_secret(
               ${now}, ${id}, ${secret}, ${kept}::int, ${idempotency?.scope ?? null},
               decode(${idempotency?.input ?? null}, 'hex'))`),
  );
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
