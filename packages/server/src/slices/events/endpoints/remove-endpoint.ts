import { IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type Endpoint, EndpointNotFound } from "../model/endpoint.ts";
import type { EndpointId } from "../model/event.ts";
import { deleteEndpoint, findRemovedEndpoint } from "../store/endpoints.ts";

export type RemoveEndpoint = {
  readonly caller: Caller;
  readonly id: EndpointId;
  readonly idempotencyKey?: string | undefined;
};

/**
 * Removes an endpoint and cancels what waits for it. Its events and attempts stay readable. Returns it as it was.
 *
 * @throws {EndpointNotFound} also when another call removed it before.
 * @throws {IdempotencyMismatch}
 */
export async function removeEndpoint(
  { db, clock }: { db: Db; clock: Clock },
  { caller, id, idempotencyKey }: RemoveEndpoint,
): Promise<{ readonly endpoint: Endpoint; readonly replayed: boolean }> {
  const ownerId = caller.wallet.owner.id;
  const idempotency = idempotencyOf(caller.actor, "webhook-endpoints/remove", idempotencyKey, { endpointId: id });
  const outcome = await deleteEndpoint(db, { ownerId, id }, { idempotency, now: clock.now() });
  if (outcome === "mismatch") throw new IdempotencyMismatch();
  const endpoint = outcome === "not_found" ? undefined : await findRemovedEndpoint(db, ownerId, id);
  if (endpoint === undefined) throw new EndpointNotFound();
  return { endpoint, replayed: outcome === "replay" };
}
