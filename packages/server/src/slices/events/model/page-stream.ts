import { AppError } from "#kernel/errors.ts";
import type { EventId, EventType } from "./event.ts";

/** Streams of one person in a process: a browser needs one, also with many windows. Ours. */
export const STREAMS_OF_PERSON_MAX = 10;

/** The stream is never silent for longer. */
export const PAGE_HEARTBEAT_MS = 30_000;

/** A session that has ended, or a membership that was taken, ends the stream within this time. */
export const ALLOWED_FOR_MS = 5_000;

/** Events that are sent to a page that comes back after a while. A page that missed more reads again what it shows. */
export const MISSED_EVENTS_MAX = 200;

const FULL_RETRY_SECONDS = 30;

export class PageStreamsFull extends AppError {
  constructor() {
    super("page_streams_full", "no more pages can be told of changes now; read again, or close other pages", {
      retryAfterSeconds: FULL_RETRY_SECONDS,
    });
  }
}

/** What a page is told: that it shows something else than there is. It reads by itself what it shows. */
export type Change =
  /** An event of the project, or of the user's wallet. */
  | {
      readonly kind: "event";
      readonly id: EventId;
      readonly type: EventType;
      readonly objectId: string;
      readonly sequence: number;
      readonly createdAt: Date;
    }
  /** Money has moved in the wallet, or was reserved. */
  | { readonly kind: "wallet" }
  /** Something of the project was changed, such as a key, a setting or a member, by a person or by a command. */
  | { readonly kind: "project" }
  /** Much has happened since `id`: all that is shown may be old. */
  | { readonly kind: "everything"; readonly id: EventId };

/** Names of what is no event. */
export const WALLET_CHANGED = "wallet.changed";
export const PROJECT_CHANGED = "project.changed";
export const EVERYTHING_CHANGED = "everything.changed";

/** A change as it is sent (WHATWG HTML, section 9.2.5). What has an id is a place from which the stream goes on. */
export function changeText(change: Change): string {
  switch (change.kind) {
    case "event": {
      const { id, type, objectId, sequence, createdAt } = change;
      return textOf({ type, objectId, sequence, createdAt: createdAt.toISOString() }, id);
    }
    case "wallet":
      return textOf({ type: WALLET_CHANGED });
    case "project":
      return textOf({ type: PROJECT_CHANGED });
    case "everything":
      return textOf({ type: EVERYTHING_CHANGED }, change.id);
  }
}

function textOf(data: object, id?: EventId): string {
  return `${id === undefined ? "" : `id: ${id}\n`}event: change\ndata: ${JSON.stringify(data)}\n\n`;
}

/** An event and no comment, so that the script of a page sees that its connection lives. */
export const PAGE_HEARTBEAT = "event: heartbeat\ndata: {}\n\n";
