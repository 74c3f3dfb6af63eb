import type { preValidationHookHandler } from "fastify";
import { z } from "zod";
import type { Brand } from "#kernel/brand.ts";
import { idRange, isUuid } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import {
  codec,
  cursorOf,
  envelope,
  idOf,
  idParams,
  isoTime,
  list,
  markReplayed,
  optionalField,
  page,
  pageQuery,
  type RoutesPlugin,
  success,
  timeText,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import { resendEvent } from "./log/resend-event.ts";
import { RESEND_FAILED_MAX, resendFailed } from "./log/resend-failed.ts";
import { bodyFor, shownError } from "./model/delivery.ts";
import { envelopeOf } from "./model/envelope.ts";
import {
  DELIVERY_STATES,
  EVENT_TYPES,
  type EventId,
  EventNotFound,
  type EventRecord,
  type EventType,
} from "./model/event.ts";
import {
  type AttemptPosition,
  type AttemptView,
  type DeliveryView,
  findEvent,
  listAttempts,
  listDeliveries,
  listEvents,
} from "./store/events.ts";
import { CREATED_AT, ENDPOINT_ID, EVENT_ID, type EventRoutesDeps, PAYMENT_ID } from "./wire.ts";

const TYPES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

const sequence = z.int().min(1);

/** The body of an event as endpoints get it, around `data` of its type. For the reference. */
export function eventBody<Data extends z.ZodType>(type: EventType, data: Data) {
  return z.object({
    id: z.string().meta({ format: "uuid", description: "The same in every attempt; also in the header `webhook-id`." }),
    type: z.literal(type),
    created_at: isoTime,
    livemode: z.boolean().meta({ description: "False on test networks." }),
    sequence: sequence.meta({
      description: "Grows with each event of the object: drop what has a smaller one than the last that you read.",
    }),
    data,
  });
}

/** The body of an event with the ids that the examples have. */
export function exampleBody<Data>(type: EventType, data: Data, sequence: number) {
  return { id: EVENT_ID, type, created_at: CREATED_AT, livemode: false, sequence, data };
}

/** `data` of `webhook.test`. */
export const testDataSchema = z.object({
  webhookEndpointId: z.string().meta({ format: "uuid", description: "The endpoint that is tried." }),
});
export const TEST_DATA = { webhookEndpointId: ENDPOINT_ID };

/** The whole body of it, as it is sent. */
export const TEST_BODY = JSON.stringify(exampleBody("webhook.test", TEST_DATA, 1));

const deliverySchema = z.object({
  receiverId: z.string().meta({ format: "uuid", description: "The endpoint; the event's own id for a `callbackUrl`." }),
  endpointId: z.string().nullable().meta({ description: "Null for a `callbackUrl`." }),
  url: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().min(0),
  dueAt: isoTime.nullable().meta({ description: "The next attempt; null when there is none to come." }),
  finishedAt: isoTime.nullable(),
});

const DELIVERED = {
  receiverId: ENDPOINT_ID,
  endpointId: ENDPOINT_ID,
  url: "https://shop.example/hooks/leyden",
  state: "delivered",
  attempts: 1,
  dueAt: null,
  finishedAt: "2026-11-20T16:12:00.958Z",
};

const EVENT_EXAMPLE = {
  id: EVENT_ID,
  type: "payment.completed",
  objectId: PAYMENT_ID,
  sequence: 5,
  createdAt: CREATED_AT,
  deliveries: [DELIVERED],
};

/** An event whose body is short. */
const TEST_EVENT = {
  ...EVENT_EXAMPLE,
  type: "webhook.test",
  objectId: ENDPOINT_ID,
  sequence: 1,
  body: TEST_BODY,
  callbackBody: null,
};

/** The same event before it is sent. */
export const WAITING = {
  ...TEST_EVENT,
  deliveries: [{ ...DELIVERED, state: "waiting", attempts: 0, dueAt: CREATED_AT, finishedAt: null }],
};

const eventSchema = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    type: z.enum(TYPES),
    objectId: z.string().meta({ format: "uuid", description: "The payment, charge, receipt or endpoint." }),
    sequence: sequence.meta({ description: "Grows with each event of the object." }),
    createdAt: isoTime,
    deliveries: z.array(deliverySchema),
  })
  .meta({ id: "Event", examples: [EVENT_EXAMPLE] });

export const eventWithBodySchema = eventSchema
  .extend({
    body: z.string().nullable().meta({ description: "What endpoints get, byte for byte." }),
    callbackBody: z
      .string()
      .nullable()
      .meta({ description: "What a `callbackUrl` gets, byte for byte; null when the event has none." }),
  })
  .meta({
    id: "EventWithBody",
    examples: [TEST_EVENT],
  });

