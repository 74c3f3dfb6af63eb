import type { Wallet } from "#kernel/caller.ts";
import type { AccountNo, ProjectId, UserId, WalletId } from "#kernel/ids.ts";
import { type Db, sql, type Tx } from "#platform/database/db.ts";

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

/** Wallets whose account the ledger does not have. */
export async function listLostWallets(tx: Tx, limit: number): Promise<{ readonly id: WalletId }[]> {
  return await tx.query(sql`
    select w.id
      from wallets.wallet w
     where ledger.balance(w.account_no) is null
     limit ${limit}`);
}
