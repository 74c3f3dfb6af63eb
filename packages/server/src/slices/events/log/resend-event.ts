import { IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import { type EventId, EventNotFound, type EventRecord, NoReceiver } from "../model/event.ts";
import { findEvent, updateResent } from "../store/events.ts";

export type ResendEvent = {
  readonly caller: Caller;
  readonly eventId: EventId;
  /** Undefined: all that the event was written for. */
  readonly receiverId?: string | undefined;
  readonly idempotencyKey?: string | undefined;
};

/**
 * Makes the deliveries of an event due now, also those that were delivered: endpoints get it at their present URL.
 *
 * @throws {EventNotFound} {IdempotencyMismatch}
 * @throws {NoReceiver} when it can be sent to none of them.
 */
export async function resendEvent(
  { db, clock }: { db: Db; clock: Clock },
  { caller, eventId, receiverId, idempotencyKey }: ResendEvent,
): Promise<{ readonly event: EventRecord; readonly replayed: boolean }> {
  const ownerId = caller.wallet.owner.id;
  const idempotency = idempotencyOf(caller.actor, "events/resend", idempotencyKey, { eventId, receiverId });
  const outcome = await updateResent(db, { ownerId, eventId, receiverId }, { idempotency, now: clock.now() });
  if (outcome === "mismatch") throw new IdempotencyMismatch();
  if (outcome === "no_receiver") throw new NoReceiver();
  const event = await findEvent(db, ownerId, eventId);
  if (outcome === "not_found" || event === undefined) throw new EventNotFound();
  return { event, replayed: outcome === "replay" };
}
