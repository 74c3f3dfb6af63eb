import type { UserId } from "#kernel/ids.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import type { App } from "../model/app.ts";

export type ArtifactKey = { readonly model: string; readonly idHash: Uint8Array };

export type NewArtifact = ArtifactKey & {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly grantId: string | undefined;
  /** SHA-256 of the grant's id, when the artifact belongs to one that must be there. */
  readonly grantHash?: Uint8Array | undefined;
  readonly uid: string | undefined;
  readonly userId: string | undefined;
  readonly clientId: string | undefined;
  readonly expiresAt: Date;
};

export type Artifact = { readonly payload: Readonly<Record<string, unknown>>; readonly consumedAt: Date | undefined };

export async function findArtifactByUid(db: Db, model: string, uid: string): Promise<Artifact | undefined> {
  const [row] = await db.query<Pick<Artifact, "payload"> & { readonly consumedAt: Date | null }>(sql`
    select payload, consumed_at as "consumedAt"
      from oauth.artifact
     where model = ${model}
       and uid = ${uid}`);
  return row && { payload: row.payload, consumedAt: row.consumedAt ?? undefined };
}

/**
 * Marks what may be used once, a code, as used. Check and mark are one statement, so of several that race one gets it.
 * No batch: a call that is repeated after its connection broke would find its own mark and take it for another's.
 */
export async function consumeArtifact(db: Db, { model, idHash }: ArtifactKey, now: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update oauth.artifact
       set consumed_at = ${now}
     where model = ${model}
       and id_hash = ${idHash}
       and consumed_at is null
    returning model`);
  return rows.length === 1;
}

/** Whose an authorization was. */
export type Family = { readonly userId: UserId; readonly clientId: string };

/** Ends what the authorization gave that this artifact comes from, as `deleteByGrant` does. */
export async function deleteFamilyOf(tx: Tx, { model, idHash }: ArtifactKey): Promise<Family | undefined> {
  const [row] = await tx.query<{ readonly grantId: string | null }>(sql`
    select grant_id as "grantId"
      from oauth.artifact
     where model = ${model}
       and id_hash = ${idHash}`);
  return row?.grantId == null ? undefined : await deleteByGrant(tx, row.grantId);
}

export async function deleteArtifact(db: Db, { model, idHash }: ArtifactKey): Promise<void> {
  await db.query(sql`delete from oauth.artifact where model = ${model} and id_hash = ${idHash}`);
}

/**
 * Ends what one authorization gave: its grant, codes and tokens. The grant goes first, by a statement of its own, which
 * waits for codes and tokens that are being stored: the next one sees them. Returns whose it was; undefined when it had
 * ended before.
 */
export async function deleteByGrant(tx: Tx, grantId: string): Promise<Family | undefined> {
  const [family] = await tx.query<Family>(sql`
    delete from oauth.artifact
     where model = 'Grant'
       and grant_id = ${grantId}
    returning user_id as "userId", client_id as "clientId"`);
  await tx.query(sql`delete from oauth.artifact where grant_id = ${grantId}`);
  return family;
}

/**
 * Ends all that an application has of a user; without `clientId` all that there is of the user. Grants first, as above.
 */
export async function deleteOfUser(
  tx: Tx,
  { userId, clientId }: { readonly userId: UserId; readonly clientId: string | undefined },
): Promise<void> {
  await tx.query(sql`
    delete from oauth.artifact
     where model = 'Grant'
       and user_id = ${userId}
       and (${clientId ?? null}::text is null or client_id = ${clientId ?? null})`);
  await tx.query(sql`
    delete from oauth.artifact
     where user_id = ${userId}
       and (${clientId ?? null}::text is null or client_id = ${clientId ?? null})`);
}

/** Grants first, as above. */
export async function deleteOfClient(tx: Tx, clientId: string): Promise<void> {
  await tx.query(sql`delete from oauth.artifact where model = 'Grant' and client_id = ${clientId}`);
  await tx.query(sql`delete from oauth.artifact where client_id = ${clientId}`);
}

/** Deletes some of what expired. Returns how many. */
export async function deleteExpired(db: Db, now: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from oauth.artifact
     where (model, id_hash) in (
       select model, id_hash
         from oauth.artifact
        where expires_at < ${now}
        order by expires_at
        limit ${limit})
    returning model`);
  return rows.length;
}

/** Deletes some of the grants from before `madeBefore` that no code or token belongs to any more. Returns how many. */
export async function deleteBareGrants(db: Db, madeBefore: Date, limit: number): Promise<number> {
  const rows = await db.query(sql`
    delete from oauth.artifact
     where (model, id_hash) in (
       select g.model, g.id_hash
         from oauth.artifact g
        where g.model = 'Grant'
          and g.created_at < ${madeBefore}
          and not exists (
            select from oauth.artifact t
             where t.grant_id = g.grant_id
               and t.model <> 'Grant')
        order by g.created_at
        limit ${limit})
    returning model`);
  return rows.length;
}

/** Name of the application whose request for a login has this id. */
export async function findAppOfLogin(db: Db, idHash: Uint8Array): Promise<Pick<App, "name" | "logoUrl"> | undefined> {
  const [row] = await db.query<{ readonly name: string; readonly logoUrl: string | null }>(sql`
    select a.name, a.logo_url as "logoUrl"
      from oauth.artifact t
      join oauth.app a
        on a.client_id = t.payload -> 'params' ->> 'client_id'
     where t.model = 'Interaction'
       and t.id_hash = ${idHash}`);
  return row && { name: row.name, logoUrl: row.logoUrl ?? undefined };
}