const attemptSchema = z
  .object({
    receiverId: z.string().meta({ format: "uuid" }),
    number: z.int().min(1).meta({ description: "1 is the first to this receiver." }),
    startedAt: isoTime,
    durationMs: z.int().min(0),
    status: z.int().nullable().meta({ description: "HTTP status of the answer; null when there was none." }),
    error: z.string().nullable().meta({ description: "Why there was no answer." }),
  })
  .meta({
    id: "DeliveryAttempt",
    examples: [
      { receiverId: ENDPOINT_ID, number: 1, startedAt: CREATED_AT, durationMs: 247, status: 204, error: null },
    ],
  });

const resentFailedSchema = z
  .object({
    resent: z.int().min(0).max(RESEND_FAILED_MAX).meta({ description: "Deliveries that are sent again." }),
    nextSince: isoTime.nullable().meta({ description: "`since` of the next call; null when nothing is left." }),
  })
  .meta({ id: "ResentFailed", examples: [{ resent: 12, nextSince: null }] });

const noEvent = () => new EventNotFound();

const eventCursor = cursorOf(uuidText<EventId>());

/** Where a list of attempts goes on: "<number>.<receiver>". */
const attemptPosition = codec(
  z.string(),
  (text): AttemptPosition => {
    const [number = "", receiverId = ""] = text.split(".");
    if (!/^[0-9]{1,9}$/.test(number) || !isUuid(receiverId)) throw new EventNotFound();
    return { number: Number(number), receiverId };
  },
  ({ number, receiverId }) => `${number}.${receiverId}`,
);
const attemptCursor = cursorOf(attemptPosition);

/** A body that is left out asks for nothing special. */
const orEmpty: preValidationHookHandler = (request, _reply, done) => {
  request.body ??= {};
  done();
};

