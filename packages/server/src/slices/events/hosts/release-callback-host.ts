import type { Caller } from "#kernel/caller.ts";
import type { Db } from "#platform/database/db.ts";
import { type CallbackHost, CallbackHostNotFound } from "../model/callback-host.ts";
import { deleteHost, findHost } from "../store/hosts.ts";
import type { HostCache } from "./check-callback.ts";

/**
 * Gives up a host: others may name it again. Returns the claim as it was.
 * @throws {CallbackHostNotFound}
 */
export async function releaseCallbackHost(
  { db, hostCache }: { db: Db; hostCache: Pick<HostCache, "forget"> },
  { caller, host }: { readonly caller: Caller; readonly host: string },
): Promise<CallbackHost> {
  const ownerId = caller.wallet.owner.id;
  const claimed = await findHost(db, ownerId, host);
  if (claimed === undefined || !(await deleteHost(db, ownerId, host))) throw new CallbackHostNotFound();
  hostCache.forget(host);
  return claimed;
}
