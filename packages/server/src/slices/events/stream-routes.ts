import { z } from "zod";
import { codec, EVENT_STREAM_TYPE, hungUp, idOf, type RoutesPlugin } from "#platform/http/index.ts";
import { TEST_BODY } from "./event-routes.ts";
import { EVENT_TYPES, type EventId, EventNotFound } from "./model/event.ts";
import { HEARTBEAT, HEARTBEAT_MS, LISTENED_MS, LISTENERS_MAX, opening, streamed, streamTypes } from "./model/stream.ts";
import { type OpenStreamDeps, openStream } from "./stream/open-stream.ts";
import { type StreamEventsDeps, streamEvents } from "./stream/stream-events.ts";
import { answerStream, EVENT_ID, type EventRoutesDeps } from "./wire.ts";

export type StreamRoutesDeps = EventRoutesDeps & OpenStreamDeps & StreamEventsDeps;

/** `/v0/events/stream` (docs/contract.md, "Stream of events"). */
export function streamRoutes(deps: StreamRoutesDeps): RoutesPlugin {
  return (api) => {
    const options = { schema: streamRoute, config: { isStream: true }, exposeHeadRoute: false };
    api.get("/v0/events/stream", options, async (request, reply) => {
      const { caller, query, headers } = request;
      const signal = hungUp(reply);
      const after = positionOf(headers["last-event-id"], query.after);
      const stream = await openStream(deps, { caller, after });
      const texts = streamEvents(deps, stream, {
        types: query.types,
        isAdmitted: () => api.isAdmitted(request),
        signal,
      });
      try {
        await answerStream(deps, { request, reply }, texts, signal);
      } finally {
        stream.listener.close();
      }
    });
  };
}

/**
 * The header wins: a reader that connects again sends it beside the address that it began with. Empty it is as if it
 * were not there.
 */
function positionOf(lastEventId: string | undefined, after: string | undefined): EventId | undefined {
  const text = lastEventId || after;
  return text === undefined ? undefined : idOf(text, () => new EventNotFound());
}

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** Of the example. */
const PREVIOUS_ID = "01a1f9ba-b102-7f5e-9c34-2b7c1de0a913" as EventId;

const STREAM_EXAMPLE =
  opening(PREVIOUS_ID) + streamed({ id: EVENT_ID as EventId, type: "webhook.test" }, TEST_BODY) + HEARTBEAT;

const streamRoute = {
  tags: ["Events"],
  operationId: "streamEvents",
  summary: "Read events as they happen",
  description: `Server-sent events over a connection that stays open: \`id\` is the event's id, \`event\` its type and \`data\` the body as endpoints get it, on one line. Starts with what happens from now on, or after the event that is named, in the order in which things became true. The first \`id\`, without \`data\`, is the place where it starts. Without an event for ${HEARTBEAT_MS / SECOND_MS} seconds a comment is sent. The service may end the stream at any time: connect again with the last id. While a project reads, and for ${LISTENED_MS / HOUR_MS} hour afterwards, its events are written also without an endpoint. At most ${LISTENERS_MAX} streams of a project.`,
  querystring: z.object({
    types: codec(
      z.string().meta({
        description: `Only events of these types, with commas between: ${Object.keys(EVENT_TYPES)
          .map((type) => `\`${type}\``)
          .join(", ")}. Without it every type.`,
        examples: ["payment.completed,payment.failed"],
      }),
      streamTypes,
      (types) => [...types].join(","),
    ).optional(),
    after: z
      .string()
      .optional()
      .meta({
        description: "The id of an event: only what happened after it. `Last-Event-ID` wins.",
        examples: [EVENT_ID],
      }),
  }),
  headers: z.object({
    "last-event-id": z
      .string()
      .optional()
      .meta({
        description: "The id of the last event that was read: the stream goes on after it.",
        examples: [EVENT_ID],
      }),
  }),
  contentType: EVENT_STREAM_TYPE,
  response: { 200: z.string().meta({ examples: [STREAM_EXAMPLE] }) },
  errors: ["event_not_found", "too_many_listeners"],
} as const;
