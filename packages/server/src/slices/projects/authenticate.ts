import type { Caller } from "#kernel/caller.ts";
import type { Clock, Scheduler } from "#kernel/clock.ts";
import type { ProjectKeyId } from "#kernel/ids.ts";
import { createTimedCache, type TimedCache } from "#kernel/timed-cache.ts";
import type { Db } from "#platform/database/db.ts";
import { findWallet } from "#wallets";
import { hashOfSecret, type KeyHash, parseProjectKeySecret } from "./model/project-key.ts";
import { findKeyOwner, findMemberKeyOwner, type KeyOwner, touchKey } from "./store/keys.ts";

/** How long a key that was revoked in another process may still be taken, and an earlier policy of it be believed. */
export const KEY_CACHE_MS = 5_000;

/** Also the bound on unknown keys that a stranger can make us remember. */
const KEYS_REMEMBERED_MAX = 10_000;

const LAST_USED_PRECISION_MS = 60_000;

/**
 * The keys that were looked up lately, by hash: a secret stays in memory no longer than its request. One for each
 * process.
 */
export type KeyCache = TimedCache<KnownKey>;

type KnownKey = {
  readonly caller: Caller;
  readonly keyId: ProjectKeyId;
  /** Infinity: never. */
  readonly endsAtMs: number;
  lastUsedAtMs: number;
};

export function createKeyCache(clock: Clock): KeyCache {
  return createTimedCache<KnownKey>({ clock, ttlMs: KEY_CACHE_MS, max: KEYS_REMEMBERED_MAX });
}

/**
 * Whom the text of an `apikey` header speaks for; undefined when it is not a valid key. A text without the form and the
 * checksum of a key costs no look-up, and where `onlyKnown` says so neither does a key that was not valid when it was
 * seen last. The answer is no promise when the key was looked up lately. That the key was used is written beside the
 * request, once a minute.
 */
export function authenticate(
  deps: AuthenticateDeps,
  text: string,
  onlyKnown: () => boolean = () => false,
): Caller | undefined | Promise<Caller | undefined> {
  const hash = hashOfSecret(text);
  const isKnown = deps.keyCache.last(hash) !== undefined;
  if (!isKnown && (onlyKnown() || parseProjectKeySecret(text) === undefined)) return undefined;

  const known = deps.keyCache.get(hash, () => loadKey(deps.db, hash));
  return known instanceof Promise ? known.then((key) => callerOf(deps, key)) : callerOf(deps, known);
}

/** Whom the key of a member speaks for; undefined when it was ended. It is looked up each time: nothing ends late. */
export async function findMemberCaller(db: Db, keyId: ProjectKeyId): Promise<Caller | undefined> {
  const owner = await findMemberKeyOwner(db, keyId);
  return owner && (await callerFor(db, owner));
}

async function loadKey(db: Db, hash: KeyHash): Promise<KnownKey | undefined> {
  const owner = await findKeyOwner(db, hash);
  const caller = owner && (await callerFor(db, owner));
  if (owner === undefined || caller === undefined) return undefined;
  const { keyId, lastUsedAt, endsAt } = owner;
  return {
    caller,
    keyId,
    endsAtMs: endsAt?.getTime() ?? Number.POSITIVE_INFINITY,
    lastUsedAtMs: lastUsedAt?.getTime() ?? 0,
  };
}

async function callerFor(db: Db, owner: KeyOwner): Promise<Caller | undefined> {
  const wallet = await findWallet(db, owner.walletId);
  const { projectId, keyId, policy, access, rulesOf } = owner;
  return wallet && { wallet, actor: { kind: "project", projectId, keyId, policy, access, rulesOf } };
}

type AuthenticateDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly keyCache: KeyCache;
};

function callerOf({ db, clock, scheduler }: AuthenticateDeps, key: KnownKey | undefined): Caller | undefined {
  if (key === undefined) return undefined;
  const nowMs = clock.now().getTime();
  if (nowMs >= key.endsAtMs) return undefined;
  const usedBeforeMs = nowMs - LAST_USED_PRECISION_MS;
  if (key.lastUsedAtMs < usedBeforeMs) {
    key.lastUsedAtMs = nowMs;
    const { keyId } = key;
    scheduler.spawn("projects.touch_key", () => touchKey(db, keyId, new Date(nowMs), new Date(usedBeforeMs)));
  }
  return key.caller;
}
