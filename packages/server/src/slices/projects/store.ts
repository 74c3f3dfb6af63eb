import type { KeyAccess, PaymentPolicy, Scope } from "#kernel/caller.ts";
import { isUuid, type ProjectId, type ProjectKeyId, type WalletId } from "#kernel/ids.ts";
import { type Db, one, part, sql, type Tx } from "#platform/database/db.ts";
import { chooseLanguage, type Language } from "#texts/language.ts";
import { type KeyPolicy, type KeyPolicyChanges, namesAll } from "./model/key-policy.ts";
import { foldName, PROJECT_LANGUAGE_DEFAULT, type Project } from "./model/project.ts";
import type { KeyHash, ProjectKey } from "./model/project-key.ts";

type ProjectRow = Omit<Project, "language"> & { readonly language: string };

function toProject(row: ProjectRow): Project {
  return { ...row, language: chooseLanguage([row.language]) ?? PROJECT_LANGUAGE_DEFAULT };
}

export async function listProjects(db: Db): Promise<Project[]> {
  const rows = await db.query<ProjectRow>(sql`
    select id, name, handle, wallet_id as "walletId", language, created_at as "createdAt"
      from projects.project
     order by id`);
  return rows.map(toProject);
}

/** Of these projects those that there are. */
export async function listProjectsById(db: Db, ids: readonly ProjectId[]): Promise<Project[]> {
  const rows = await db.query<ProjectRow>(sql`
    select id, name, handle, wallet_id as "walletId", language, created_at as "createdAt"
      from projects.project
     where id = any (${ids}::uuid[])
     order by id`);
  return rows.map(toProject);
}

/** The project with this id or this name. */
export async function findProject(db: Db, nameOrId: string): Promise<Project | undefined> {
  const [project] = await db.query<ProjectRow>(sql`
    select id, name, handle, wallet_id as "walletId", language, created_at as "createdAt"
      from projects.project
     where id = ${isUuid(nameOrId) ? nameOrId : null}
        or folded_name = ${foldName(nameOrId)}`);
  return project && toProject(project);
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

/** False: there is no such project. */
export async function updateLanguage(db: Db, id: ProjectId, language: Language): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project
       set language = ${language}
     where id = ${id}
    returning id`);
  return rows.length > 0;
}

/** The highest fee limits that these projects may ask for, in basis points, by their ids. */
export async function listFeeCeilings(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const rows = await db.query<{ id: string; ceiling: bigint }>(sql`
    select id, fee_ceiling_bps::bigint as ceiling
      from projects.project
     where id = any (${ids}::uuid[])`);
  return new Map(rows.map(({ id, ceiling }) => [id, ceiling]));
}

/** False when it is not higher. */
export async function updateFeeCeiling(db: Db, id: ProjectId, basisPoints: bigint): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project
       set fee_ceiling_bps = ${basisPoints}
     where id = ${id}
       and fee_ceiling_bps > ${basisPoints}
    returning id`);
  return rows.length === 1;
}

/** What a valid key stands for. */
export type KeyOwner = {
  readonly projectId: ProjectId;
  readonly keyId: ProjectKeyId;
  readonly walletId: WalletId;
  readonly policy: PaymentPolicy;
  /** Undefined: the key has no policy, and waits for nothing. */
  readonly access: KeyAccess | undefined;
  readonly lastUsedAt: Date | undefined;
  /** Undefined: never. */
  readonly endsAt: Date | undefined;
};

type KeyOwnerRow = Omit<KeyOwner, "policy" | "access" | "lastUsedAt" | "endsAt"> &
  PaymentPolicy & {
    readonly isRestricted: boolean;
    readonly isUnconfirmed: boolean;
    readonly scopes: readonly Scope[] | null;
    readonly networks: readonly string[] | null;
    readonly lastUsedAt: Date | null;
    readonly endsAt: Date | null;
  };

const KEY_OWNER = part`
           k.project_id as "projectId",
           k.id as "keyId",
           p.wallet_id as "walletId",
           p.fee_ceiling_bps as "feeCeilingBasisPoints",
           p.internal_id_is_unique as "internalIdIsUnique",
           k.last_used_at as "lastUsedAt",
           k.ends_at as "endsAt",
           q.key_id is not null as "isRestricted",
           k.unconfirmed as "isUnconfirmed",
           q.scopes,
           q.networks
      from projects.project_key k
      join projects.project p on p.id = k.project_id
      left join projects.key_policy q on q.key_id = k.id`;

