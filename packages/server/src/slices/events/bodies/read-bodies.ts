import { AppError } from "#kernel/errors.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { EventBody } from "../model/delivery.ts";
import type { EventId, EventRecord } from "../model/event.ts";
import type { EventBodies } from "./event-bodies.ts";

type BodyDeps = { readonly db: Db; readonly bodies: EventBodies; readonly log: Log };

/**
 * The bodies of events. Those that cannot be made are left out: that is a bug of ours, and must not stop the others.
 * @throws {AppError} when the database cannot be reached.
 */
export async function readBodies(
  deps: BodyDeps,
  events: readonly EventRecord[],
): Promise<ReadonlyMap<EventId, EventBody>> {
  try {
    return await deps.bodies(deps.db, events);
  } catch (err) {
    if (err instanceof AppError) throw err;
    const made = new Map<EventId, EventBody>();
    for (const event of events) for (const [id, body] of await bodyOf(deps, event)) made.set(id, body);
    return made;
  }
}

/** One event alone: of several that are read together only the one that causes a failure is left out. */
async function bodyOf({ db, bodies, log }: BodyDeps, event: EventRecord): Promise<ReadonlyMap<EventId, EventBody>> {
  try {
    return await bodies(db, [event]);
  } catch (err) {
    if (err instanceof AppError) throw err;
    log.error({ event: event.id, type: event.type, err }, "event.body_failed");
    return new Map();
  }
}
