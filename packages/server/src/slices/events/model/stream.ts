import type { Brand } from "#kernel/brand.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { EVENT_TYPES, type EventId, type EventType } from "./event.ts";

/**
 * The place of an event among all events: it grows in the order in which they became true. Never on the wire, where it
 * would show our volume.
 */
export type EventNo = Brand<bigint, "EventNo">;

/** The last event that a reader knows, or the place before the first. */
export type Position = { readonly id: EventId; readonly no: EventNo };

/** Streams of one project in a process. Ours. */
export const LISTENERS_MAX = 20;

/**
 * For how long, at least, a project's events are written after its last reader has left, so that it finds them when it
 * comes again.
 */
export const LISTENED_MS = 3_600_000;

/** The stream is never silent for longer. A key that is no longer valid ends it within the same time. */
export const HEARTBEAT_MS = 15_000;

const TOO_MANY_RETRY_SECONDS = 5;

export class TooManyListeners extends AppError {
  constructor() {
    super("too_many_listeners", `the project has ${LISTENERS_MAX} streams open; close one first`, {
      retryAfterSeconds: TOO_MANY_RETRY_SECONDS,
    });
  }
}

/**
 * The types that a reader wants, from their names with commas between.
 * @throws {InvalidInput} naming the first that there is not.
 */
export function streamTypes(text: string): ReadonlySet<EventType> {
  const types = text.split(",");
  const unknown = types.find((type) => !Object.hasOwn(EVENT_TYPES, type));
  if (unknown === undefined) return new Set(types as EventType[]);
  const shown = JSON.stringify(unknown.slice(0, SHOWN_MAX));
  throw new InvalidInput("types", `must be types of events with commas between, which ${shown} is not`);
}

/** Characters of an unknown type that a message repeats. */
const SHOWN_MAX = 60;

/** The place before a project's first event. Its id is the nil UUID (RFC 9562, section 5.9). */
export const BEGINNING: Position = { id: "00000000-0000-0000-0000-000000000000" as EventId, no: 0n as EventNo };

/**
 * The first bytes: how many milliseconds a reader waits before it connects again, the event after which the stream goes
 * on, and that it listens. A reader whose connection breaks before its first event has a place to go on from.
 */
export function opening(after: EventId): string {
  return `retry: 2000\nid: ${after}\n: listening\n\n`;
}

export const HEARTBEAT = ": heartbeat\n\n";

/**
 * An event as a reader of the stream gets it (WHATWG HTML, section 9.2.5). JSON has no line breaks, so `body` is one
 * line.
 */
export function streamed({ id, type }: { readonly id: EventId; readonly type: EventType }, body: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${body}\n\n`;
}
