import { type Idempotency, IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { CallbackHostClaimed } from "../model/callback-host.ts";
import { ENDPOINTS_MAX, type Endpoint, EndpointNotFound, endpointUrl, TooManyEndpoints } from "../model/endpoint.ts";
import type { EndpointId, EventType } from "../model/event.ts";
import { findEndpoint, insertEndpoint } from "../store/endpoints.ts";

export type CreateEndpoint = {
  readonly caller: Caller;
  readonly url: string;
  /** Undefined: every type. */
  readonly types?: readonly EventType[] | undefined;
  readonly description: string;
  readonly idempotencyKey?: string | undefined;
};

/**
 * Makes an endpoint for the caller's events, from the next one on.
 *
 * @throws {InvalidInput} when nothing can be sent to the URL.
 * @throws {TooManyEndpoints} {CallbackHostClaimed} {IdempotencyMismatch}
 * @throws {EndpointNotFound} when the endpoint that the key made was removed.
 */
export async function createEndpoint(
  {
    db,
    clock,
    random,
    outbound,
  }: { db: Db; clock: Clock; random: Random; outbound: Pick<Outbound, "allows" | "mayCall"> },
  request: CreateEndpoint,
): Promise<{ readonly endpoint: Endpoint; readonly replayed: boolean }> {
  const { caller, types, description } = request;
  const ownerId = caller.wallet.owner.id;
  const url = endpointUrl(request.url, outbound);
  const id = newId<EndpointId>(random);
  const written = await insertEndpoint(
    db,
    { id, ownerId, url, types, description },
    { idempotency: idempotencyOfRequest(request, url), now: clock.now(), max: ENDPOINTS_MAX },
  );
  switch (written.outcome) {
    case "created":
    case "replay": {
      const endpoint = await findEndpoint(db, ownerId, written.endpoint);
      if (endpoint === undefined) throw new EndpointNotFound();
      return { endpoint, replayed: written.outcome === "replay" };
    }
    case "mismatch":
      throw new IdempotencyMismatch();
    case "too_many":
      throw new TooManyEndpoints();
    case "host_claimed":
      throw new CallbackHostClaimed("url", new URL(url).host);
  }
}

function idempotencyOfRequest(
  { caller, types, description, idempotencyKey }: CreateEndpoint,
  url: string,
): Idempotency | undefined {
  return idempotencyOf(caller.actor, "webhook-endpoints", idempotencyKey, { url, types, description });
}