/** The project of a key that is not revoked. Who asks compares its end with the time. */
export async function findKeyOwner(db: Db, hash: KeyHash): Promise<KeyOwner | undefined> {
  const [row] = await db.query<KeyOwnerRow>(sql`
    select ${KEY_OWNER}
     where k.key_hash = decode(${hash}, 'hex')
       and k.revoked_at is null`);
  return row && toKeyOwner(row);
}

/** The same by the id of the key of a member, which has no secret. */
export async function findMemberKeyOwner(db: Db, id: ProjectKeyId): Promise<KeyOwner | undefined> {
  const [row] = await db.query<KeyOwnerRow>(sql`
    select ${KEY_OWNER}
     where k.id = ${id}
       and k.of_member
       and k.revoked_at is null`);
  return row && toKeyOwner(row);
}

function toKeyOwner(row: KeyOwnerRow): KeyOwner {
  const { projectId, keyId, walletId, lastUsedAt, endsAt, isRestricted, isUnconfirmed, scopes, networks, ...policy } =
    row;
  const access = {
    scopes: scopes ?? undefined,
    networks: networks ?? undefined,
    ...(isUnconfirmed && { isUnconfirmed }),
  };
  return {
    projectId,
    keyId,
    walletId,
    policy,
    access: isRestricted || isUnconfirmed ? access : undefined,
    lastUsedAt: lastUsedAt ?? undefined,
    endsAt: endsAt ?? undefined,
  };
}

/** Keys that wait for confirmation, and not for rules, may do again what they could; of all projects without one. */
export async function updateConfirmed(db: Db, project: ProjectId | undefined): Promise<number> {
  const rows = await db.query(sql`
    update projects.project_key k
       set unconfirmed = false
     where k.unconfirmed
       and not k.rules_changed
       and k.revoked_at is null
       and k.project_id = coalesce(${project ?? null}::uuid, k.project_id)
    returning 1`);
  return rows.length;
}

/** How many keys may only read since a restore, until an operator confirms them or gives them their rules. */
export async function countUnconfirmed(db: Db): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::int as count
      from projects.project_key k
     where k.unconfirmed
       and k.revoked_at is null`);
  return one(rows).count;
}

/** A valid key may only read until it was given its rules. False when it is none, or waits already. */
export async function updateWaitsForRules(db: Db, id: ProjectKeyId): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project_key k
       set rules_changed = true,
           unconfirmed = true
     where k.id = ${id}
       and k.revoked_at is null
       and not k.rules_changed
    returning 1`);
  return rows.length > 0;
}

