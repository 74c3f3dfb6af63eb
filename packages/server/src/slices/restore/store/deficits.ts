import type { AccountNo, WalletId } from "#kernel/ids.ts";
import type { Msats } from "#kernel/money.ts";
import { type Db, part, sql } from "#platform/database/db.ts";
import type { Deficit } from "../model/deficit.ts";

/** Runs `restore.list_deficits`. */
export async function listDeficits(db: Db): Promise<readonly Deficit[]> {
  return await db.query<Deficit>(sql`
    select wallet as "walletId", account, owed, balance
      from restore.list_deficits()`);
}

/** Whether a wallet that owes has received something since. */
export const isAnyToCover = () => part`exists (select from restore.list_deficits() d where d.balance > 0)`;

export type Covered = { readonly walletId: WalletId; readonly covered: Msats; readonly owed: Msats };

/** Runs `restore.cover_deficits`. */
export async function updateDeficits(
  db: Db,
  {
    accounts,
    transfers,
    now,
  }: { readonly accounts: readonly AccountNo[]; readonly transfers: readonly string[]; readonly now: Date },
): Promise<readonly Covered[]> {
  return await db.query<Covered>(sql`
    select wallet as "walletId", covered, owed
      from restore.cover_deficits(${now}, ${accounts.map(String)}::bigint[], ${transfers}::uuid[])`);
}
