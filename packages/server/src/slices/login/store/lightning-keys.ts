import type { UserId } from "#kernel/ids.ts";
import { type Db, one, sql, type Tx } from "#platform/database/db.ts";
import type { AuthAction } from "#protocol/lnurl-auth.ts";
import type { WalletKey } from "../model/factors.ts";
import type { Revision } from "../model/revision.ts";

/** False: the wallet is linked already, to this user or another. */
export async function insertLightningKey(
  tx: Tx,
  row: { readonly key: WalletKey; readonly userId: UserId; readonly name: string; readonly now: Date },
): Promise<boolean> {
  const rows = await tx.query(sql`
    insert into login.lightning_key (key, user_id, name, created_at)
    values (${bytesOf(row.key)}, ${row.userId}, ${row.name}, ${row.now})
        on conflict (key) do nothing
    returning key`);
  return rows.length > 0;
}

export async function countLightningKeys(tx: Tx, userId: UserId): Promise<number> {
  return one(
    await tx.query<{ keys: number }>(sql`
      select count(*)::int as keys
        from login.lightning_key
       where user_id = ${userId}`),
  ).keys;
}

/**
 * Records that the wallet was used. Undefined: it is nobody's. The revision is of the same moment as the key, or older.
 */
export async function useLightningKey(
  db: Db,
  key: WalletKey,
  now: Date,
): Promise<{ readonly userId: UserId; readonly revision: Revision } | undefined> {
  const [row] = await db.query<{ userId: UserId; revision: Revision }>(sql`
    update login.lightning_key k
       set last_used_at = ${now}
     where key = ${bytesOf(key)}
    returning user_id as "userId",
              (select f.revision from login.factor_set f where f.user_id = k.user_id) as revision`);
  return row;
}

export type WalletChallenge = {
  readonly browser: Uint8Array;
  readonly k1Hash: Uint8Array;
  /** Sealed. */
  readonly k1: Uint8Array;
  readonly action: AuthAction;
  /** Whose wallet it becomes; undefined: the wallet says who it is. */
  readonly userId: UserId | undefined;
  readonly networkHash: Uint8Array;
  readonly expiresAt: Date;
};

/** In place of the one that the browser had. */
export async function putWalletChallenge(db: Db, challenge: WalletChallenge): Promise<void> {
  const { browser, k1Hash, k1, action, userId, networkHash, expiresAt } = challenge;
  await db.query(sql`
    insert into login.wallet_challenge (browser, k1_hash, k1, action, user_id, network_hash, expires_at)
    values (${browser}, ${k1Hash}, ${k1}, ${action}, ${userId ?? null}, ${networkHash}, ${expiresAt})
        on conflict (browser) do update
       set k1_hash = excluded.k1_hash,
           k1 = excluded.k1,
           action = excluded.action,
           user_id = excluded.user_id,
           network_hash = excluded.network_hash,
           expires_at = excluded.expires_at,
           key = null,
           is_same_network = null`);
}

export type ShownChallenge = {
  /** Sealed. */
  readonly k1: Uint8Array;
  readonly expiresAt: Date;
  readonly isSigned: boolean;
};

/** What the browser shows now. */
export async function findWalletChallenge(
  db: Db,
  shown: Pick<WalletChallenge, "browser" | "action" | "userId"> & { readonly now: Date },
): Promise<ShownChallenge | undefined> {
  const { browser, action, userId, now } = shown;
  const [row] = await db.query<ShownChallenge>(sql`
    select k1, expires_at as "expiresAt", key is not null as "isSigned"
      from login.wallet_challenge
     where browser = ${browser}
       and action = ${action}
       and user_id is not distinct from ${userId ?? null}::uuid
       and expires_at > ${now}`);
  return row;
}

/** Records which wallet has signed. Check and act are one statement: of many wallets one gets a row. */
export async function signWalletChallenge(
  db: Db,
  signed: {
    readonly k1Hash: Uint8Array;
    readonly key: WalletKey;
    readonly networkHash: Uint8Array;
    readonly now: Date;
  },
): Promise<boolean> {
  const rows = await db.query(sql`
    update login.wallet_challenge
       set key = ${bytesOf(signed.key)},
           is_same_network = (network_hash = ${signed.networkHash})
     where k1_hash = ${signed.k1Hash}
       and key is null
       and expires_at > ${signed.now}
    returning browser`);
  return rows.length > 0;
}

export type TakenChallenge = { readonly key: WalletKey; readonly isSameNetwork: boolean };

/** Uses up what a wallet has signed for this browser: of many that ask one gets it. */
export async function takeWalletChallenge(
  db: Db,
  taken: Pick<WalletChallenge, "browser" | "userId"> & { readonly actions: readonly AuthAction[]; readonly now: Date },
): Promise<TakenChallenge | undefined> {
  const { browser, userId, actions, now } = taken;
  const [row] = await db.query<TakenChallenge>(sql`
    delete from login.wallet_challenge
     where browser = ${browser}
       and action = any(${actions})
       and user_id is not distinct from ${userId ?? null}::uuid
       and key is not null
       and expires_at > ${now}
    returning encode(key, 'hex') as key, is_same_network as "isSameNetwork"`);
  return row;
}

function bytesOf(key: WalletKey): Uint8Array {
  return Buffer.from(key, "hex");
}