/** Records the use of a key, unless another process recorded one after `usedBefore`. */
export async function touchKey(db: Db, keyId: ProjectKeyId, now: Date, usedBefore: Date): Promise<void> {
  await db.query(sql`
    update projects.project_key
       set last_used_at = ${now}
     where id = ${keyId}
       and (last_used_at is null or last_used_at < ${usedBefore})`);
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

export async function countValidKeys(tx: Tx, projectId: ProjectId, now: Date): Promise<number> {
  const { count } = one(
    await tx.query<{ count: number }>(sql`
      select count(*)::int as count
        from projects.project_key
       where project_id = ${projectId}
         and not of_member
         and revoked_at is null
         and (ends_at is null or ends_at > ${now})`),
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
    readonly endsAt: Date | undefined;
  },
): Promise<void> {
  await tx.query(sql`
    insert into projects.project_key (id, project_id, key_hash, prefix, created_at, ends_at)
    values (${key.id}, ${key.projectId}, decode(${key.hash}, 'hex'), ${key.prefix}, ${key.createdAt},
            ${key.endsAt ?? null})`);
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

/** Of these keys those that are valid. */
export async function listValidKeys(db: Db, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select id
      from projects.project_key
     where id = any (${ids}::uuid[])
       and revoked_at is null`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Writes the rules that `changes` names into the policy of a valid key, and makes one when it has none; the other rules
 * stay. A key that waits for its rules has them when all are named. One statement: payments of the key wait for this
 * row while they hold the ledger. Returns the key's hash; undefined when there is no valid key with this id.
 */
export async function savePolicy(
  db: Db | Tx,
  keyId: ProjectKeyId,
  changes: KeyPolicyChanges,
): Promise<KeyHash | undefined> {
  const { scopes, cap, daily, destinations, networks } = changes;
  const [key] = await db.query<{ hash: KeyHash }>(sql`
    with given as (
      update projects.project_key k
         set rules_changed = false
       where k.id = ${keyId}
         and k.rules_changed
         and ${namesAll(changes)}
    )
    insert into projects.key_policy as q (key_id, scopes, cap_msats, daily_msats, destinations, networks)
    select k.id, ${scopes ?? null}, ${cap ?? null}, ${daily ?? null}, ${destinations ?? null}, ${networks ?? null}
      from projects.project_key k
     where k.id = ${keyId}
       and k.revoked_at is null
        on conflict (key_id) do update
       set scopes = case when ${"scopes" in changes} then excluded.scopes else q.scopes end,
           cap_msats = case when ${"cap" in changes} then excluded.cap_msats else q.cap_msats end,
           daily_msats = case when ${"daily" in changes} then excluded.daily_msats else q.daily_msats end,
           destinations = case when ${"destinations" in changes} then excluded.destinations else q.destinations end,
           networks = case when ${"networks" in changes} then excluded.networks else q.networks end
    returning (select encode(k.key_hash, 'hex') from projects.project_key k where k.id = q.key_id) as hash`);
  return key?.hash;
}

type KeyRow = Omit<ProjectKey, "revokedAt" | "endsAt" | "lastUsedAt"> & {
  readonly revokedAt: Date | null;
  readonly endsAt: Date | null;
  readonly lastUsedAt: Date | null;
};

/** All keys of a project, the revoked ones too, oldest first; those of members are not among them. */
export async function listKeys(db: Db, projectId: ProjectId): Promise<ProjectKey[]> {
  const rows = await db.query<KeyRow>(sql`
    select k.id,
           k.project_id as "projectId",
           k.prefix,
           k.created_at as "createdAt",
           k.revoked_at as "revokedAt",
           k.ends_at as "endsAt",
           k.last_used_at as "lastUsedAt",
           k.unconfirmed as "isUnconfirmed",
           k.rules_changed as "waitsForRules",
           exists (select from projects.key_policy q where q.key_id = k.id) as "isRestricted"
      from projects.project_key k
     where k.project_id = ${projectId}
       and not k.of_member
     order by k.id`);
  return rows.map(toKey);
}

function toKey(row: KeyRow): ProjectKey {
  const { revokedAt, endsAt, lastUsedAt } = row;
  return {
    ...row,
    revokedAt: revokedAt ?? undefined,
    endsAt: endsAt ?? undefined,
    lastUsedAt: lastUsedAt ?? undefined,
  };
}

/** A key, its policy, and what its payments took in the 24 hours that end with the hour of `now`. */
export type KeyWithPolicy = { readonly key: ProjectKey; readonly policy: KeyPolicy; readonly spent: bigint };

type PolicyRow = KeyRow & { readonly spent: bigint } & {
  readonly [Rule in keyof KeyPolicy]: Exclude<KeyPolicy[Rule], undefined> | null;
};

export async function findKey(db: Db, id: ProjectKeyId, now: Date): Promise<KeyWithPolicy | undefined> {
  const [row] = await db.query<PolicyRow>(sql`
    select k.id,
           k.project_id as "projectId",
           k.prefix,
           k.created_at as "createdAt",
           k.revoked_at as "revokedAt",
           k.ends_at as "endsAt",
           k.last_used_at as "lastUsedAt",
           k.unconfirmed as "isUnconfirmed",
           k.rules_changed as "waitsForRules",
           q.key_id is not null as "isRestricted",
           q.scopes,
           q.cap_msats as cap,
           q.daily_msats as daily,
           q.destinations,
           q.networks,
           coalesce(projects.spent_until(q, floor(extract(epoch from ${now}::timestamptz) / 3600)::int), 0) as spent
      from projects.project_key k
      left join projects.key_policy q on q.key_id = k.id
     where k.id = ${id}`);
  if (row === undefined) return undefined;
  const { scopes, cap, daily, destinations, networks, spent, ...key } = row;
  const policy = {
    scopes: scopes ?? undefined,
    cap: cap ?? undefined,
    daily: daily ?? undefined,
    destinations: destinations ?? undefined,
    networks: networks ?? undefined,
  };
  return { key: toKey(key), policy, spent };
}
