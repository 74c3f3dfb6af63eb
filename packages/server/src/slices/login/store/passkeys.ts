import type { UserId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { Revision } from "../model/revision.ts";

export type StoredPasskey = {
  /** Credential id in base64url. */
  readonly id: string;
  readonly userId: UserId;
  readonly publicKey: Uint8Array;
  readonly transports: readonly string[];
};
type Row = {
  readonly id: Uint8Array;
  readonly userId: UserId;
  readonly publicKey: Uint8Array;
  readonly transports: string;
};

function toPasskey({ id, transports, ...row }: Row): StoredPasskey {
  return { ...row, id: Buffer.from(id).toString("base64url"), transports: transports.split(",") };
}

export type NewPasskeyRow = {
  readonly id: string;
  readonly userId: UserId;
  readonly publicKey: Uint8Array;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly isSynced: boolean;
  readonly now: Date;
};

/** False: this passkey is linked already, to this user or another. */
export async function insertPasskey(tx: Tx, passkey: NewPasskeyRow): Promise<boolean> {
  const { id, userId, publicKey, counter, transports, name, isSynced, now } = passkey;
  const rows = await tx.query(sql`
    insert into login.passkey (id, user_id, public_key, counter, transports, name, is_synced, created_at)
    values (${Buffer.from(id, "base64url")}, ${userId}, ${publicKey}, ${BigInt(counter)}, ${transports.join(",")}, ${name},
            ${isSynced}, ${now})
        on conflict (id) do nothing
    returning id`);
  return rows.length > 0;
}

export async function countPasskeys(tx: Tx, userId: UserId): Promise<number> {
  return one(
    await tx.query<{ passkeys: number }>(sql`
      select count(*)::int as passkeys
        from login.passkey
       where user_id = ${userId}`),
  ).passkeys;
}

export async function listPasskeys(db: Db, userId: UserId): Promise<readonly StoredPasskey[]> {
  const rows = await db.query<Row>(sql`
    select id, user_id as "userId", public_key as "publicKey", transports
      from login.passkey
     where user_id = ${userId}
     order by created_at, id`);
  return rows.map(toPasskey);
}

export async function findPasskey(db: Db, id: string): Promise<StoredPasskey | undefined> {
  const [row] = await db.query<Row>(sql`
    select id, user_id as "userId", public_key as "publicKey", transports
      from login.passkey
     where id = ${Buffer.from(id, "base64url")}`);
  return row && toPasskey(row);
}

/**
 * Records that a passkey was used. Undefined: its counter did not go on, so there is a copy of it (WebAuthn, section
 * 6.1.1). One that does not count sends 0 every time. The revision is of the same moment as the passkey, or older.
 */
export async function usePasskey(
  db: Db,
  used: { readonly id: string; readonly counter: number; readonly isSynced: boolean; readonly now: Date },
): Promise<Revision | undefined> {
  const counter = BigInt(used.counter);
  const [row] = await db.query<{ revision: Revision }>(sql`
    update login.passkey k
       set counter = ${counter},
           is_synced = ${used.isSynced},
           last_used_at = ${used.now}
     where id = ${Buffer.from(used.id, "base64url")}
       and (counter < ${counter} or (counter = 0 and ${counter} = 0::bigint))
    returning (select f.revision from login.factor_set f where f.user_id = k.user_id) as revision`);
  return row?.revision;
}

export type ChallengeUse = "link" | "check";

/** In place of the one that the browser had for this use. */
export async function putPasskeyChallenge(
  db: Db,
  challenge: {
    readonly browser: Uint8Array;
    readonly use: ChallengeUse;
    readonly hash: Uint8Array;
    readonly userId: UserId | undefined;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const { browser, use, hash, userId, expiresAt } = challenge;
  await db.query(sql`
    insert into login.passkey_challenge (browser, purpose, challenge_hash, user_id, expires_at)
    values (${browser}, ${use}, ${hash}, ${userId}, ${expiresAt})
        on conflict (browser, purpose) do update
       set challenge_hash = excluded.challenge_hash,
           user_id = excluded.user_id,
           expires_at = excluded.expires_at`);
}

/**
 * Uses the challenge up: of many answers to it one gets a row. `userId`: whose passkey it must be; undefined:
 * anybody's.
 */
export async function takePasskeyChallenge(
  db: Db,
  taken: { readonly browser: Uint8Array; readonly use: ChallengeUse; readonly hash: Uint8Array; readonly now: Date },
): Promise<{ readonly userId: UserId | undefined } | undefined> {
  const { browser, use, hash, now } = taken;
  const [row] = await db.query<{ userId: UserId | null }>(sql`
    delete from login.passkey_challenge
     where browser = ${browser}
       and purpose = ${use}
       and challenge_hash = ${hash}
       and expires_at > ${now}
    returning user_id as "userId"`);
  return row && { userId: row.userId ?? undefined };
}
