import type { preValidationHookHandler } from "fastify";
import { z } from "zod";
import type { Brand } from "#kernel/brand.ts";
import type { Clock, Random } from "#kernel/clock.ts";
import type { ErrorCode } from "#kernel/error-codes.ts";
import type { AppError } from "#kernel/errors.ts";
import { idRange, isUuid } from "#kernel/ids.ts";
import type { Db } from "#platform/database/db.ts";
import {
  codec,
  cursorOf,
  envelope,
  hungUp,
  isoTime,
  list,
  optionalText,
  page,
  pageQuery,
  type RoutesPlugin,
  success,
  timeText,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { changeEndpoint } from "./change-endpoint.ts";
import { createEndpoint } from "./create-endpoint.ts";
import type { EventBodies } from "./event-bodies.ts";
import type { HostCache } from "./hosts/check-callback.ts";
import { claimCallbackHost } from "./hosts/claim-callback-host.ts";
import { releaseCallbackHost } from "./hosts/release-callback-host.ts";
import { verifyCallbackHost } from "./hosts/verify-callback-host.ts";
import { CALLBACK_HOSTS_MAX, type CallbackHost, type CallbackHostId, challengeUrl } from "./model/callback-host.ts";
import { ENDPOINTS_MAX, type Endpoint, EndpointNotFound, EVERY_TYPE, endpointTypes } from "./model/endpoint.ts";
import { envelopeOf } from "./model/envelope.ts";
import {
  DELIVERY_STATES,
  type EndpointId,
  EVENT_TYPES,
  type EventId,
  EventNotFound,
  type EventRecord,
  type EventType,
} from "./model/event.ts";
import { removeEndpoint } from "./remove-endpoint.ts";
import { resendEvent } from "./resend-event.ts";
import { RESEND_FAILED_MAX, resendFailed } from "./resend-failed.ts";
import { rotateSecret } from "./rotate-secret.ts";
import { sendTestEvent } from "./send-test-event.ts";
import { findEndpoint, listEndpoints } from "./store/endpoints.ts";
import {
  type AttemptPosition,
  type AttemptView,
  type DeliveryView,
  findEvent,
  listAttempts,
  listDeliveries,
  listEvents,
} from "./store/events.ts";
import { listHosts } from "./store/hosts.ts";

export type EventRoutesDeps = {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
  readonly outbound: Pick<Outbound, "request" | "allows">;
  readonly bodies: EventBodies;
  readonly hostCache: HostCache;
  /** Whether this is real money. */
  readonly isLive: () => boolean;
};

const TYPES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

/** Of the examples. */
const ENDPOINT_ID = "01a1f9bb-0c4e-7a10-9d3f-5b8f2f0c61aa";
const EVENT_ID = "01a1f9bb-2f60-7c11-8e52-0a4f5b9d7e10";
const PAYMENT_ID = "01a1f9ba-a0a8-7169-bb85-f785abe3de6f";
const CREATED_AT = "2026-11-20T16:12:00.711Z";

/** The body of an event as endpoints get it, around `data` of its type. For the reference. */
export function eventBody<Data extends z.ZodType>(type: EventType, data: Data) {
  return z.object({
    id: z.string().meta({ format: "uuid", description: "The same in every attempt; also in the header `webhook-id`." }),
    type: z.literal(type),
    created_at: isoTime,
    livemode: z.boolean().meta({ description: "False on test networks." }),
    sequence: z.int().meta({
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
export const testData = z.object({
  webhookEndpointId: z.string().meta({ format: "uuid", description: "The endpoint that is tried." }),
});
export const TEST_DATA = { webhookEndpointId: ENDPOINT_ID };

const endpoint = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    url: z.string(),
    types: z.array(z.string()).meta({ description: "Types of events that it gets; `*` is every type." }),
    description: z.string(),
    state: z.enum(["enabled", "disabled"]),
    disabledReason: z.string().nullable(),
    createdAt: isoTime,
    updatedAt: isoTime,
  })
  .meta({
    id: "WebhookEndpoint",
    examples: [
      {
        id: ENDPOINT_ID,
        url: "https://shop.example/hooks/leyden",
        types: ["payment.completed", "payment.failed"],
        description: "Order service",
        state: "enabled",
        disabledReason: null,
        createdAt: CREATED_AT,
        updatedAt: CREATED_AT,
      },
    ],
  });

const delivery = z.object({
  receiverId: z.string().meta({ format: "uuid", description: "The endpoint; the event's own id for a `callbackUrl`." }),
  endpointId: z.string().nullable().meta({ description: "Null for a `callbackUrl`." }),
  url: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  dueAt: isoTime.nullable().meta({ description: "The next attempt; null when there is none to come." }),
  finishedAt: isoTime.nullable(),
});

const EVENT_EXAMPLE = {
  id: EVENT_ID,
  type: "payment.completed" as const,
  objectId: PAYMENT_ID,
  sequence: 5,
  createdAt: CREATED_AT,
  deliveries: [
    {
      receiverId: ENDPOINT_ID,
      endpointId: ENDPOINT_ID,
      url: "https://shop.example/hooks/leyden",
      state: "delivered" as const,
      attempts: 1,
      dueAt: null,
      finishedAt: "2026-11-20T16:12:00.958Z",
    },
  ],
};

const event = z
  .object({
    id: z.string().meta({ format: "uuid" }),
    type: z.enum(TYPES),
    objectId: z.string().meta({ format: "uuid", description: "The payment, charge, receipt or endpoint." }),
    sequence: z.int().meta({ description: "Grows with each event of the object." }),
    createdAt: isoTime,
    deliveries: z.array(delivery),
  })
  .meta({ id: "Event", examples: [EVENT_EXAMPLE] });

const eventWithBody = event
  .extend({
    body: z.string().nullable().meta({ description: "What endpoints get, byte for byte." }),
    callbackBody: z
      .string()
      .nullable()
      .meta({ description: "What a `callbackUrl` gets, byte for byte; null when the event has none." }),
  })
  .meta({
    id: "EventWithBody",
    examples: [
      {
        ...EVENT_EXAMPLE,
        body: `{"id":"${EVENT_ID}","type":"payment.completed","created_at":"${CREATED_AT}","livemode":false,"sequence":5,"data":{"id":"${PAYMENT_ID}",…}}`,
        callbackBody: null,
      },
    ],
  });

const attempt = z
  .object({
    receiverId: z.string().meta({ format: "uuid" }),
    number: z.int().meta({ description: "1 is the first to this receiver." }),
    startedAt: isoTime,
    durationMs: z.int(),
    status: z.int().nullable().meta({ description: "HTTP status of the answer; null when there was none." }),
    error: z.string().nullable().meta({ description: "Why there was no answer." }),
  })
  .meta({
    id: "DeliveryAttempt",
    examples: [
      { receiverId: ENDPOINT_ID, number: 1, startedAt: CREATED_AT, durationMs: 247, status: 204, error: null },
    ],
  });

const secret = z
  .object({
    secret: z.string().meta({ description: "`whsec_` and base64, as Standard Webhooks wants it. Shown here only." }),
    previousUntil: isoTime
      .nullable()
      .meta({ description: "Until then the secret before signs too; null: there was none." }),
  })
  .meta({
    id: "WebhookSecret",
    examples: [
      { secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw0Kd5xWzB3hs=", previousUntil: "2026-11-21T16:12:00.000Z" },
    ],
  });

const resentFailed = z
  .object({
    resent: z.int().meta({ description: "Deliveries that are sent again." }),
    nextSince: isoTime.nullable().meta({ description: "`since` of the next call; null when nothing is left." }),
  })
  .meta({ id: "ResentFailed", examples: [{ resent: 12, nextSince: null }] });

const callbackHost = z
  .object({
    host: z.string(),
    token: z.string().meta({ description: "What the challenge file must hold, and nothing else." }),
    challengeUrl: z.string().meta({ description: "Where the challenge file must lie." }),
    verifiedAt: isoTime
      .nullable()
      .meta({ description: "From then on others are refused the host; null: they are not." }),
    createdAt: isoTime,
  })
  .meta({
    id: "CallbackHost",
    examples: [
      {
        host: "shop.example",
        token: "leyden-callback-6pXcYkq0F5s3B1tJm8uVwQe2ZrHhNn4D",
        challengeUrl: "https://shop.example/.well-known/leyden-callback.txt",
        verifiedAt: null,
        createdAt: CREATED_AT,
      },
    ],
  });

const urlText = z
  .string()
  .max(2_048)
  .meta({
    description:
      "An https address on port 443, or a `host:port` that the operator allows. Without user, password and fragment.",
    examples: ["https://shop.example/hooks/leyden"],
  });

/** Decodes to the types, undefined inside for every type. */
const typesText = codec(
  z
    .array(z.string())
    .max(100)
    .meta({
      description: `Types of events; \`${EVERY_TYPE}\` is every type, also those that come later.`,
      examples: [["payment.completed", "payment.failed"]],
    }),
  (texts) => ({ only: endpointTypes(texts) }),
  ({ only }) => [...(only ?? [EVERY_TYPE])],
);

const DESCRIPTION_MAX = 255;

/** A path with an id. Whatever is none is of nothing. */
const idParams = (example: string) =>
  z.object({
    id: z
      .string()
      .max(64)
      .meta({ examples: [example] }),
  });

const hostParams = z.object({
  host: z
    .string()
    .max(255)
    .meta({ examples: ["shop.example"] }),
});

/** @throws what `missing` makes, when the text is no id. */
function idOf<Id extends Brand<string, string>>(text: string, missing: () => AppError): Id {
  const lower = text.toLowerCase();
  if (!isUuid(lower)) throw missing();
  return lower as Id;
}

const noEndpoint = () => new EndpointNotFound();
const noEvent = () => new EventNotFound();

const REPLAYED = ["idempotent-replayed", "true"] as const;

const endpointCursor = cursorOf(uuidText<EndpointId>());

/** `/v0/webhook-endpoints`, `/v0/webhook-secret/rotate` (docs/contract.md, "Webhooks"). */
export function webhookRoutes(deps: EventRoutesDeps): RoutesPlugin {
  const { db } = deps;
  return (api) => {
    api.post("/v0/webhook-endpoints", { schema: createRoute }, async ({ body, caller, headers }, reply) => {
      const { endpoint: made, replayed } = await createEndpoint(deps, {
        caller,
        url: body.url,
        types: body.types?.only,
        description: body.description ?? "",
        idempotencyKey: headers["idempotency-key"],
      });
      if (replayed) reply.header(...REPLAYED);
      return success(presentEndpoint(made), "Webhook endpoint created.");
    });

    api.get("/v0/webhook-endpoints", { schema: listRoute }, async ({ caller, query: { limit, cursor: before } }) => {
      const rows = await listEndpoints(db, { ownerId: caller.wallet.owner.id, before, limit: limit + 1 });
      const cursorOf = ({ id }: Endpoint) => z.encode(endpointCursor, id);
      return page(rows, { limit, present: presentEndpoint, cursorOf }, "Webhook endpoints listed.");
    });

    api.get("/v0/webhook-endpoints/:id", { schema: readRoute }, async ({ caller, params }) => {
      const found = await findEndpoint(db, caller.wallet.owner.id, idOf(params.id, noEndpoint));
      if (found === undefined) throw new EndpointNotFound();
      return success(presentEndpoint(found), "Webhook endpoint found.");
    });

    api.patch("/v0/webhook-endpoints/:id", { schema: changeRoute }, async ({ body, caller, params }) => {
      const { url, types, description, state } = body;
      const id = idOf<EndpointId>(params.id, noEndpoint);
      const changes = { url: url ?? undefined, types: types ?? undefined, description, state: state ?? undefined };
      const changed = await changeEndpoint(deps, { caller, id, ...changes });
      return success(presentEndpoint(changed), "Webhook endpoint changed.");
    });

    api.delete("/v0/webhook-endpoints/:id", { schema: removeRoute }, async ({ caller, params }) => {
      const removed = await removeEndpoint(deps, { caller, id: idOf(params.id, noEndpoint) });
      return success(presentEndpoint(removed), "Webhook endpoint removed.");
    });

    api.post("/v0/webhook-endpoints/:id/test", { schema: testRoute }, async ({ caller, params, headers }, reply) => {
      const { event: written, replayed } = await sendTestEvent(deps, {
        caller,
        endpointId: idOf(params.id, noEndpoint),
        idempotencyKey: headers["idempotency-key"],
      });
      if (replayed) reply.header(...REPLAYED);
      return success(await presentWithBody(deps, written), "Test event written.");
    });

    api.post("/v0/webhook-secret/rotate", { schema: rotateRoute }, async ({ caller, headers }, reply) => {
      const { rotated, replayed } = await rotateSecret(deps, { caller, idempotencyKey: headers["idempotency-key"] });
      if (replayed) reply.header(...REPLAYED);
      reply.header("cache-control", "no-store");
      const previousUntil = rotated.previousUntil?.toISOString() ?? null;
      return success({ secret: rotated.secret, previousUntil }, "Webhook secret rotated.");
    });
  };
}

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
      const wanted = { ownerId: caller.wallet.owner.id, range: idRange({ from, to, before }), limit: limit + 1 };
      const rows = await listEvents(db, wanted, { type, state, objectId, from, to });
      const deliveries = await deliveriesOf(db, rows);
      const shape = {
        limit,
        present: (row: EventRecord) => presentEvent(row, deliveries.get(row.id)),
        cursorOf: ({ id }: EventRecord) => z.encode(eventCursor, id),
      };
      return page(rows, shape, "Events listed.");
    });

    api.get("/v0/events/:id", { schema: readEventRoute }, async ({ caller, params }) => {
      const found = await findEvent(db, caller.wallet.owner.id, idOf(params.id, noEvent));
      if (found === undefined) throw new EventNotFound();
      return success(await presentWithBody(deps, found), "Event found.");
    });

    api.get("/v0/events/:id/attempts", { schema: listAttemptsRoute }, async ({ caller, params, query }) => {
      const { limit, cursor: before } = query;
      const found = await findEvent(db, caller.wallet.owner.id, idOf(params.id, noEvent));
      if (found === undefined) throw new EventNotFound();
      const rows = await listAttempts(db, { eventId: found.id, before, limit: limit + 1 });
      const cursorOf = (row: AttemptView) => z.encode(attemptCursor, row);
      return page(rows, { limit, present: presentAttempt, cursorOf }, "Attempts listed.");
    });

    api.post(
      "/v0/events/:id/resend",
      { schema: resendRoute, preValidation: orEmpty },
      async ({ body, caller, params, headers }, reply) => {
        const { event: resent, replayed } = await resendEvent(deps, {
          caller,
          eventId: idOf(params.id, noEvent),
          receiverId: body.receiverId ?? undefined,
          idempotencyKey: headers["idempotency-key"],
        });
        if (replayed) reply.header(...REPLAYED);
        return success(await presentWithBody(deps, resent), "Event is sent again.");
      },
    );

    api.post("/v0/events/resend-failed", { schema: resendFailedRoute }, async ({ body, caller, headers }, reply) => {
      const { resent, nextSince, replayed } = await resendFailed(deps, {
        caller,
        since: body.since,
        idempotencyKey: headers["idempotency-key"],
      });
      if (replayed) reply.header(...REPLAYED);
      return success({ resent, nextSince: nextSince?.toISOString() ?? null }, "Failed deliveries are sent again.");
    });
  };
}

const hostCursor = cursorOf(uuidText<CallbackHostId>());

/** `/v0/callback-hosts` (docs/contract.md, "Callback hosts"). */
export function callbackHostRoutes(deps: EventRoutesDeps): RoutesPlugin {
  const present = (found: CallbackHost): z.infer<typeof callbackHost> => ({
    host: found.host,
    token: found.token,
    challengeUrl: challengeUrl(found.host, deps.outbound.allows),
    verifiedAt: found.verifiedAt?.toISOString() ?? null,
    createdAt: found.createdAt.toISOString(),
  });
  return (api) => {
    api.post("/v0/callback-hosts", { schema: claimRoute }, async ({ body, caller, headers }, reply) => {
      const { claimed, replayed } = await claimCallbackHost(deps, {
        caller,
        host: body.host,
        idempotencyKey: headers["idempotency-key"],
      });
      if (replayed) reply.header(...REPLAYED);
      return success(present(claimed), "Callback host claimed; put the token into the challenge file and verify it.");
    });

    api.get("/v0/callback-hosts", { schema: listHostsRoute }, async ({ caller, query: { limit, cursor: before } }) => {
      const rows = await listHosts(deps.db, { ownerId: caller.wallet.owner.id, before, limit: limit + 1 });
      const cursorOf = ({ id }: CallbackHost) => z.encode(hostCursor, id);
      return page(rows, { limit, present, cursorOf }, "Callback hosts listed.");
    });

    api.post("/v0/callback-hosts/:host/verify", { schema: verifyRoute }, async ({ caller, params }, reply) => {
      const host = params.host.toLowerCase();
      const verified = await verifyCallbackHost(deps, { caller, host }, hungUp(reply));
      return success(present(verified), "Callback host verified.");
    });

    api.delete("/v0/callback-hosts/:host", { schema: releaseRoute }, async ({ caller, params }) => {
      const released = await releaseCallbackHost(deps, { caller, host: params.host.toLowerCase() });
      return success(present(released), "Callback host removed.");
    });
  };
}

const ENDPOINTS = { tags: ["Webhooks"] };
const EVENTS = { tags: ["Events"] };
const HOSTS = { tags: ["Callback hosts"] };
const NO_ENDPOINT: readonly ErrorCode[] = ["webhook_endpoint_not_found"];

const createRoute = {
  ...ENDPOINTS,
  operationId: "createWebhookEndpoint",
  summary: "Register a webhook endpoint",
  description: `Events that happen from now on are sent to \`url\`, signed with the project's secret. A project has at most ${ENDPOINTS_MAX} endpoints.`,
  headers: writeHeaders,
  body: z.object({
    url: urlText,
    types: typesText.nullish(),
    description: optionalText(DESCRIPTION_MAX).meta({ description: "Yours, for people." }),
  }),
  response: { 200: envelope(endpoint, "Webhook endpoint created.") },
  errors: ["callback_host_claimed", "too_many_webhook_endpoints", "webhook_endpoint_not_found", "idempotency_mismatch"],
} as const;

const listRoute = {
  ...ENDPOINTS,
  operationId: "listWebhookEndpoints",
  summary: "List webhook endpoints",
  description: "Newest first.",
  querystring: pageQuery(uuidText<EndpointId>()),
  response: { 200: list(endpoint, "Webhook endpoints listed.") },
} as const;

const readRoute = {
  ...ENDPOINTS,
  operationId: "getWebhookEndpoint",
  summary: "Read a webhook endpoint",
  description: "Also says why it is disabled.",
  params: idParams(ENDPOINT_ID),
  response: { 200: envelope(endpoint, "Webhook endpoint found.") },
  errors: NO_ENDPOINT,
} as const;

const changeRoute = {
  ...ENDPOINTS,
  operationId: "changeWebhookEndpoint",
  summary: "Change a webhook endpoint",
  description:
    "What is left out stays. What waits for the endpoint goes to its new `url`. While it is `disabled` no events are written for it, and what waited is cancelled.",
  params: idParams(ENDPOINT_ID),
  body: z.object({
    url: urlText.nullish(),
    types: typesText.nullish(),
    description: optionalText(DESCRIPTION_MAX),
    state: z.enum(["enabled", "disabled"]).nullish(),
  }),
  response: { 200: envelope(endpoint, "Webhook endpoint changed.") },
  errors: [...NO_ENDPOINT, "callback_host_claimed"],
} as const;

const removeRoute = {
  ...ENDPOINTS,
  operationId: "removeWebhookEndpoint",
  summary: "Remove a webhook endpoint",
  description: "What waits for it is cancelled. Events that were sent to it stay readable.",
  params: idParams(ENDPOINT_ID),
  response: { 200: envelope(endpoint, "Webhook endpoint removed.") },
  errors: NO_ENDPOINT,
} as const;

const testRoute = {
  ...ENDPOINTS,
  operationId: "testWebhookEndpoint",
  summary: "Send a test event",
  description:
    "Sends a `webhook.test` event to this endpoint alone, whatever types it takes. Read the event to see what came of it.",
  params: idParams(ENDPOINT_ID),
  headers: writeHeaders,
  response: { 200: envelope(eventWithBody, "Test event written.") },
  errors: [...NO_ENDPOINT, "webhook_endpoint_disabled", "event_not_found", "idempotency_mismatch"],
} as const;

const rotateRoute = {
  ...ENDPOINTS,
  operationId: "rotateWebhookSecret",
  summary: "Make a new webhook secret",
  description:
    "The first call makes the project's secret. A later one replaces it, and the one before signs too for 24 hours: two signatures are in the header then. The secret is shown once; only the same call with the same `Idempotency-Key` shows it again.",
  headers: writeHeaders,
  response: { 200: envelope(secret, "Webhook secret rotated.") },
  errors: ["webhook_secret_superseded", "idempotency_mismatch"],
} as const;

const listEventsRoute = {
  ...EVENTS,
  operationId: "listEvents",
  summary: "List events",
  description: "Newest first. An event is there when somebody receives it: an endpoint, or a `callbackUrl`.",
  querystring: pageQuery(uuidText<EventId>()).extend({
    type: z.enum(TYPES).optional().meta({ description: "Only events of this type." }),
    state: z.enum(DELIVERY_STATES).optional().meta({ description: "Only events with a delivery in this state." }),
    objectId: uuidText<Brand<string, "ObjectId">>()
      .optional()
      .meta({ description: "Only events of this payment, charge, receipt or endpoint." }),
    from: timeText.optional().meta({ description: "Only events of this time or later." }),
    to: timeText.optional().meta({ description: "Only events before this time." }),
  }),
  response: { 200: list(event, "Events listed.") },
} as const;

const readEventRoute = {
  ...EVENTS,
  operationId: "getEvent",
  summary: "Read an event",
  description: "With its body as it is sent, and where it went.",
  params: idParams(EVENT_ID),
  response: { 200: envelope(eventWithBody, "Event found.") },
  errors: ["event_not_found"],
} as const;

const listAttemptsRoute = {
  ...EVENTS,
  operationId: "listEventAttempts",
  summary: "List the attempts to send an event",
  description: "To all receivers, the highest number first. What a receiver answered is not shown, only its status.",
  params: idParams(EVENT_ID),
  querystring: pageQuery(attemptPosition),
  response: { 200: list(attempt, "Attempts listed.") },
  errors: ["event_not_found"],
} as const;

const resendRoute = {
  ...EVENTS,
  operationId: "resendEvent",
  summary: "Send an event again",
  description:
    "To all its receivers, or to one. An endpoint gets it at its present `url`; one that is disabled or removed gets nothing. The event keeps its id, so receivers that drop duplicates drop it when they have read it.",
  params: idParams(EVENT_ID),
  headers: writeHeaders,
  body: z.object({
    receiverId: uuidText<Brand<string, "ReceiverId">>()
      .nullish()
      .meta({ description: "`receiverId` of a delivery; without it all.", examples: [ENDPOINT_ID] }),
  }),
  response: { 200: envelope(eventWithBody, "Event is sent again.") },
  errors: ["event_not_found", "no_receiver", "idempotency_mismatch"],
} as const;

const resendFailedRoute = {
  ...EVENTS,
  operationId: "resendFailedEvents",
  summary: "Send again what has failed",
  description: `Deliveries of the project that have ended as \`failed\` since a time, the oldest first. One call looks at ${RESEND_FAILED_MAX}; while \`nextSince\` is not null, call again with it.`,
  headers: writeHeaders,
  body: z.object({ since: timeText.meta({ description: "When the first of them failed." }) }),
  response: { 200: envelope(resentFailed, "Failed deliveries are sent again.") },
  errors: ["idempotency_mismatch"],
} as const;

const claimRoute = {
  ...HOSTS,
  operationId: "claimCallbackHost",
  summary: "Claim a callback host",
  description: `The first step to keep other projects of this service from sending callbacks to your host: answers a token and where to put it. At most ${CALLBACK_HOSTS_MAX} hosts a project.`,
  headers: writeHeaders,
  body: z.object({
    host: z
      .string()
      .max(253)
      .meta({ description: "Name of the host, without scheme and path.", examples: ["shop.example"] }),
  }),
  response: {
    200: envelope(callbackHost, "Callback host claimed; put the token into the challenge file and verify it."),
  },
  errors: ["callback_host_claimed", "too_many_callback_hosts", "callback_host_not_found", "idempotency_mismatch"],
} as const;

const listHostsRoute = {
  ...HOSTS,
  operationId: "listCallbackHosts",
  summary: "List callback hosts",
  description: "Newest first, also those that are not verified.",
  querystring: pageQuery(uuidText<CallbackHostId>()),
  response: { 200: list(callbackHost, "Callback hosts listed.") },
} as const;

const verifyRoute = {
  ...HOSTS,
  operationId: "verifyCallbackHost",
  summary: "Verify a callback host",
  description:
    "Reads the challenge file. With the token in it the host is the project's alone: endpoints of other projects at this host are disabled, what waits for them is cancelled, and new ones are refused. The file may be removed afterwards.",
  params: hostParams,
  response: { 200: envelope(callbackHost, "Callback host verified.") },
  errors: ["callback_host_not_found", "callback_host_not_verified", "callback_host_claimed"],
} as const;

const releaseRoute = {
  ...HOSTS,
  operationId: "removeCallbackHost",
  summary: "Give up a callback host",
  description: "Other projects may name the host again.",
  params: hostParams,
  response: { 200: envelope(callbackHost, "Callback host removed.") },
  errors: ["callback_host_not_found"],
} as const;

function presentEndpoint(found: Endpoint): z.infer<typeof endpoint> {
  return {
    id: found.id,
    url: found.url,
    types: [...(found.types ?? [EVERY_TYPE])],
    description: found.description,
    state: found.state.kind,
    disabledReason: found.state.kind === "disabled" ? found.state.reason : null,
    createdAt: found.createdAt.toISOString(),
    updatedAt: found.updatedAt.toISOString(),
  };
}

type Deliveries = ReadonlyMap<EventId, readonly DeliveryView[]>;

async function deliveriesOf(db: Db, events: readonly EventRecord[]): Promise<Deliveries> {
  const ids = events.map(({ id }) => id);
  return Map.groupBy(await listDeliveries(db, ids), ({ eventId }) => eventId);
}

function presentEvent(found: EventRecord, deliveries: readonly DeliveryView[] = []): z.infer<typeof event> {
  return {
    id: found.id,
    type: found.type,
    objectId: found.objectId,
    sequence: found.sequence,
    createdAt: found.createdAt.toISOString(),
    deliveries: deliveries.map(({ eventId: _, dueAt, finishedAt, ...rest }) => ({
      ...rest,
      dueAt: dueAt?.toISOString() ?? null,
      finishedAt: finishedAt?.toISOString() ?? null,
    })),
  };
}

/** The bodies are made anew, by what makes those that are sent: nothing that they say changes after the event. */
async function presentWithBody(
  { db, bodies, isLive }: EventRoutesDeps,
  found: EventRecord,
): Promise<z.infer<typeof eventWithBody>> {
  const deliveries = (await deliveriesOf(db, [found])).get(found.id) ?? [];
  const body = (await bodies(db, [found])).get(found.id);
  const isCalledBack = deliveries.some(({ endpointId }) => endpointId === null);
  return {
    ...presentEvent(found, deliveries),
    body: body === undefined ? null : JSON.stringify(envelopeOf(found, body.data, isLive())),
    callbackBody: body === undefined || !isCalledBack ? null : JSON.stringify(body.callback),
  };
}

function presentAttempt({ startedAt, ...rest }: AttemptView): z.infer<typeof attempt> {
  return { ...rest, startedAt: startedAt.toISOString() };
}
