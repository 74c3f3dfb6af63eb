import { type EventOf, listEventsOf } from "#events";
import type { Db } from "#platform/database/db.ts";
import { message } from "#texts/reader.ts";
import type { Happening } from "./model/timeline.ts";

/** The events of these things that an owner was told of, and what became of each delivery. */
export async function readEventHappenings(
  db: Db,
  ownerId: string,
  objectIds: readonly string[],
): Promise<readonly Happening[]> {
  const events = await listEventsOf(db, ownerId, objectIds);
  return events.flatMap((event) => [
    {
      at: event.createdAt,
      said: message("progress_event_written", { type: event.type }),
      thing: { kind: "event", id: event.id },
    } as const,
    ...event.deliveries.map((delivery) => happeningOf(event, delivery)),
  ]);
}

function happeningOf({ id, type, createdAt }: EventOf, delivery: EventOf["deliveries"][number]): Happening {
  const { host, state, finishedAt, lastAttempt } = delivery;
  const at = finishedAt ?? lastAttempt?.startedAt ?? createdAt;
  const of = { at, detail: lastAttempt?.error ?? undefined, thing: { kind: "event", id } } as const;
  switch (state) {
    case "delivered":
      return {
        ...of,
        said: message("progress_event_delivered", { type, host, status: String(lastAttempt?.status ?? "") }),
      };
    case "failed":
      return { ...of, said: message("progress_event_failed", { type, host }) };
    case "cancelled":
      return { ...of, said: message("progress_event_cancelled", { type, host }) };
    case "waiting":
      return {
        ...of,
        said:
          lastAttempt === undefined
            ? message("progress_event_waiting", { type, host })
            : message("progress_event_retry", { type, host }),
      };
  }
}
