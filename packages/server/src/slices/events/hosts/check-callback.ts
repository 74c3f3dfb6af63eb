import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import { createTimedCache, type TimedCache } from "#kernel/timed-cache.ts";
import type { Db } from "#platform/database/db.ts";
import { CallbackHostClaimed, claimableHosts } from "../model/callback-host.ts";
import { findHostOwner } from "../store/hosts.ts";

/** Who has claimed the hosts that were named lately. One for each process. */
export type HostCache = TimedCache<string>;

/** A claim that was verified in another process keeps others away after this long at the latest. */
const HOST_CACHE_MS = 5_000;
const HOSTS_REMEMBERED_MAX = 10_000;

export function createHostCache(clock: Clock): HostCache {
  return createTimedCache<string>({ clock, ttlMs: HOST_CACHE_MS, max: HOSTS_REMEMBERED_MAX });
}

/** Why a `callbackUrl` is refused to a caller; undefined when it is not. */
export type CallbackCheck = (
  caller: Caller,
  callbackUrl: string | undefined,
) => Promise<CallbackHostClaimed | undefined>;

/** Refuses callbacks to hosts that another project has claimed. A host that was looked up lately costs no query. */
export function checkCallbacks({ db, hostCache }: { db: Db; hostCache: HostCache }): CallbackCheck {
  return async ({ wallet }, callbackUrl = "") => {
    for (const host of claimableHosts(callbackUrl)) {
      const owner = await hostCache.get(host, () => findHostOwner(db, host));
      if (owner !== undefined && owner !== wallet.owner.id) return new CallbackHostClaimed("callbackUrl", host);
    }
    return undefined;
  };
}
