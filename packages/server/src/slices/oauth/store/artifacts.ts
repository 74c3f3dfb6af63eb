import type { UserId } from "#kernel/ids.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";

export type ArtifactKey = { readonly model: string; readonly idHash: Uint8Array };

export type NewArtifact = ArtifactKey & {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly grantId: string | undefined;
  readonly uid: string | undefined;
  readonly userId: string | undefined;
  readonly clientId: string | undefined;
  readonly now: Date;
  readonly expiresAt: Date;
};

export type Artifact = { readonly payload: Readonly<Record<string, unknown>>; readonly consumedAt: Date | undefined };

type ArtifactRow = { readonly payload: Artifact["payload"]; readonly consumedAt: Date | null };

function toArtifact(row: ArtifactRow | undefined): Artifact | undefined {
  return row && { payload: row.payload, consumedAt: row.consumedAt ?? undefined };
}

/**
 * Stores it anew or once more. False: it is a code or a token, and its grant was ended. Until this statement is over the grant stays
 * (`deleteByGrant`), so nothing is stored after the end of its grant.
 */
export async function saveArtifact(db: Db, artifact: NewArtifact): Promise<boolean> {
  const needsGrant = NEED_GRANT.has(artifact.model);
  const rows = await db.query(sql`
    with alive as (
      select
        from oauth.artifact g
       where g.model = 'Grant'
         and g.id_hash = sha256(convert_to(${artifact.grantId ?? null}, 'UTF8'))
         for key share)
    insert into oauth.artifact (model, id_hash, payload, grant_id, uid, user_id, client_id, created_at, expires_at)
    select ${artifact.model}, ${artifact.idHash}::bytea, ${JSON.stringify(artifact.payload)}::jsonb, ${artifact.grantId ?? null},
           ${artifact.uid ?? null}, ${artifact.userId ?? null}::uuid, ${artifact.clientId ?? null}, ${artifact.now}::timestamptz,
           ${artifact.expiresAt}::timestamptz
     where not ${needsGrant}::boolean
        or exists (select from alive)
        on conflict (model, id_hash) do update
       set payload = excluded.payload,
           grant_id = excluded.grant_id,
           uid = excluded.uid,
           user_id = excluded.user_id,
           client_id = excluded.client_id,
           expires_at = excluded.expires_at
    returning model`);
  return rows.length === 1;
}

/** What a grant gives. */
const NEED_GRANT: ReadonlySet<string> = new Set(["AuthorizationCode", "AccessToken", "RefreshToken"]);

export async function findArtifact(db: Db, { model, idHash }: ArtifactKey): Promise<Artifact | undefined> {
  const [row] = await db.query<ArtifactRow>(sql`
    select payload, consumed_at as "consumedAt"
      from oauth.artifact
     where model = ${model}
       and id_hash = ${idHash}`);
  return toArtifact(row);
}

export async function findArtifactByUid(db: Db, model: string, uid: string): Promise<Artifact | undefined> {
  const [row] = await db.query<ArtifactRow>(sql`
    select payload, consumed_at as "consumedAt"
      from oauth.artifact
     where model = ${model}
       and uid = ${uid}`);
  return toArtifact(row);
}

/**
 * Marks a code or a refresh token as used. Check and mark are one statement, so of several that race one gets it. One that was used
 * is refused, unless that was after `graceAfter`: then its first time stays. Without it all are refused.
 */
export async function consumeArtifact(
  db: Db,
  { model, idHash, now, graceAfter }: ArtifactKey & { readonly now: Date; readonly graceAfter: Date | undefined },
): Promise<boolean> {
  const rows = await db.query(sql`
    update oauth.artifact
       set consumed_at = coalesce(consumed_at, ${now})
     where model = ${model}
       and id_hash = ${idHash}
       and (consumed_at is null or consumed_at > ${graceAfter ?? null})
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
 * Ends what one authorization gave: its grant, codes and tokens. The grant goes first, by a statement of its own, which waits for codes
 * and tokens that are being stored: the next one sees them. Returns whose it was; undefined when it had ended before.
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

/** Ends all that an application has of a user; without `clientId` all that there is of the user. Grants first, as above. */
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
export async function findAppOfLogin(db: Db, idHash: Uint8Array): Promise<string | undefined> {
  const [row] = await db.query<{ readonly name: string }>(sql`
    select a.name
      from oauth.artifact t
      join oauth.app a
        on a.client_id = t.payload -> 'params' ->> 'client_id'
     where t.model = 'Interaction'
       and t.id_hash = ${idHash}`);
  return row?.name;
}
