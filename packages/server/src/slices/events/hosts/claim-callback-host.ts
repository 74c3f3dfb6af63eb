import { IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import {
  CALLBACK_HOSTS_MAX,
  type CallbackHost,
  CallbackHostClaimed,
  type CallbackHostId,
  CallbackHostNotFound,
  callbackHost,
  newToken,
  TooManyCallbackHosts,
} from "../model/callback-host.ts";
import { findHost, insertHost } from "../store/hosts.ts";

export type ClaimCallbackHost = {
  readonly caller: Caller;
  readonly host: string;
  readonly idempotencyKey?: string | undefined;
};

/**
 * Says that the caller wants a host for itself, and makes the token for its challenge file. A claim that is there
 * already is answered as it is. It keeps nobody else away before it is verified.
 *
 * @throws {InvalidInput} when no host of a callback is called so.
 * @throws {CallbackHostClaimed} {TooManyCallbackHosts} {IdempotencyMismatch}
 * @throws {CallbackHostNotFound} when the claim that the key made was removed.
 */
export async function claimCallbackHost(
  { db, clock, random, outbound }: { db: Db; clock: Clock; random: Random; outbound: Pick<Outbound, "allows"> },
  request: ClaimCallbackHost,
): Promise<{ readonly claimed: CallbackHost; readonly replayed: boolean }> {
  const { caller, idempotencyKey } = request;
  const ownerId = caller.wallet.owner.id;
  const host = callbackHost(request.host, outbound.allows);
  const idempotency = idempotencyOf(caller.actor, "callback-hosts", idempotencyKey, { host });
  const written = await insertHost(
    db,
    { id: newId<CallbackHostId>(random), ownerId, host, token: newToken(random) },
    { idempotency, now: clock.now(), max: CALLBACK_HOSTS_MAX },
  );
  switch (written.outcome) {
    case "claimed":
    case "replay": {
      const claimed = await findHost(db, ownerId, host);
      if (claimed === undefined) throw new CallbackHostNotFound();
      return { claimed, replayed: written.outcome === "replay" };
    }
    case "mismatch":
      throw new IdempotencyMismatch();
    case "too_many":
      throw new TooManyCallbackHosts();
    case "taken":
      throw new CallbackHostClaimed("host", host);
  }
}
