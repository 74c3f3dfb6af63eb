import type { Caller } from "#kernel/caller.ts";
import { type EventId, EventNotFound } from "../model/event.ts";
import type { EventNo } from "../model/stream.ts";
import { findNewestNo, findNo } from "../store/stream.ts";
import { keepWritten, type Listener, type Listeners, type ListenersDeps } from "./listeners.ts";

/** A stream of a project's events: `no` is the last event that its reader knows. Whoever opens it closes its listener. */
export type EventStream = { readonly listener: Listener; readonly no: EventNo };

export type OpenStreamDeps = Pick<ListenersDeps, "db" | "clock"> & { readonly listeners: Listeners };

/**
 * Opens a stream of what happens from now on, or after the event `after`. When it returns, the events of all that happens are written.
 * @throws {TooManyListeners}
 * @throws {EventNotFound} when the project has no event `after`, or it was forgotten.
 */
export async function openStream(
  deps: OpenStreamDeps,
  { caller, after }: { readonly caller: Caller; readonly after: EventId | undefined },
): Promise<EventStream> {
  const ownerId = caller.wallet.owner.id;
  const listener = deps.listeners.open(ownerId);
  try {
    const known = after && (await findNo(deps.db, ownerId, after));
    if (after !== undefined && known === undefined) throw new EventNotFound();
    await keepWritten(deps, [ownerId]);
    return { listener, no: known ?? (await findNewestNo(deps.db)) };
  } catch (error) {
    listener.close();
    throw error;
  }
}
