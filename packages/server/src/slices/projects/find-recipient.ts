import type { Clock } from "#kernel/clock.ts";
import type { AccountNo, ProjectId, WalletId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { findProjectByHandle } from "./store.ts";
import { createTimedCache, type TimedCache } from "./timed-cache.ts";

/** Who is paid inside the ledger, because the address is one of ours. */
export type Recipient = { readonly projectId: ProjectId; readonly walletId: WalletId; readonly account: AccountNo };

/** The handles that were looked up lately. One for each process. */
export type RecipientCache = TimedCache<Recipient>;

/** A new project can be paid by its address after this long at the latest. */
const RECIPIENT_CACHE_MS = 5_000;
const RECIPIENTS_REMEMBERED_MAX = 10_000;

export function createRecipientCache(clock: Clock): RecipientCache {
  return createTimedCache<Recipient>({ clock, ttlMs: RECIPIENT_CACHE_MS, max: RECIPIENTS_REMEMBERED_MAX });
}

/**
 * The project with this local part of a Lightning address at our host, upper and lower case alike. At once when it was
 * looked up lately.
 */
export function findRecipientByHandle(
  { db, recipientCache }: { db: Db; recipientCache: RecipientCache },
  handle: string,
): Recipient | undefined | Promise<Recipient | undefined> {
  const wanted = handle.toLowerCase();
  return recipientCache.get(wanted, async () => {
    const project = await findProjectByHandle(db, wanted);
    return project && { projectId: project.id, walletId: project.walletId, account: project.account };
  });
}

/** An account of ours; `unknown` when nobody here has the address, undefined when it is another host's. */
export type AccountHere = AccountNo | "unknown" | undefined;

/** Tells whose account stands behind a Lightning address at `ourHost`, at once when it was asked for lately. */
export function accountsAt(
  ourHost: string,
  deps: { readonly db: Db; readonly recipientCache: RecipientCache },
): (address: { readonly host: string; readonly user: string }) => AccountHere | Promise<AccountHere> {
  return ({ host, user }) => {
    if (host !== ourHost) return undefined;
    const found = findRecipientByHandle(deps, user);
    return found instanceof Promise ? found.then(accountOf) : accountOf(found);
  };
}

function accountOf(recipient: Recipient | undefined): AccountHere {
  return recipient?.account ?? "unknown";
}
