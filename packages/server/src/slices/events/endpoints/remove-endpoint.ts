import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { DISABLED_BY_PROJECT, type Endpoint, EndpointNotFound } from "../model/endpoint.ts";
import type { EndpointId } from "../model/event.ts";
import { findEndpoint, updateEndpoint } from "../store/endpoints.ts";

/**
 * Removes an endpoint and cancels what waits for it. Its events and attempts stay readable. Returns it as it was.
 * @throws {EndpointNotFound} also when it was removed before.
 */
export async function removeEndpoint(
  { db, clock }: { db: Db; clock: Clock },
  { caller, id }: { readonly caller: Caller; readonly id: EndpointId },
): Promise<Endpoint> {
  const ownerId = caller.wallet.owner.id;
  const endpoint = await findEndpoint(db, ownerId, id);
  const changes = { url: undefined, types: undefined, description: undefined, state: "removed" } as const;
  const outcome = await updateEndpoint(db, { ownerId, id, now: clock.now() }, changes, DISABLED_BY_PROJECT);
  if (endpoint === undefined || outcome === "not_found") throw new EndpointNotFound();
  return endpoint;
}
