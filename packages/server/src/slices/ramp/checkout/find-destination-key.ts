import type { WalletId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { findNamed } from "#wallets";
import { destinationKeyOf } from "../model/destination.ts";

/**
 * As what limits count a destination. The addresses of a wallet of this service, present and former ones, are one:
 * the wallet.
 */
export async function findDestinationKey(
  { db, baseUrl }: { readonly db: Db; readonly baseUrl: string },
  destination: string,
): Promise<string> {
  const walletId = await findDestinationWallet({ db, baseUrl }, destination);
  return walletId === undefined ? destinationKeyOf(destination) : `wallet ${walletId}`;
}

/** The wallet of this service that a destination leads to. */
export async function findDestinationWallet(
  { db, baseUrl }: { readonly db: Db; readonly baseUrl: string },
  destination: string,
): Promise<WalletId | undefined> {
  const key = destinationKeyOf(destination);
  const [name = "", host = ""] = key.toLowerCase().split("@");
  // Also with the port that https has anyway.
  if (URL.parse(`https://${host}`)?.host !== new URL(baseUrl).host) return undefined;
  return (await findNamed(db, name))?.wallet.id;
}
