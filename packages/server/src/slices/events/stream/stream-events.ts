import type { Clock } from "#kernel/clock.ts";
import type { Db } from "#platform/database/db.ts";
import type { Log } from "#platform/log.ts";
import type { EventBodies } from "../bodies/event-bodies.ts";
import { readBodies } from "../bodies/read-bodies.ts";
import { envelopeOf } from "../model/envelope.ts";
import type { EventType } from "../model/event.ts";
import { type EventNo, HEARTBEAT, HEARTBEAT_MS, opening, streamed } from "../model/stream.ts";
import { listEventsAfter } from "../store/stream.ts";
import type { EventStream } from "./open-stream.ts";

/** Events that are read together: what a stream with a slow reader holds in memory. */
export const PAGE_EVENTS = 100;

export type StreamEventsDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  readonly bodies: EventBodies;
  readonly isLive: () => Promise<boolean>;
};

export type StreamEvents = {
  /** Undefined: every type. */
  readonly types: ReadonlySet<EventType> | undefined;
  /** Whether the reader's key is still valid and may still be used for this. Asked every `HEARTBEAT_MS`. */
  readonly isAdmitted: () => Promise<boolean>;
  readonly signal: AbortSignal;
};

/**
 * The texts of a stream: its opening, then a page of events after the other as they become true, and heartbeats
 * between. The next page is read when the last one was taken. Ends when `signal` aborts or the key is no longer
 * admitted.
 * @throws {AppError} when the database cannot be reached.
 */
export async function* streamEvents(
  deps: StreamEventsDeps,
  { listener, after }: EventStream,
  { types, isAdmitted, signal }: StreamEvents,
): AsyncGenerator<string, void, undefined> {
  const { clock } = deps;
  const leftMs = (sinceMs: number) => Math.max(0, sinceMs + HEARTBEAT_MS - clock.monotonicMs());
  let checkedMs = clock.monotonicMs();
  yield opening(after.id);
  let sentMs = clock.monotonicMs();
  let { no } = after;
  while (!signal.aborted) {
    if (leftMs(checkedMs) <= 0) {
      if (!(await isAdmitted())) return;
      checkedMs = clock.monotonicMs();
    }
    const page = await readPage(deps, { ownerId: listener.ownerId, after: no }, types);
    no = page.no;
    const text = page.text === "" && leftMs(sentMs) <= 0 ? HEARTBEAT : page.text;
    if (text !== "") {
      yield text;
      sentMs = clock.monotonicMs();
    }
    if (!page.isFull) await listener.wait(no, { maxMs: Math.min(leftMs(sentMs), leftMs(checkedMs)), signal });
  }
}

type Page = {
  /** What the reader wants of it, as it is sent. */
  readonly text: string;
  /** The last event of the page, also one that the reader does not want. */
  readonly no: EventNo;
  readonly isFull: boolean;
};

/** Events of a type that is not wanted, and those whose body cannot be made, are left out and passed over. */
async function readPage(
  deps: StreamEventsDeps,
  position: { readonly ownerId: string; readonly after: EventNo },
  types: StreamEvents["types"],
): Promise<Page> {
  const found = await listEventsAfter(deps.db, { ...position, limit: PAGE_EVENTS });
  const wanted = found.map(({ event }) => event).filter(({ type }) => types?.has(type) ?? true);
  const no = found.at(-1)?.no ?? position.after;
  const isFull = found.length === PAGE_EVENTS;
  if (wanted.length === 0) return { text: "", no, isFull };

  const bodies = await readBodies(deps, wanted);
  const isLive = await deps.isLive();
  const texts = wanted.map((event) => {
    const body = bodies.get(event.id);
    if (body === undefined) deps.log.error({ event: event.id, type: event.type }, "event.skipped");
    return body === undefined ? "" : streamed(event, JSON.stringify(envelopeOf(event, body.data, isLive)));
  });
  return { text: texts.join(""), no, isFull };
}