/** `/v0/events` (docs/contract.md, "Events"). */
export function eventRoutes(deps: EventRoutesDeps): RoutesPlugin {
  const { db } = deps;
  return (api) => {
    api.get("/v0/events", { schema: listEventsRoute }, async ({ caller, query }) => {
      const { limit, cursor: before, from, to, objectId, type, state } = query;
      const range = idRange({ from, to, before });
      const part = { ownerId: caller.wallet.owner.id, range, limit: limit + 1 };
      const rows = await listEvents(db, part, { type, state, objectId, from, to });
      const deliveries = await deliveriesOf(db, rows);
      const shape = {
        limit,
        present: (row: EventRecord) => presentEvent(row, deliveries.get(row.id)),
        cursorOf: ({ id }: EventRecord) => z.encode(eventCursor, id),
      };
      return page(rows, shape, "Events listed.");
    });

    api.get("/v0/events/:id", { schema: readEventRoute, config: { action: "bodies" } }, async ({ caller, params }) => {
      const event = await findEvent(db, caller.wallet.owner.id, idOf(params.id, noEvent));
      if (event === undefined) throw new EventNotFound();
      return success(await presentWithBody(deps, event), "Event found.");
    });

    api.get("/v0/events/:id/attempts", { schema: listAttemptsRoute }, async ({ caller, params, query }) => {
      const { limit, cursor: before } = query;
      const event = await findEvent(db, caller.wallet.owner.id, idOf(params.id, noEvent));
      if (event === undefined) throw new EventNotFound();
      const rows = await listAttempts(db, { eventId: event.id, before, limit: limit + 1 });
      const cursorOf = (row: AttemptView) => z.encode(attemptCursor, row);
      return page(rows, { limit, present: presentAttempt, cursorOf }, "Attempts listed.");
    });

    api.post(
      "/v0/events/:id/resend",
      { schema: resendRoute, config: { scope: "all", action: "resend" }, preValidation: orEmpty },
      async ({ body, caller, params, headers }, reply) => {
        const { event, replayed } = await resendEvent(deps, {
          caller,
          eventId: idOf(params.id, noEvent),
          receiverId: body.receiverId,
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success(await presentWithBody(deps, event), "Event is sent again.");
      },
    );

    api.post(
      "/v0/events/resend-failed",
      { schema: resendFailedRoute, config: { scope: "all", action: "resend" } },
      async ({ body, caller, headers }, reply) => {
        const { resent, nextSince, replayed } = await resendFailed(deps, {
          caller,
          since: body.since,
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success({ resent, nextSince: nextSince?.toISOString() ?? null }, "Failed deliveries are sent again.");
      },
    );
  };
}

const EVENTS = { tags: ["Events"] };

const listEventsRoute = {
  ...EVENTS,
  operationId: "listEvents",
  summary: "List events",
  description:
    "Newest first. An event is there when somebody receives it: an endpoint, a `callbackUrl`, or a reader of the stream; `deliveries` is empty when only the stream had it.",
  querystring: pageQuery(uuidText<EventId>()).extend({
    type: z.enum(TYPES).optional().meta({ description: "Only events of this type." }),
    state: z.enum(DELIVERY_STATES).optional().meta({ description: "Only events with a delivery in this state." }),
    objectId: uuidText<Brand<string, "ObjectId">>()
      .optional()
      .meta({ description: "Only events of this payment, charge, receipt or endpoint." }),
    from: timeText.optional().meta({ description: "Only events of this time or later." }),
    to: timeText.optional().meta({ description: "Only events before this time." }),
  }),
  response: { 200: list(eventSchema, "Events listed.") },
} as const;

const readEventRoute = {
  ...EVENTS,
  operationId: "getEvent",
  summary: "Read an event",
  description: "With its body as it is sent, and where it went.",
  params: idParams(EVENT_ID),
  response: { 200: envelope(eventWithBodySchema, "Event found.") },
  errors: ["event_not_found"],
} as const;

const listAttemptsRoute = {
  ...EVENTS,
  operationId: "listEventAttempts",
  summary: "List the attempts to send an event",
  description: "To all receivers, the highest number first. What a receiver answered is not shown, only its status.",
  params: idParams(EVENT_ID),
  querystring: pageQuery(attemptPosition),
  response: { 200: list(attemptSchema, "Attempts listed.") },
  errors: ["event_not_found"],
} as const;

const resendRoute = {
  ...EVENTS,
  operationId: "resendEvent",
  summary: "Send an event again",
  description:
    "To all its receivers, or to one. An endpoint gets it at its present `url`; one that is disabled or removed gets nothing. It is tried as often as at first; the numbers of attempts go on. The event keeps its id, so receivers that drop duplicates drop it when they have read it.",
  params: idParams(EVENT_ID),
  headers: writeHeaders,
  body: z
    .object({
      receiverId: optionalField(uuidText<Brand<string, "ReceiverId">>()).meta({
        description: "`receiverId` of a delivery; without it all.",
        examples: [ENDPOINT_ID],
      }),
    })
    .meta({ examples: [{ receiverId: ENDPOINT_ID }] }),
  response: { 200: envelope(eventWithBodySchema.meta({ examples: [WAITING] }), "Event is sent again.") },
  errors: ["event_not_found", "no_receiver", "idempotency_mismatch"],
} as const;

const resendFailedRoute = {
  ...EVENTS,
  operationId: "resendFailedEvents",
  summary: "Send again what has failed",
  description: `Deliveries of the project that have ended as \`failed\` since a time, the oldest first. One call looks at ${RESEND_FAILED_MAX}; while \`nextSince\` is not null, call again with it.`,
  headers: writeHeaders,
  body: z
    .object({ since: timeText.meta({ description: "When the first of them failed." }) })
    .meta({ examples: [{ since: "2026-01-31T12:00:00.000Z" }] }),
  response: { 200: envelope(resentFailedSchema, "Failed deliveries are sent again.") },
  errors: ["idempotency_mismatch"],
} as const;

type Deliveries = ReadonlyMap<EventId, readonly DeliveryView[]>;

async function deliveriesOf(db: Db, events: readonly EventRecord[]): Promise<Deliveries> {
  const ids = events.map(({ id }) => id);
  return Map.groupBy(await listDeliveries(db, ids), ({ eventId }) => eventId);
}

function presentEvent(event: EventRecord, deliveries: readonly DeliveryView[] = []): z.infer<typeof eventSchema> {
  return {
    id: event.id,
    type: event.type,
    objectId: event.objectId,
    sequence: event.sequence,
    createdAt: event.createdAt.toISOString(),
    deliveries: deliveries.map(({ eventId: _, dueAt, finishedAt, ...rest }) => ({
      ...rest,
      dueAt: dueAt?.toISOString() ?? null,
      finishedAt: finishedAt?.toISOString() ?? null,
    })),
  };
}

/** The bodies are made anew, by what makes those that are sent: nothing that they say changes after the event. */
export async function presentWithBody(
  { db, bodies, isLive }: EventRoutesDeps,
  event: EventRecord,
): Promise<z.infer<typeof eventWithBodySchema>> {
  const deliveries = (await deliveriesOf(db, [event])).get(event.id) ?? [];
  const body = (await bodies(db, [event])).get(event.id);
  const isCalledBack = deliveries.some(({ endpointId }) => endpointId === null);
  const live = { isLive: await isLive() };
  return {
    ...presentEvent(event, deliveries),
    body: body === undefined ? null : JSON.stringify(envelopeOf(event, body.data, live.isLive)),
    callbackBody: body === undefined || !isCalledBack ? null : bodyFor({ event, endpoint: undefined }, body, live),
  };
}

function presentAttempt({ startedAt, error, ...rest }: AttemptView): z.infer<typeof attemptSchema> {
  return { ...rest, error: shownError(error), startedAt: startedAt.toISOString() };
}
