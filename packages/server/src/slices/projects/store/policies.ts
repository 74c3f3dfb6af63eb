import type { ProjectId, ProjectKeyId } from "#kernel/ids.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import type { Budget, Budgets } from "../model/budget.ts";
import { type KeyPolicy, type KeyPolicyChanges, namesAll } from "../model/key-policy.ts";
import type { KeyHash, ProjectKey } from "../model/project-key.ts";

type KeyRow = Omit<
  ProjectKey,
  "name" | "revokedAt" | "endsAt" | "lastUsedAt" | "rolledFrom" | "rolledTo" | "rulesOf"
> & {
  readonly name: string | null;
  readonly revokedAt: Date | null;
  readonly endsAt: Date | null;
  readonly lastUsedAt: Date | null;
  readonly rolledFrom: ProjectKeyId | null;
  readonly rolledTo: ProjectKeyId | null;
  readonly rulesOf: ProjectKeyId | null;
};

const KEY = part`
  k.id,
  k.project_id as "projectId",
  k.prefix,
  k.name,
  k.created_at as "createdAt",
  k.revoked_at as "revokedAt",
  k.ends_at as "endsAt",
  k.last_used_at as "lastUsedAt",
  k.rolled_from as "rolledFrom",
  (select n.id from projects.project_key n where n.rolled_from = k.id) as "rolledTo",
  k.rules_of as "rulesOf",
  k.unconfirmed as "isUnconfirmed",
  k.rules_changed as "waitsForRules",
  q.key_id is not null as "isRestricted"`;

/** All keys of a project, the revoked ones too, oldest first; those of members are not among them. */
export async function listKeys(db: Db, projectId: ProjectId): Promise<ProjectKey[]> {
  const rows = await db.query<KeyRow>(sql`
    select ${KEY}
      from projects.project_key k
      left join projects.key_policy q on q.key_id = coalesce(k.rules_of, k.id)
     where k.project_id = ${projectId}
       and not k.of_member
     order by k.id`);
  return rows.map(toKey);
}

/** The one of them with this id; undefined when the project has none. */
export async function findListedKey(db: Db, projectId: ProjectId, id: string): Promise<ProjectKey | undefined> {
  const [row] = await db.query<KeyRow>(sql`
    select ${KEY}
      from projects.project_key k
      left join projects.key_policy q on q.key_id = coalesce(k.rules_of, k.id)
     where k.id = ${id}
       and k.project_id = ${projectId}
       and not k.of_member`);
  return row && toKey(row);
}

function toKey(row: KeyRow): ProjectKey {
  return {
    id: row.id,
    projectId: row.projectId,
    prefix: row.prefix,
    name: row.name ?? row.prefix,
    createdAt: row.createdAt,
    revokedAt: row.revokedAt ?? undefined,
    endsAt: row.endsAt ?? undefined,
    lastUsedAt: row.lastUsedAt ?? undefined,
    rolledFrom: row.rolledFrom ?? undefined,
    rolledTo: row.rolledTo ?? undefined,
    rulesOf: row.rulesOf ?? undefined,
    isUnconfirmed: row.isUnconfirmed,
    waitsForRules: row.waitsForRules,
    isRestricted: row.isRestricted,
  };
}

/** A key, its policy, and what its payments took. */
export type KeyWithPolicy = {
  readonly key: ProjectKey;
  readonly policy: KeyPolicy;
  /** How often the policy was changed; 0 when there is none. */
  readonly rulesNo: number;
  readonly budgets: Budgets;
};

type PolicyColumns = { readonly [Rule in keyof KeyPolicy]: Exclude<KeyPolicy[Rule], undefined> | null };

type PolicyRow = KeyRow &
  PolicyColumns & {
    readonly rulesNo: number | null;
    readonly spentDay: bigint | null;
    readonly spentWeek: bigint | null;
    readonly spentMonth: bigint | null;
    readonly lessDay: Date | null;
    readonly lessWeek: Date | null;
    readonly lessMonth: Date | null;
  };

