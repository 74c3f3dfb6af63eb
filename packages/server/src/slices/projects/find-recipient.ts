import type { Wallet } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { createTimedCache, type TimedCache } from "#kernel/timed-cache.ts";
import type { Db } from "#platform/database/db.ts";
import { findWallet } from "#wallets";
import { findProjectByHandle } from "./store.ts";

/** The wallets of handles that were looked up lately. One for each process. */
export type RecipientCache = TimedCache<Wallet>;

/** A new project can be paid by its address after this long at the latest. */
const RECIPIENT_CACHE_MS = 5_000;
const RECIPIENTS_REMEMBERED_MAX = 10_000;

export function createRecipientCache(clock: Clock): RecipientCache {
  return createTimedCache<Wallet>({ clock, ttlMs: RECIPIENT_CACHE_MS, max: RECIPIENTS_REMEMBERED_MAX });
}

/** The wallet behind a Lightning address of ours; `unknown` when the address is of our host and no project has it; undefined when it is another host's. */
export type InternalRecipient = Wallet | "unknown" | undefined;

/** Finds the wallet behind a Lightning address at `ourHost`, upper and lower case alike. */
export function recipientsAt(
  ourHost: string,
  { db, recipientCache }: { readonly db: Db; readonly recipientCache: RecipientCache },
): (address: { readonly host: string; readonly user: string }) => InternalRecipient | Promise<InternalRecipient> {
  return ({ host, user }) => {
    if (host !== ourHost) return undefined;
    const handle = user.toLowerCase();
    const known = recipientCache.get(handle, () => loadRecipient(db, handle));
    return known instanceof Promise ? known.then(orUnknown) : orUnknown(known);
  };
}

async function loadRecipient(db: Db, handle: string): Promise<Wallet | undefined> {
  const project = await findProjectByHandle(db, handle);
  return project && (await findWallet(db, project.walletId));
}

function orUnknown(wallet: Wallet | undefined): InternalRecipient {
  return wallet ?? "unknown";
}
