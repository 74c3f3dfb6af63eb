import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { CallbackHostClaimed } from "../model/callback-host.ts";
import { DISABLED_BY_PROJECT, type Endpoint, EndpointNotFound, EVERY_TYPE, endpointUrl } from "../model/endpoint.ts";
import type { EndpointId, EventType } from "../model/event.ts";
import { findEndpoint, updateEndpoint } from "../store/endpoints.ts";

/** What changes; what is undefined stays. */
export type ChangeEndpoint = {
  readonly caller: Caller;
  readonly id: EndpointId;
  readonly url?: string | undefined;
  readonly types?: { readonly only: readonly EventType[] | undefined } | undefined;
  readonly description?: string | undefined;
  readonly state?: "enabled" | "disabled" | undefined;
};

/**
 * Changes an endpoint. What waits for it goes to its new URL; when it is disabled, what waits is cancelled.
 *
 * @throws {EndpointNotFound}
 * @throws {InvalidInput} {CallbackHostClaimed} nothing is changed then.
 */
export async function changeEndpoint(
  { db, clock, outbound }: { db: Db; clock: Clock; outbound: Pick<Outbound, "allows" | "mayCall"> },
  { caller, id, types, description, state, ...request }: ChangeEndpoint,
): Promise<Endpoint> {
  const ownerId = caller.wallet.owner.id;
  const url = request.url === undefined ? undefined : endpointUrl(request.url, outbound);
  const changes = { url, types: types && (types.only ?? [EVERY_TYPE]), description, state };
  const outcome = await updateEndpoint(db, { ownerId, id, now: clock.now() }, changes, DISABLED_BY_PROJECT);
  if (outcome === "host_claimed")
    throw new CallbackHostClaimed("url", url === undefined ? "of the url" : new URL(url).host);
  const endpoint = outcome === "changed" ? await findEndpoint(db, ownerId, id) : undefined;
  if (endpoint === undefined) throw new EndpointNotFound();
  return endpoint;
}
