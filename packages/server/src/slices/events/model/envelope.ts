import type { EventRecord } from "./event.ts";

/** What the receiver of an event reads, beside the thing itself. */
export type Envelope = {
  readonly id: string;
  readonly type: string;
  readonly created_at: string;
  /** False on test networks. */
  readonly livemode: boolean;
  /** Grows with each event of the object: what has a smaller one than the last that was read is stale. */
  readonly sequence: number;
  readonly data: object;
};

/**
 * The body of an event as endpoints get it. Its text is what is signed: `JSON.stringify` of this, every time the same.
 */
export function envelopeOf(event: EventRecord, data: object, livemode: boolean): Envelope {
  return {
    id: event.id,
    type: event.type,
    created_at: event.createdAt.toISOString(),
    livemode,
    sequence: event.sequence,
    data,
  };
}
