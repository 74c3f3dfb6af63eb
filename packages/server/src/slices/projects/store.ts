import type { PaymentPolicy } from "#kernel/caller.ts";
import { isUuid, type ProjectId, type ProjectKeyId, type WalletId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import { foldName, type Project } from "./model/project.ts";
import type { KeyHash, ProjectKey } from "./model/project-key.ts";

export async function listProjects(db: Db): Promise<Project[]> {
  return db.query<Project>(sql`
    select id, name, handle, wallet_id as "walletId", created_at as "createdAt"
      from projects.project
     order by id`);
}

/** The project with this id or this name. */
export async function findProject(db: Db, nameOrId: string): Promise<Project | undefined> {
  const [project] = await db.query<Project>(sql`
    select id, name, handle, wallet_id as "walletId", created_at as "createdAt"
      from projects.project
     where id = ${isUuid(nameOrId) ? nameOrId : null}
        or folded_name = ${foldName(nameOrId)}`);
  return project;
}

export async function findPolicy(db: Db, id: ProjectId): Promise<PaymentPolicy> {
  return one(
    await db.query<PaymentPolicy>(sql`
      select fee_ceiling_bps as "feeCeilingBasisPoints", internal_id_is_unique as "internalIdIsUnique"
        from projects.project
       where id = ${id}`),
  );
}

type NamedSettings = { readonly [Name in keyof PaymentPolicy]: PaymentPolicy[Name] | undefined } & {
  readonly name: string | undefined;
};

/** Runs `projects.change`; `undefined` leaves a setting as it is. */
export async function updateProject(
  db: Db,
  id: ProjectId,
  { name, feeCeilingBasisPoints, internalIdIsUnique }: NamedSettings,
): Promise<"changed" | "name_taken" | "not_found"> {
  const { outcome } = one(
    await db.query<{ outcome: "changed" | "name_taken" | "not_found" }>(sql`
      select projects.change(
               ${id}, ${name ?? null}, ${name === undefined ? null : foldName(name)}, ${feeCeilingBasisPoints ?? null},
               ${internalIdIsUnique ?? null}) as outcome`),
  );
  return outcome;
}

/** What a valid key stands for. */
export type KeyOwner = {
  readonly projectId: ProjectId;
  readonly keyId: ProjectKeyId;
  readonly walletId: WalletId;
  readonly policy: PaymentPolicy;
  readonly lastUsedAt: Date | undefined;
};

/** The project of a key, while the key is valid. */
export async function findKeyOwner(db: Db, hash: KeyHash): Promise<KeyOwner | undefined> {
  const [row] = await db.query<
    Omit<KeyOwner, "policy" | "lastUsedAt"> & PaymentPolicy & { lastUsedAt: Date | null }
  >(sql`
    select k.project_id as "projectId",
           k.id as "keyId",
           p.wallet_id as "walletId",
           p.fee_ceiling_bps as "feeCeilingBasisPoints",
           p.internal_id_is_unique as "internalIdIsUnique",
           k.last_used_at as "lastUsedAt"
      from projects.project_key k
      join projects.project p on p.id = k.project_id
     where k.key_hash = decode(${hash}, 'hex')
       and k.revoked_at is null`);
  if (row === undefined) return undefined;
  const { projectId, keyId, walletId, lastUsedAt, ...policy } = row;
  return { projectId, keyId, walletId, policy, lastUsedAt: lastUsedAt ?? undefined };
}

/** Notes the use of a key, unless another process noted one after `notedBefore`. */
export async function touchKey(db: Db, keyId: ProjectKeyId, now: Date, notedBefore: Date): Promise<void> {
  await db.query(sql`
    update projects.project_key
       set last_used_at = ${now}
     where id = ${keyId}
       and (last_used_at is null or last_used_at < ${notedBefore})`);
}

/** Locks the project, so that its keys are counted by one request at a time. False when there is none. */
export async function lockProject(tx: Tx, id: ProjectId): Promise<boolean> {
  const rows = await tx.query(sql`
    select p.id
      from projects.project p
     where p.id = ${id}
       for update`);
  return rows.length > 0;
}

export async function countValidKeys(tx: Tx, projectId: ProjectId): Promise<number> {
  const { count } = one(
    await tx.query<{ count: number }>(sql`
      select count(*)::int as count
        from projects.project_key
       where project_id = ${projectId}
         and revoked_at is null`),
  );
  return count;
}

export async function insertKey(
  tx: Tx,
  key: {
    readonly id: ProjectKeyId;
    readonly projectId: ProjectId;
    readonly hash: KeyHash;
    readonly prefix: string;
    readonly createdAt: Date;
  },
): Promise<void> {
  await tx.query(sql`
    insert into projects.project_key (id, project_id, key_hash, prefix, created_at)
    values (${key.id}, ${key.projectId}, decode(${key.hash}, 'hex'), ${key.prefix}, ${key.createdAt})`);
}

/** Revokes a valid key and returns its hash; undefined when there is no valid key with this id. */
export async function markKeyRevoked(db: Db, id: ProjectKeyId, now: Date): Promise<KeyHash | undefined> {
  const [key] = await db.query<{ hash: KeyHash }>(sql`
    update projects.project_key
       set revoked_at = ${now}
     where id = ${id}
       and revoked_at is null
    returning encode(key_hash, 'hex') as hash`);
  return key?.hash;
}

type KeyRow = Omit<ProjectKey, "revokedAt" | "lastUsedAt"> & {
  readonly revokedAt: Date | null;
  readonly lastUsedAt: Date | null;
};

/** All keys of a project, the revoked ones too, oldest first. */
export async function listKeys(db: Db, projectId: ProjectId): Promise<ProjectKey[]> {
  const rows = await db.query<KeyRow>(sql`
    select id,
           project_id as "projectId",
           prefix,
           created_at as "createdAt",
           revoked_at as "revokedAt",
           last_used_at as "lastUsedAt"
      from projects.project_key
     where project_id = ${projectId}
     order by id`);
  return rows.map((row) => ({
    ...row,
    revokedAt: row.revokedAt ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
  }));
}

/** Projects whose wallet is not theirs. */
export async function listProjectsWithoutWallet(tx: Tx, limit: number): Promise<{ readonly id: ProjectId }[]> {
  return await tx.query(sql`
    select p.id
      from projects.project p
     where not wallets.is_owned(p.wallet_id, 'project', p.id)
     limit ${limit}`);
}

/** Projects whose handle is not the name of their wallet. */
export async function listProjectsWithoutName(tx: Tx, limit: number): Promise<{ readonly id: ProjectId }[]> {
  return await tx.query(sql`
    select p.id
      from projects.project p
     where not wallets.has_name(p.wallet_id, p.handle)
     limit ${limit}`);
}
