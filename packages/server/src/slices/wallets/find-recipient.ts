import type { Wallet } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { createTimedCache, type TimedCache } from "#kernel/timed-cache.ts";
import type { Db } from "#platform/database/db.ts";
import { findNamed, findWallet, markNameUsed } from "./store.ts";

/** The wallets of names that were looked up lately. One for each process. */
export type RecipientCache = TimedCache<Wallet>;

/** A new name can be paid after this long at the latest. */
const RECIPIENT_CACHE_MS = 5_000;
const RECIPIENTS_REMEMBERED_MAX = 10_000;

export function createRecipientCache(clock: Clock): RecipientCache {
  return createTimedCache<Wallet>({ clock, ttlMs: RECIPIENT_CACHE_MS, max: RECIPIENTS_REMEMBERED_MAX });
}

/** The wallet behind a Lightning address of ours; `unknown` when the address is of our host and no wallet has the name; undefined when it is another host's. */
export type InternalRecipient = Wallet | "unknown" | undefined;

/**
 * Finds the wallet behind a Lightning address at `ourHost`, of a project or a user, upper and lower case alike, by its
 * present name or a former one. For callers that are about to pay it: the name counts as used from then on.
 */
export function recipientsAt(
  ourHost: string,
  { db, recipientCache }: { readonly db: Db; readonly recipientCache: RecipientCache },
): (address: { readonly host: string; readonly user: string }) => InternalRecipient | Promise<InternalRecipient> {
  return ({ host, user }) => {
    if (host !== ourHost) return undefined;
    const name = user.toLowerCase();
    const known = recipientCache.get(name, () => useName(db, name));
    return known instanceof Promise ? known.then(orUnknown) : orUnknown(known);
  };
}

/**
 * The wallet of a name. A name without the mark "used" may go to another wallet at any moment, so the mark is set first and
 * the wallet is the one that has the name then. A marked name never changes its wallet: what the cache remembers stays true.
 */
async function useName(db: Db, name: string): Promise<Wallet | undefined> {
  const named = await findNamed(db, name);
  if (named === undefined || named.wasUsed) return named?.wallet;
  const walletId = await markNameUsed(db, name);
  return walletId && (await findWallet(db, walletId));
}

function orUnknown(wallet: Wallet | undefined): InternalRecipient {
  return wallet ?? "unknown";
}
