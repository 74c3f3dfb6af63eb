import type { Wallet } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { UserId } from "#kernel/ids.ts";
import { createTimedCache, type TimedCache } from "#kernel/timed-cache.ts";
import type { Db } from "#platform/database/db.ts";
import { findNamed, findWallet, listNamed, markNameUsed } from "./store.ts";

/** The wallet that a name leads to, and whether it is the wallet's present name. */
type Named = { readonly wallet: Wallet; readonly isPresent: boolean };

/** The wallets of names that were looked up lately. One for each process. */
export type RecipientCache = TimedCache<Named>;

/** A new name can be paid after this long at the latest. */
const RECIPIENT_CACHE_MS = 5_000;
const RECIPIENTS_REMEMBERED_MAX = 10_000;

export function createRecipientCache(clock: Clock): RecipientCache {
  return createTimedCache<Named>({ clock, ttlMs: RECIPIENT_CACHE_MS, max: RECIPIENTS_REMEMBERED_MAX });
}

type Deps = { readonly db: Db; readonly recipientCache: RecipientCache };

/**
 * The wallet behind a Lightning address of ours; `unknown` when the address is of our host and no wallet has the name;
 * undefined when it is another host's.
 */
export type InternalRecipient = Wallet | "unknown" | undefined;

/**
 * Finds the wallet behind a Lightning address at `ourHost`, of a project or a user, upper and lower case alike, by its
 * present name or a former one. For callers that are about to pay it: the name counts as used from then on.
 */
export function recipientsAt(
  ourHost: string,
  deps: Deps,
): (address: { readonly host: string; readonly user: string }) => InternalRecipient | Promise<InternalRecipient> {
  return ({ host, user }) => {
    if (host !== ourHost) return undefined;
    const known = nameOf(deps, user);
    return known instanceof Promise ? known.then(orUnknown) : orUnknown(known);
  };
}

export type UserWallet = Wallet & { readonly owner: { readonly kind: "user"; readonly id: UserId } };

/** What a gamertag may have. Checked before its letters change case: a "K" of another script has the lower case "k". */
const GAMERTAG = /^[a-z0-9_.-]{1,32}$/i;

/**
 * Finds the wallet of the user with this present gamertag, upper and lower case alike; a former gamertag leads to its
 * user for as long as the cache remembers it. A project's handle is no gamertag. For callers that are about to pay it,
 * as above.
 */
export function recipientsByGamertag(
  deps: Deps,
): (gamertag: string) => UserWallet | undefined | Promise<UserWallet | undefined> {
  return (gamertag) => {
    if (!GAMERTAG.test(gamertag)) return undefined;
    const known = nameOf(deps, gamertag);
    return known instanceof Promise ? known.then(ofPresentUser) : ofPresentUser(known);
  };
}

/**
 * By which of these names nobody can be paid: as a gamertag, or as the local part of an address of this service. For
 * callers that do not pay yet: no name counts as used.
 */
export async function listUnknownNames(
  db: Db,
  kind: "gamertag" | "address",
  names: readonly string[],
): Promise<readonly string[]> {
  const possible = names.filter((name) => GAMERTAG.test(name)).map((name) => name.toLowerCase());
  const found = await listNamed(db, possible);
  const known = new Set(found.filter(({ isGamertag }) => kind === "address" || isGamertag).map(({ name }) => name));
  return names.filter((name) => !GAMERTAG.test(name) || !known.has(name.toLowerCase()));
}

function nameOf({ db, recipientCache }: Deps, text: string): Named | undefined | Promise<Named | undefined> {
  const name = text.toLowerCase();
  return recipientCache.get(name, () => useName(db, name));
}

/**
 * The wallet of a name. A name without the mark "used" may go to another wallet at any moment, so the mark is set first
 * and the wallet is the one that has the name then. A marked name never changes its wallet: what the cache remembers
 * stays true.
 */
async function useName(db: Db, name: string): Promise<Named | undefined> {
  const named = await findNamed(db, name);
  if (named === undefined || named.wasUsed) return named;
  const marked = await markNameUsed(db, name);
  const wallet = marked && (await findWallet(db, marked.walletId));
  return wallet && { wallet, isPresent: marked.isPresent };
}

function orUnknown(named: Named | undefined): InternalRecipient {
  return named?.wallet ?? "unknown";
}

function ofPresentUser(named: Named | undefined): UserWallet | undefined {
  return named?.isPresent && isOfUser(named.wallet) ? named.wallet : undefined;
}

function isOfUser(wallet: Wallet): wallet is UserWallet {
  return wallet.owner.kind === "user";
}