const RULES = part`
  q.scopes,
  q.cap_msats as cap,
  q.daily_msats as daily,
  q.weekly_msats as weekly,
  q.monthly_msats as monthly,
  q.destinations,
  q.networks`;

const STANDING = part`
  q.rules_no as "rulesNo",
  s.spent_day as "spentDay",
  s.spent_week as "spentWeek",
  s.spent_month as "spentMonth",
  s.less_day as "lessDay",
  s.less_week as "lessWeek",
  s.less_month as "lessMonth"`;

const KEY_WITH_POLICY = (now: Date) => part`
    select ${KEY}, ${RULES}, ${STANDING}
      from projects.project_key k
      left join projects.key_policy q on q.key_id = coalesce(k.rules_of, k.id)
      left join lateral projects.standing_of_keys(${now}, array[q.key_id]) s on true`;

/** The key with this id, also one that has ended, and that of a member. */
export async function findKey(db: Db, id: ProjectKeyId, now: Date): Promise<KeyWithPolicy | undefined> {
  const [row] = await db.query<PolicyRow>(sql`
    ${KEY_WITH_POLICY(now)}
     where k.id = ${id}`);
  return row && toKeyWithPolicy(row);
}

/** The same of several keys. */
export async function listKeysById(db: Db, ids: readonly ProjectKeyId[], now: Date): Promise<readonly KeyWithPolicy[]> {
  const rows = await db.query<PolicyRow>(sql`
    ${KEY_WITH_POLICY(now)}
     where k.id = any (${ids}::uuid[])`);
  return rows.map(toKeyWithPolicy);
}

/** The key with this id where it has a secret; of this project, if one is named. */
export async function findOwnKey(
  db: Db,
  id: ProjectKeyId,
  now: Date,
  projectId: ProjectId | undefined,
): Promise<KeyWithPolicy | undefined> {
  const [row] = await db.query<PolicyRow>(sql`
    ${KEY_WITH_POLICY(now)}
     where k.id = ${id}
       and not k.of_member
       and k.project_id = coalesce(${projectId ?? null}::uuid, k.project_id)`);
  return row && toKeyWithPolicy(row);
}

/**
 * A page of the keys of a project, the revoked ones too, newest first, before the key `before`; those of members are
 * not among them.
 */
export async function listKeysWithPolicies(
  db: Db,
  {
    projectId,
    before,
    limit,
    now,
  }: {
    readonly projectId: ProjectId;
    readonly before: ProjectKeyId | undefined;
    readonly limit: number;
    readonly now: Date;
  },
): Promise<KeyWithPolicy[]> {
  const rows = await db.query<PolicyRow>(sql`
    ${KEY_WITH_POLICY(now)}
     where k.project_id = ${projectId}
       and not k.of_member
       and (${before ?? null}::uuid is null or k.id < ${before ?? null}::uuid)
     order by k.id desc
     limit ${limit}`);
  return rows.map(toKeyWithPolicy);
}

function toPolicy(row: PolicyColumns): KeyPolicy {
  return {
    scopes: row.scopes ?? undefined,
    cap: row.cap ?? undefined,
    daily: row.daily ?? undefined,
    weekly: row.weekly ?? undefined,
    monthly: row.monthly ?? undefined,
    destinations: row.destinations ?? undefined,
    networks: row.networks ?? undefined,
  };
}

function toKeyWithPolicy(row: PolicyRow): KeyWithPolicy {
  const policy = toPolicy(row);
  const budget = (limit: Budget["limit"], spent: bigint | null, lessAt: Date | null): Budget => ({
    limit,
    spent: spent ?? 0n,
    lessAt: lessAt ?? undefined,
  });
  return {
    key: toKey(row),
    policy,
    rulesNo: row.rulesNo ?? 0,
    budgets: {
      daily: budget(policy.daily, row.spentDay, row.lessDay),
      weekly: budget(policy.weekly, row.spentWeek, row.lessWeek),
      monthly: budget(policy.monthly, row.spentMonth, row.lessMonth),
    },
  };
}

