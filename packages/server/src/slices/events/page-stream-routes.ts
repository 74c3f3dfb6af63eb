import { z } from "zod";
import { isUuid } from "#kernel/ids.ts";
import { EVENT_STREAM_TYPE, hungUp, type RoutesPlugin } from "#platform/http/index.ts";
import type { EventId } from "./model/event.ts";
import { type Place, placeIn } from "./model/page-place.ts";
import {
  ALLOWED_FOR_MS,
  changeText,
  EVERYTHING_CHANGED,
  MISSED_EVENTS_MAX,
  PAGE_HEARTBEAT,
  PAGE_HEARTBEAT_MS,
  PROJECT_CHANGED,
  STREAMS_OF_PERSON_MAX,
  WALLET_CHANGED,
} from "./model/page-stream.ts";
import { opening } from "./model/stream.ts";
import { openPageStream, type PageStreamDeps, pageChanges } from "./stream/page-changes.ts";
import { type AnswerStreamDeps, answerStream, CREATED_AT, EVENT_ID, PAYMENT_ID } from "./wire.ts";

export type PageStreamRoutesDeps = PageStreamDeps & AnswerStreamDeps;

/** `/events/stream` of a project or of a wallet: what tells an open page that it shows something old. */
export function pageStreamRoutes(deps: PageStreamRoutesDeps): RoutesPlugin {
  return (api) => {
    const options = { schema: streamRoute, config: { isStream: true, action: "read" }, exposeHeadRoute: false };
    api.get("/events/stream", options, async (request, reply) => {
      const { caller, person, query, headers, isStillAllowed } = request;
      const signal = hungUp(reply);
      const after = placeOf(headers["last-event-id"] || query.after);
      const stream = await openPageStream(deps, { caller, person: person.userId, after });
      try {
        const texts = pageChanges(deps, stream, { isStillAllowed, signal });
        await answerStream(deps, { request, reply }, texts, signal);
      } finally {
        stream.page.close();
      }
    });
  };
}

/** An empty text is none. What is neither id nor place says nothing: the page reads everything again. */
function placeOf(lastId: string | undefined): EventId | Place | "lost" | undefined {
  if (lastId === undefined || lastId === "") return undefined;
  const id = lastId.toLowerCase();
  return isUuid(id) ? (id as EventId) : (placeIn(lastId) ?? "lost");
}

const SECOND_MS = 1_000;

const EXAMPLE =
  opening(EVENT_ID as EventId) +
  changeText({
    kind: "event",
    id: EVENT_ID as EventId,
    type: "payment.completed",
    objectId: PAYMENT_ID,
    sequence: 5,
    createdAt: new Date(CREATED_AT),
  }) +
  changeText({ kind: "wallet" }) +
  PAGE_HEARTBEAT;

const streamRoute = {
  tags: ["Events"],
  operationId: "streamChanges",
  summary: "Stream of changes",
  description: `Server-sent events for an open page. \`change\` says by the id of a thing that it is another one than the page shows: \`data\` has the type of the event, \`${WALLET_CHANGED}\` when money has moved, \`${PROJECT_CHANGED}\` when a key, a setting, a member or another thing of the project was changed, or \`${EVERYTHING_CHANGED}\` for more than ${MISSED_EVENTS_MAX} changes. \`heartbeat\` comes when nothing was sent for ${PAGE_HEARTBEAT_MS / SECOND_MS} seconds. With the last id the stream begins with what was missed. It ends within ${ALLOWED_FOR_MS / SECOND_MS} seconds when the session or the membership has ended. One person has ${STREAMS_OF_PERSON_MAX} streams at most, and all have a share of the connections: 503 \`page_streams_full\` then.`,
  querystring: z.object({
    after: z
      .string()
      .optional()
      .meta({
        description: "The last id that the page got, or the place of its first reads. `Last-Event-ID` wins.",
        examples: [EVENT_ID],
      }),
  }),
  headers: z.object({
    "last-event-id": z
      .string()
      .optional()
      .meta({ description: "The same, as a browser sends it when it connects again.", examples: [EVENT_ID] }),
  }),
  contentType: EVENT_STREAM_TYPE,
  response: { 200: z.string().meta({ examples: [EXAMPLE] }) },
  errors: ["page_streams_full"],
} as const;
