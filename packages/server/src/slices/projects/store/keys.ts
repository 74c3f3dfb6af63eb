import type { Idempotency } from "#idempotency";
import type { KeyAccess, PaymentPolicy, Scope } from "#kernel/caller.ts";
import type { ProjectId, ProjectKeyId, WalletId } from "#kernel/ids.ts";
import { type Db, one, part, sql } from "#platform/database/db.ts";
import type { KeyPolicy } from "../model/key-policy.ts";
import type { KeyHash } from "../model/project-key.ts";

/** What a valid key stands for. */
export type KeyOwner = {
  readonly projectId: ProjectId;
  readonly keyId: ProjectKeyId;
  readonly walletId: WalletId;
  readonly policy: PaymentPolicy;
  /** Undefined: the key has no policy, and waits for nothing. */
  readonly access: KeyAccess | undefined;
  /** The key whose rules and budgets it shares; undefined: its own. */
  readonly rulesOf: ProjectKeyId | undefined;
  readonly lastUsedAt: Date | undefined;
  /** Undefined: never. */
  readonly endsAt: Date | undefined;
};

type KeyOwnerRow = Omit<KeyOwner, "policy" | "access" | "rulesOf" | "lastUsedAt" | "endsAt"> &
  PaymentPolicy & {
    readonly rulesOf: ProjectKeyId | null;
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
           k.rules_of as "rulesOf",
           q.key_id is not null as "isRestricted",
           k.unconfirmed as "isUnconfirmed",
           q.scopes,
           q.networks
      from projects.project_key k
      join projects.project p on p.id = k.project_id
      left join projects.key_policy q on q.key_id = coalesce(k.rules_of, k.id)`;

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
  const { projectId, keyId, walletId, rulesOf, lastUsedAt, endsAt, isRestricted, isUnconfirmed, ...rest } = row;
  const { scopes, networks, ...policy } = rest;
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
    rulesOf: rulesOf ?? undefined,
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

/** Records the use of a key, unless another process recorded one after `usedBefore`. */
export async function touchKey(db: Db, keyId: ProjectKeyId, now: Date, usedBefore: Date): Promise<void> {
  await db.query(sql`
    update projects.project_key
       set last_used_at = ${now}
     where id = ${keyId}
       and (last_used_at is null or last_used_at < ${usedBefore})`);
}

/**
 * The first of the keys that took over from each other, whose rules and budgets they share: payments and vouchers of
 * all of them name it. The key itself where it took over from none, or is unknown.
 */
export async function findFirstKey(db: Db, id: ProjectKeyId): Promise<ProjectKeyId> {
  const [row] = await db.query<{ rulesOf: ProjectKeyId | null }>(sql`
    select rules_of as "rulesOf"
      from projects.project_key
     where id = ${id}`);
  return row?.rulesOf ?? id;
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

/** Those of members are not counted. */
export async function countValidKeys(db: Db, projectId: ProjectId, now: Date): Promise<number> {
  const rows = await db.query<{ count: number }>(sql`
    select count(*)::int as count
      from projects.project_key k
     where k.project_id = ${projectId}
       and not k.of_member
       and k.revoked_at is null
       and (k.ends_at is null or k.ends_at > ${now})`);
  return one(rows).count;
}

/** A key as it is about to be written. */
export type NewKey = {
  readonly id: ProjectKeyId;
  readonly projectId: ProjectId;
  readonly hash: KeyHash;
  readonly prefix: string;
};

/** When it is asked for, under which idempotency key, and how many keys of a project may be valid. */
export type KeyRequest = {
  readonly now: Date;
  readonly max: number;
  readonly idempotency: Idempotency | undefined;
};

export type KeyCreated = {
  readonly outcome: "created" | "replay" | "mismatch" | "not_found" | "too_many";
  readonly key: ProjectKeyId;
};

/** Runs `projects.create_key`; without `rules` the key has no policy. */
export async function insertKey(
  db: Db,
  key: NewKey & {
    readonly name: string | undefined;
    readonly endsAt: Date | undefined;
    readonly rules: KeyPolicy | undefined;
  },
  { now, max, idempotency }: KeyRequest,
): Promise<KeyCreated> {
  const { rules } = key;
  return one(
    await db.query<KeyCreated>(sql`
      select outcome, key
        from projects.create_key(
               ${now}, ${key.id}, ${key.projectId}, decode(${key.hash}, 'hex'), ${key.prefix}, ${key.name ?? null},
               ${key.endsAt ?? null}, ${rules !== undefined}, ${rules?.scopes ?? null}::text[], ${rules?.cap ?? null},
               ${rules?.daily ?? null}, ${rules?.weekly ?? null}, ${rules?.monthly ?? null},
               ${rules?.destinations ?? null}::text[], ${rules?.networks ?? null}::text[], ${max}::int,
               ${idempotency?.scope ?? null}, decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}

/** Whether a project was ever given a key, and whether one was ever used; those of members are none. */
export async function findKeyUse(db: Db, projectId: ProjectId): Promise<"none" | "made" | "used"> {
  const { use } = one(
    await db.query<{ use: "none" | "made" | "used" }>(sql`
      select case
               when exists (select from projects.project_key k
                             where k.project_id = ${projectId}
                               and not k.of_member
                               and k.last_used_at is not null) then 'used'
               when exists (select from projects.project_key k
                             where k.project_id = ${projectId}
                               and not k.of_member) then 'made'
               else 'none'
             end as use`),
  );
  return use;
}

export type KeyRolled = {
  readonly outcome: "rolled" | "replay" | "mismatch" | "not_found" | "rolled_before" | "too_many";
  readonly key: ProjectKeyId;
};

/** Runs `projects.roll_key`. */
export async function insertSuccessor(
  db: Db,
  key: NewKey & { readonly former: ProjectKeyId; readonly formerUntil: Date },
  { now, max, idempotency }: KeyRequest,
): Promise<KeyRolled> {
  return one(
    await db.query<KeyRolled>(sql`
      select outcome, key
        from projects.roll_key(
               ${now}, ${key.id}, ${key.projectId}, ${key.former}, decode(${key.hash}, 'hex'), ${key.prefix},
               ${key.formerUntil}, ${max}::int, ${idempotency?.scope ?? null},
               decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}

export type KeyRevoked = {
  readonly outcome: "revoked" | "replay" | "mismatch" | "not_found";
  readonly hash: KeyHash | null;
};

/** Runs `projects.revoke_key`; without a project it revokes a key of any. */
export async function markKeyRevoked(
  db: Db,
  { id, projectId }: { readonly id: ProjectKeyId; readonly projectId: ProjectId | undefined },
  { now, idempotency }: Pick<KeyRequest, "now" | "idempotency">,
): Promise<KeyRevoked> {
  return one(
    await db.query<KeyRevoked>(sql`
      select outcome, encode(hash, 'hex') as hash
        from projects.revoke_key(
               ${now}, ${projectId ?? null}, ${id}, ${idempotency?.scope ?? null},
               decode(${idempotency?.input ?? null}, 'hex'))`),
  );
}

/** A valid key, which is no member's, has another name from now on. False when the project has no such key. */
export async function updateName(
  db: Db,
  { id, projectId }: { readonly id: ProjectKeyId; readonly projectId: ProjectId | undefined },
  name: string,
): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project_key k
       set name = ${name}
     where k.id = ${id}
       and not k.of_member
       and k.project_id = coalesce(${projectId ?? null}::uuid, k.project_id)
       and k.revoked_at is null
    returning 1`);
  return rows.length > 0;
}

/** A valid key ends at that time, unless it ends before. False when it is not valid by then, or ends before. */
export async function updateEnd(db: Db, id: ProjectKeyId, endsAt: Date): Promise<boolean> {
  const rows = await db.query(sql`
    update projects.project_key k
       set ends_at = ${endsAt}
     where k.id = ${id}
       and k.revoked_at is null
       and (k.ends_at is null or k.ends_at > ${endsAt})
       and k.created_at < ${endsAt}
    returning 1`);
  return rows.length > 0;
}

/** Of these keys, with the time at which each should end, those that are valid and would end later. */
export async function listLaterEnds(
  db: Db,
  ends: readonly { readonly id: string; readonly endsAt: Date }[],
): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ id: string }>(sql`
    select k.id
      from projects.project_key k
      join unnest(${ends.map(({ id }) => id)}::uuid[], ${ends.map(({ endsAt }) => endsAt)}::timestamptz[]) e(id, ends_at)
        on e.id = k.id
     where k.revoked_at is null
       and (k.ends_at is null or k.ends_at > e.ends_at)
       and k.created_at < e.ends_at`);
  return new Set(rows.map(({ id }) => id));
}
