import type { Caller } from "#kernel/caller.ts";
import type { Db } from "#platform/database/db.ts";
import { type EventId, EventNotFound } from "../model/event.ts";
import { BEGINNING, type Position } from "../model/stream.ts";
import { findNewest, findPosition } from "../store/stream.ts";
import { keepWritten, type Listener, type Listeners, type ListenersDeps } from "./listeners.ts";

/** A stream of a project's events after a position. What opens it closes its listener. */
export type EventStream = { readonly listener: Listener; readonly after: Position };

export type OpenStreamDeps = Pick<ListenersDeps, "db" | "clock"> & { readonly listeners: Listeners };

/**
 * Opens a stream of what happens from now on, or after the event `after`; that of `BEGINNING` stands for all that is
 * kept. When it returns, the events of all that happens are written.
 * @throws {TooManyListeners}
 * @throws {EventNotFound} when the project has no event `after`, or it was forgotten.
 */
export async function openStream(
  deps: OpenStreamDeps,
  { caller, after }: { readonly caller: Caller; readonly after?: EventId | undefined },
): Promise<EventStream> {
  const ownerId = caller.wallet.owner.id;
  const listener = deps.listeners.open(ownerId);
  try {
    const known = after && (await findKnown(deps.db, ownerId, after));
    await keepWritten(deps, [ownerId]);
    return { listener, after: known ?? (await findNewest(deps.db, ownerId)) ?? BEGINNING };
  } catch (error) {
    listener.close();
    throw error;
  }
}

async function findKnown(db: Db, ownerId: string, id: EventId): Promise<Position> {
  const known = id === BEGINNING.id ? BEGINNING : await findPosition(db, ownerId, id);
  if (known === undefined) throw new EventNotFound();
  return known;
}
