import type { ServerResponse } from "node:http";

/** What a node says of its clock, in milliseconds against this machine's, or a head that says no time. */
export type SaidClock = number | { readonly head: string | undefined };

/** Sets the head `Date` of an answer that a fake is about to give. Undefined: as its server does by itself. */
export function sayClock(response: ServerResponse, said: SaidClock | undefined): void {
  if (said === undefined) return;
  response.sendDate = false;
  const head = typeof said === "number" ? new Date(Date.now() + said).toUTCString() : said.head;
  if (head !== undefined) response.setHeader("date", head);
}
