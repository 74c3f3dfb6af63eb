import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { EndpointNotFound } from "../model/endpoint.ts";
import type { EndpointId } from "../model/event.ts";
import { findEndpoint } from "../store/endpoints.ts";
import { updateFailedResent, updateRetries } from "../store/events.ts";
import { RESEND_FAILED_MAX, type ResentFailed } from "./resend-failed.ts";

export type Recover = {
  readonly caller: Caller;
  readonly since: Date;
  /** Undefined: all receivers. */
  readonly endpointId?: EndpointId | undefined;
};

/**
 * Makes due now what a receiver did not take since a time, now that it works again: what was tried and waits for a
 * later attempt, and what was given up. Of two calls at once each delivery is made due by one; what is being sent is
 * left alone. One call looks at `RESEND_FAILED_MAX` deliveries of each kind.
 * @throws {EndpointNotFound}
 */
export async function recover(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  { caller, since, endpointId }: Recover,
): Promise<ResentFailed> {
  const ownerId = caller.wallet.owner.id;
  if (endpointId !== undefined && (await findEndpoint(db, ownerId, endpointId)) === undefined)
    throw new EndpointNotFound();
  const now = clock.now();
  const wanted = { ownerId, endpointId, since, limit: RESEND_FAILED_MAX };
  const retried = await updateRetries(db, wanted, now);
  if (retried === RESEND_FAILED_MAX) return { resent: retried, nextSince: since };
  const given = await updateFailedResent(db, { id: random.uuid(), ...wanted }, { idempotency: undefined, now });
  return { resent: retried + given.resent, nextSince: given.nextSince ?? undefined };
}
