import type { Wallet } from "#kernel/caller.ts";
import type { AccountNo, ProjectId, UserId, WalletId } from "#kernel/ids.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";
import type { WalletName } from "./model/wallet-name.ts";

type WalletRow = {
  readonly id: WalletId;
  readonly account_no: AccountNo;
  readonly owner_kind: "project" | "user";
  readonly owner_id: string;
};

function toWallet({ id, account_no, owner_kind, owner_id }: WalletRow): Wallet {
  const owner =
    owner_kind === "project"
      ? { kind: owner_kind, id: owner_id as ProjectId }
      : { kind: owner_kind, id: owner_id as UserId };
  return { id, account: account_no, owner };
}

export async function findWallet(db: Db, id: WalletId): Promise<Wallet | undefined> {
  const [row] = await db.query<WalletRow>(sql`
    select id, account_no, owner_kind, owner_id
      from wallets.wallet
     where id = ${id}`);
  return row && toWallet(row);
}

/** The wallet that a name leads to, whether it is the wallet's present name, and whether it was used. */
export async function findNamed(
  db: Db,
  name: string,
): Promise<{ readonly wallet: Wallet; readonly isPresent: boolean; readonly wasUsed: boolean } | undefined> {
  const [row] = await db.query<WalletRow & { readonly is_present: boolean; readonly was_used: boolean }>(sql`
    select w.id, w.account_no, w.owner_kind, w.owner_id, n.released_at is null as is_present, n.was_used
      from wallets.name n
      join wallets.wallet w on w.id = n.wallet_id
     where n.name = ${name}`);
  return row && { wallet: toWallet(row), isPresent: row.is_present, wasUsed: row.was_used };
}

/** Of these names those that lead to a wallet. None counts as used. `isGamertag`: it is the present one of a user. */
export async function listNamed(
  db: Db,
  names: readonly string[],
): Promise<readonly { readonly name: string; readonly isGamertag: boolean }[]> {
  return await db.query(sql`
    select n.name, n.released_at is null and w.owner_kind = 'user' as "isGamertag"
      from wallets.name n
      join wallets.wallet w on w.id = n.wallet_id
     where n.name = any (${names}::text[])`);
}

/** Marks a name as used. Returns the wallet that has it then, and keeps it. */
export async function markNameUsed(
  db: Db,
  name: string,
): Promise<{ readonly walletId: WalletId; readonly isPresent: boolean } | undefined> {
  const [row] = await db.query<{ walletId: WalletId; isPresent: boolean }>(sql`
    update wallets.name
       set was_used = true
     where name = ${name}
    returning wallet_id as "walletId", released_at is null as "isPresent"`);
  return row;
}

/** The names that lead to a wallet: the present one first, then the former ones, last released first. */
export async function listNames(db: Db, walletId: WalletId): Promise<WalletName[]> {
  const rows = await db.query<Omit<WalletName, "releasedAt"> & { readonly releasedAt: Date | null }>(sql`
    select name, since, released_at as "releasedAt", was_used as "wasUsed"
      from wallets.name
     where wallet_id = ${walletId}
     order by released_at desc nulls first, name`);
  return rows.map((row) => ({ ...row, releasedAt: row.releasedAt ?? undefined }));
}

/** Those of `names` that a new wallet could have at `now`. Another one may take them before it does. */
export async function listFreeNames(db: Db, names: readonly string[], now: Date): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ name: string }>(sql`
    select wanted.name
      from unnest(${names}::text[]) as wanted(name)
     where not exists (
       select from wallets.name n
        where n.name = wanted.name
          and not wallets.is_freed(${now}, n.released_at, n.was_used))`);
  return new Set(rows.map(({ name }) => name));
}

/** Wallets whose account the ledger does not have. */
export async function listLostWallets(tx: Tx, limit: number): Promise<{ readonly id: WalletId }[]> {
  return await tx.query(sql`
    select w.id
      from wallets.wallet w
     where not exists (
       select from ledger.list_customers() a
        where a.no = w.account_no)
     limit ${limit}`);
}

/** Accounts of customers that no wallet has. */
export async function listLostAccounts(tx: Tx, limit: number): Promise<{ readonly no: AccountNo }[]> {
  return await tx.query(sql`
    select a.no
      from ledger.list_customers() a
     where not exists (
       select from wallets.wallet w
        where w.account_no = a.no)
     limit ${limit}`);
}
