import type { Wallet } from "#kernel/caller.ts";
import type { UserId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { EmailAddress } from "#protocol/email-address.ts";
import { findUserByEmail } from "#users";
import { findWallet } from "#wallets";

/** Who has an e-mail address, and the wallet. */
export type Receiver = { readonly user: UserId; readonly wallet: Wallet };

/**
 * The user whose verified address this is. One who was blocked gets a voucher as strangers do: it comes back when it is
 * not taken.
 */
export async function findReceiver(db: Db, email: EmailAddress): Promise<Receiver | undefined> {
  const user = await findUserByEmail(db, email);
  if (user?.emailVerifiedAt === undefined || user.blockedAt !== undefined) return undefined;
  const wallet = await findWallet(db, user.walletId);
  if (wallet === undefined) throw new Error(`user ${user.id} has no wallet`);
  return { user: user.id, wallet };
}
