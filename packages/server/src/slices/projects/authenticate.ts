import type { Caller } from "../../kernel/caller.ts";
import type { Clock, Scheduler } from "../../kernel/clock.ts";
import type { Db } from "../../platform/db.ts";
import { hashOfSecret, parseProjectKeySecret } from "./project-key.ts";
import { findKeyOwner, touchKey } from "./store.ts";
import { createTimedCache, type TimedCache } from "./timed-cache.ts";

/** How long a key that was revoked in another process may still be taken. */
export const KEY_CACHE_MS = 5_000;

/** Also the bound on unknown keys that a stranger can make us remember. */
const KEYS_REMEMBERED_MAX = 10_000;

const LAST_USED_PRECISION_MS = 60_000;

/** The keys that were looked up lately, by hash. One for each process. */
export type KeyCache = TimedCache<KnownKey>;

type KnownKey = { readonly caller: Caller; lastUsedAtMs: number };

export function createKeyCache(clock: Clock): KeyCache {
  return createTimedCache<KnownKey>({ clock, ttlMs: KEY_CACHE_MS, max: KEYS_REMEMBERED_MAX });
}

/**
 * Whom the text of an `apikey` header speaks for; undefined when it is not a valid key. A text without the form and the
 * checksum of a key costs no look-up, and with `onlyKnown` neither does a key that was not valid when it was seen last.
 * That the key was used is written beside the request, once a minute.
 */
export async function authenticate(
  { db, clock, scheduler, keyCache }: { db: Db; clock: Clock; scheduler: Scheduler; keyCache: KeyCache },
  text: string,
  { onlyKnown = false }: { readonly onlyKnown?: boolean } = {},
): Promise<Caller | undefined> {
  const secret = parseProjectKeySecret(text);
  if (secret === undefined) return undefined;

  const hash = hashOfSecret(secret);
  if (onlyKnown && (await keyCache.last(cacheKey(hash))) === undefined) return undefined;
  const known = await keyCache.get(cacheKey(hash), async () => {
    const owner = await findKeyOwner(db, hash);
    return owner && { caller: owner.caller, lastUsedAtMs: owner.lastUsedAt?.getTime() ?? 0 };
  });
  if (known === undefined) return undefined;

  const now = clock.now();
  const notedBefore = new Date(now.getTime() - LAST_USED_PRECISION_MS);
  if (known.lastUsedAtMs < notedBefore.getTime()) {
    known.lastUsedAtMs = now.getTime();
    scheduler.spawn("note the use of a key", () => touchKey(db, known.caller.keyId, now, notedBefore));
  }
  return known.caller;
}

/** A key that was just revoked is not taken any more by this process. */
export function forgetKey(keyCache: KeyCache, hash: Uint8Array): void {
  keyCache.forget(cacheKey(hash));
}

function cacheKey(hash: Uint8Array): string {
  return Buffer.from(hash).toString("base64");
}
