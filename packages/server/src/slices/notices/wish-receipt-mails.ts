import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { User } from "#users";
import { findWallet } from "#wallets";
import { insertWish } from "./store/wishes.ts";

type Deps = { readonly db: Db; readonly clock: Pick<Clock, "now"> };

/** From now on the user gets a mail when money arrives in the wallet. Repeatable. */
export async function wishReceiptMails(
  { db, clock }: Deps,
  { id, walletId }: Pick<User, "id" | "walletId">,
): Promise<void> {
  const wallet = await findWallet(db, walletId);
  if (wallet === undefined) throw new Error(`user ${id} has no wallet`);
  await insertWish(db, { userId: id, account: wallet.account, now: clock.now() });
}
