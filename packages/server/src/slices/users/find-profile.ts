import type { UserId } from "#kernel/ids.ts";
import { msats } from "#kernel/money.ts";
import { remainingOf } from "#ledger";
import type { Batch } from "#platform/database/batch.ts";
import { profileMany, walletMany } from "./batched.ts";
import type { Profile } from "./model/profile.ts";
import type { UserWalletState } from "./present-wallet.ts";

type Deps = { readonly batch: Batch };

/**
 * What `profileOf` shows; undefined when the user does not exist or is blocked. One query, in one call with others'
 * look-ups.
 */
export async function findProfile({ batch }: Deps, id: UserId): Promise<Profile | undefined> {
  return await batch(profileMany, id);
}

/**
 * What `walletOf` shows; undefined when the user does not exist or is blocked. One query, in one call with others'
 * look-ups.
 */
export async function findWalletState({ batch }: Deps, id: UserId): Promise<UserWalletState | undefined> {
  const standing = await batch(walletMany, id);
  return standing && { balance: msats(standing.balance), remaining: remainingOf(standing) };
}
