import type { Clock } from "../../kernel/clock.ts";
import type { AccountNo, ProjectId, WalletId } from "../../kernel/ids.ts";
import type { Db } from "../../platform/db.ts";
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
