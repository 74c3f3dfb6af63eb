import { IdempotencyMismatch, idempotencyOf } from "#idempotency";
import type { Caller } from "#kernel/caller.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import { newId } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import { EndpointDisabled, EndpointNotFound } from "../model/endpoint.ts";
import { type EndpointId, type EventId, EventNotFound, type EventRecord } from "../model/event.ts";
import { findEvent, insertTestEvent } from "../store/events.ts";

export type SendTestEvent = {
  readonly caller: Caller;
  readonly endpointId: EndpointId;
  readonly idempotencyKey?: string | undefined;
};

/**
 * Writes a `webhook.test` event for one endpoint alone, whatever types it takes.
 * @throws {EndpointNotFound} {EndpointDisabled} {IdempotencyMismatch}
 */
export async function sendTestEvent(
  { db, clock, random }: { db: Db; clock: Clock; random: Random },
  { caller, endpointId, idempotencyKey }: SendTestEvent,
): Promise<{ readonly event: EventRecord; readonly replayed: boolean }> {
  const ownerId = caller.wallet.owner.id;
  const idempotency = idempotencyOf(caller.actor, "webhook-endpoints/test", idempotencyKey, { endpointId });
  const id = newId<EventId>(random);
  const written = await insertTestEvent(db, { id, ownerId, endpointId }, { idempotency, now: clock.now() });
  switch (written.outcome) {
    case "written":
    case "replay": {
      const event = await findEvent(db, ownerId, written.event);
      if (event === undefined) throw new EventNotFound();
      return { event, replayed: written.outcome === "replay" };
    }
    case "mismatch":
      throw new IdempotencyMismatch();
    case "not_found":
      throw new EndpointNotFound();
    case "disabled":
      throw new EndpointDisabled();
  }
}
