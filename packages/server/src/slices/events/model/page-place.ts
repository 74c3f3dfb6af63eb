import { isUuid } from "#kernel/ids.ts";
import type { EventId } from "./event.ts";
import { LISTENED_MS } from "./stream.ts";

/** Where a page's changes begin: taken before it reads anything, so that nothing is missed until it listens. */
export type Place = {
  /** The last event before it. */
  readonly after: EventId;
  readonly at: Date;
  /** Where the money of the wallet and the changes by members stood: another text, others. */
  readonly standing: string;
};

const FORM = /^(?<after>[0-9a-f-]{36})\.(?<ms>\d{1,14})\.(?<standing>[\w-]{22})$/;

/** The place as text for a page. It does not show how much happens here. */
export function placeText({ after, at, standing }: Place): string {
  return `${after}.${at.getTime()}.${standing}`;
}

/** Undefined: it is no place. */
export function placeIn(text: string): Place | undefined {
  const { after = "", ms = "", standing = "" } = FORM.exec(text)?.groups ?? {};
  return isUuid(after) ? { after: after as EventId, at: new Date(Number(ms)), standing } : undefined;
}

/** Whether all that has happened since then was written, also without a listener. */
export function isPlaceKnown({ at }: Pick<Place, "at">, now: Date): boolean {
  return now.getTime() - at.getTime() < LISTENED_MS;
}
