import type { Idempotency } from "#idempotency";
import { isUuid, type ProjectId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { App, AppId, ClientId } from "../model/app.ts";
import type { NewSecret } from "../model/client-secret.ts";

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
  { secret, max, idempotency }: { secret: NewSecret; max: number | undefined; idempotency: Idempotency | undefined },
): Promise<AppCreated> {
  return one(
    await db.query<AppCreated>(sql`
      select outcome, app
        from oauth.create_app(
               ${app.createdAt}, ${app.id}, ${app.clientId}, ${app.projectId}, ${app.name}, ${app.logoUrl ?? null},
               ${app.redirectUris}::text[], ${secret.hash}, ${secret.lastFour}, ${max ?? null}::int,
               ${idempotency?.scope ?? null}, decode(${idempotency?.input ?? null}, 'hex'))`),
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
