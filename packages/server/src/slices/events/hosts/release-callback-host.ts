import { IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type CallbackHost, CallbackHostNotFound } from "../model/callback-host.ts";
import { deleteHost, findReleasedHost } from "../store/hosts.ts";
import type { HostCache } from "./check-callback.ts";

export type ReleaseCallbackHost = {
  readonly caller: Caller;
  readonly host: string;
  readonly idempotencyKey?: string | undefined;
};

/**
 * Gives up a host: others may name it again. Returns the claim as it was.
 *
 * @throws {CallbackHostNotFound} also when another call gave it up before.
 * @throws {IdempotencyMismatch}
 */
export async function releaseCallbackHost(
  { db, clock, random, hostCache }: { db: Db; clock: Clock; random: Random; hostCache: Pick<HostCache, "forget"> },
  { caller, host, idempotencyKey }: ReleaseCallbackHost,
): Promise<{ readonly released: CallbackHost; readonly replayed: boolean }> {
  const ownerId = caller.wallet.owner.id;
  const idempotency = idempotencyOf(caller.actor, "callback-hosts/remove", idempotencyKey, { host });
  const { outcome, id } = await deleteHost(db, { id: random.uuid(), ownerId, host }, { idempotency, now: clock.now() });
  if (outcome === "mismatch") throw new IdempotencyMismatch();
  const released = outcome === "not_found" ? undefined : await findReleasedHost(db, ownerId, id);
  if (released === undefined) throw new CallbackHostNotFound();
  hostCache.forget(host);
  return { released, replayed: outcome === "replay" };
}