/**
 * Writes the rules that `changes` names into the policy of a valid key, and makes one when it has none; the other rules
 * stay. Keys that share it have them too. A key that waits for its rules has them when all are named. One statement:
 * payments of the key wait for this row while they hold the ledger. Returns the hashes of the keys that have the
 * policy; none when there is no valid key with this id, or its policy is not the one that was changed `rulesNo` times.
 */
export async function savePolicy(
  db: Db,
  keyId: ProjectKeyId,
  changes: KeyPolicyChanges,
  rulesNo?: number,
): Promise<readonly KeyHash[]> {
  const { scopes, cap, daily, weekly, monthly, destinations, networks } = changes;
  const rows = await db.query<{ hash: KeyHash }>(sql`
    with saved as (
      insert into projects.key_policy as q (
        key_id, scopes, cap_msats, daily_msats, weekly_msats, monthly_msats, destinations, networks, rules_no)
      select coalesce(k.rules_of, k.id), ${scopes ?? null}::text[], ${cap ?? null}::bigint, ${daily ?? null}::bigint,
             ${weekly ?? null}::bigint, ${monthly ?? null}::bigint, ${destinations ?? null}::text[],
             ${networks ?? null}::text[], 1
        from projects.project_key k
       where k.id = ${keyId}
         and k.revoked_at is null
          on conflict (key_id) do update
         set scopes = case when ${"scopes" in changes} then excluded.scopes else q.scopes end,
             cap_msats = case when ${"cap" in changes} then excluded.cap_msats else q.cap_msats end,
             daily_msats = case when ${"daily" in changes} then excluded.daily_msats else q.daily_msats end,
             weekly_msats = case when ${"weekly" in changes} then excluded.weekly_msats else q.weekly_msats end,
             monthly_msats = case when ${"monthly" in changes} then excluded.monthly_msats else q.monthly_msats end,
             destinations = case when ${"destinations" in changes} then excluded.destinations else q.destinations end,
             networks = case when ${"networks" in changes} then excluded.networks else q.networks end,
             rules_no = q.rules_no + 1
       where q.rules_no = coalesce(${rulesNo ?? null}::int, q.rules_no)
      returning q.key_id),
    given as (
      update projects.project_key k
         set rules_changed = false
        from saved s
       where coalesce(k.rules_of, k.id) = s.key_id
         and k.rules_changed
         and ${namesAll(changes)}
    )
    select encode(k.key_hash, 'hex') as hash
      from projects.project_key k
      join saved s
        on coalesce(k.rules_of, k.id) = s.key_id`);
  return rows.map(({ hash }) => hash);
}

/** The rules under these ids, where a valid key has them and does not wait for others. */
export async function listRules(
  db: Db,
  ids: readonly ProjectKeyId[],
): Promise<readonly { readonly keyId: ProjectKeyId; readonly policy: KeyPolicy }[]> {
  const rows = await db.query<{ keyId: ProjectKeyId } & PolicyColumns>(sql`
    select w.id as "keyId", ${RULES}
      from unnest(${ids}::uuid[]) w(id)
      left join projects.key_policy q on q.key_id = w.id
     where exists (
       select from projects.project_key k
        where (k.id = w.id or k.rules_of = w.id)
          and k.revoked_at is null
          and not k.rules_changed)`);
  return rows.map((row) => ({ keyId: row.keyId, policy: toPolicy(row) }));
}

/** Valid keys with these rules may only read until they were given them. False when there is none, or all wait. */
export async function updateWaitsForRules(db: Db, id: ProjectKeyId): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project_key k
       set rules_changed = true,
           unconfirmed = true
     where (k.id = ${id} or k.rules_of = ${id})
       and k.revoked_at is null
       and not k.rules_changed
    returning 1`);
  return rows.length > 0;
}
