import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { EndpointNotFound } from "../model/endpoint.ts";
import type { EndpointId } from "../model/event.ts";
import { findEndpoint } from "../store/endpoints.ts";
import { updateFailedResent, updateRetries } from "../store/events.ts";
import { countRecoverable, type Recoverable } from "../store/recoverable.ts";
import { RESEND_FAILED_MAX, type ResentFailed } from "./resend-failed.ts";

export type Recover = {
  readonly caller: Caller;
  readonly since: Date;
  /** Undefined: all receivers. */
  readonly endpointId?: EndpointId | undefined;
};

/**
 * Makes due now what a receiver did not accept since a time, now that it works again: what was tried and waits for a
 * later attempt, and what was given up. Of two calls at once each delivery is made due by one; what is being sent is
 * left alone. One call looks at `RESEND_FAILED_MAX` deliveries of each kind.
 * @throws {EndpointNotFound}
 */
export async function recover(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  { caller, since, endpointId }: Recover,
): Promise<ResentFailed> {
  const ownerId = await ownerWith(db, caller, endpointId);
  const now = clock.now();
  const wanted = { ownerId, endpointId, since, limit: RESEND_FAILED_MAX };
  const retried = await updateRetries(db, wanted, now);
  if (retried === RESEND_FAILED_MAX) return { resent: retried, nextSince: since };
  const given = await updateFailedResent(db, { id: random.uuid(), ...wanted }, { idempotency: undefined, now });
  return { resent: retried + given.resent, nextSince: given.nextSince ?? undefined };
}

/** Of each kind; more are not counted. */
export const RECOVERABLE_COUNTED_MAX = 1_000;
const LOOKED_AT_MAX = 5_000;

/** How many deliveries `recover` would make due now, called until nothing is left. @throws {EndpointNotFound} */
export async function previewRecover(
  { db, clock }: { db: Db; clock: Pick<Clock, "now"> },
  { caller, since, endpointId }: Recover,
): Promise<Recoverable> {
  const ownerId = await ownerWith(db, caller, endpointId);
  const bounds = { max: RECOVERABLE_COUNTED_MAX, lookedAtMax: LOOKED_AT_MAX };
  return await countRecoverable(db, { ownerId, endpointId, since, now: clock.now(), ...bounds });
}

/** The caller's project, which has this endpoint, if one is named. @throws {EndpointNotFound} */
async function ownerWith(db: Db, { wallet }: Caller, endpointId: EndpointId | undefined): Promise<string> {
  const ownerId = wallet.owner.id;
  if (endpointId !== undefined && (await findEndpoint(db, ownerId, endpointId)) === undefined)
    throw new EndpointNotFound();
  return ownerId;
}
