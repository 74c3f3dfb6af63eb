import { z } from "zod";
import { idRange, isUuid } from "#kernel/ids.ts";
import {
  codec,
  cursorOf,
  envelope,
  idOf,
  isoTime,
  list,
  page,
  pageQuery,
  type RoutesPlugin,
  success,
  timeText,
  uuidText,
} from "#platform/http/index.ts";
import { TEST_BODY } from "./event-routes.ts";
import { type ReadAttempt, readAttempt, readRequest } from "./log/read-content.ts";
import { DeliveryNotFound, shownError } from "./model/delivery.ts";
import { DELIVERY_STATES, type EndpointId, EVENT_TYPES, type EventId, type EventType } from "./model/event.ts";
import {
  type AttemptLine,
  type DeliveryKey,
  type DeliveryLine,
  findDeliveryLine,
  listAttemptLines,
  listDeliveryLines,
} from "./store/delivery-log.ts";
import { CREATED_AT, ENDPOINT_ID, EVENT_ID, type EventPagesDeps, PAYMENT_ID } from "./wire.ts";

const TYPES = Object.keys(EVENT_TYPES) as [EventType, ...EventType[]];

/** In one answer; a delivery that is sent again and again may have more. */
const ATTEMPTS_SHOWN = 100;

const URL_SHOWN = "https://shop.example/hooks/leyden";

const ATTEMPT = {
  number: 1,
  startedAt: CREATED_AT,
  endedAt: "2026-11-20T16:12:00.958Z",
  durationMs: 247,
  status: 204,
  error: null,
};

const LINE = {
  eventId: EVENT_ID,
  receiverId: ENDPOINT_ID,
  endpointId: ENDPOINT_ID,
  url: URL_SHOWN,
  type: "payment.completed",
  objectId: PAYMENT_ID,
  state: "delivered",
  attempts: 1,
  createdAt: CREATED_AT,
  dueAt: null,
  finishedAt: ATTEMPT.endedAt,
  lastAttempt: ATTEMPT,
};

const REQUEST = {
  method: "POST",
  url: URL_SHOWN,
  headers: [
    { name: "content-type", value: "application/json" },
    { name: "webhook-id", value: EVENT_ID },
  ],
  body: TEST_BODY,
};

const attemptSchema = z.object({
  number: z.int().min(1).meta({ description: "1 is the first." }),
  startedAt: isoTime,
  endedAt: isoTime,
  durationMs: z.int().min(0),
  status: z.int().nullable().meta({ description: "HTTP status of the answer; null when there was none." }),
  error: z.string().nullable().meta({ description: "Why there was no answer." }),
});

const lineSchema = z.object({
  eventId: z.string().meta({ format: "uuid" }),
  receiverId: z.string().meta({ format: "uuid", description: "The endpoint, or the event itself for a callback." }),
  endpointId: z.string().nullable().meta({ description: "Null for a `callbackUrl` and a `webhook_url`." }),
  url: z.string(),
  type: z.enum(TYPES),
  objectId: z.string().meta({ format: "uuid", description: "The payment, charge, receipt, purchase or endpoint." }),
  state: z.enum(DELIVERY_STATES),
  attempts: z.int().min(0),
  createdAt: isoTime,
  dueAt: isoTime.nullable().meta({ description: "The next attempt; null when there is none to come." }),
  finishedAt: isoTime.nullable(),
  lastAttempt: attemptSchema.nullable(),
});

const requestSchema = z
  .object({
    method: z.literal("POST"),
    url: z.string().nullable().meta({ description: "Null: it was not kept." }),
    headers: z
      .array(z.object({ name: z.string(), value: z.string() }))
      .nullable()
      .meta({ description: "As they are sent, the signature included. Null: they were not kept." }),
    body: z.string().meta({ description: "Byte for byte." }),
  })
  .meta({ id: "SentRequest", examples: [REQUEST] });

const contentSchema = attemptSchema
  .extend({
    request: requestSchema,
    isBodyAsSent: z.boolean().nullable().meta({
      description: "False: another version of the service had sent another body. Null: that was not kept.",
    }),
    answer: z
      .object({
        text: z.string().nullable().meta({ description: "The first KiB; what is not seen is U+FFFD." }),
        hiddenBecause: z.enum(["not_public", "switched_off"]).nullable().meta({
          description:
            "Why there is no text: it came from an address that the operator has named, or nobody knows from where; or the operator lets nobody read answers.",
        }),
      })
      .nullable()
      .meta({ description: "Null: there was no answer." }),
  })
  .meta({
    id: "AttemptContent",
    examples: [{ ...ATTEMPT, request: REQUEST, isBodyAsSent: true, answer: { text: "ok", hiddenBecause: null } }],
  });

const keyParams = z.object({
  eventId: z
    .string()
    .max(64)
    .meta({ examples: [EVENT_ID] }),
  receiverId: z
    .string()
    .max(64)
    .meta({ examples: [ENDPOINT_ID] }),
});

const missing = () => new DeliveryNotFound();

function keyOf({ eventId, receiverId }: z.output<typeof keyParams>): DeliveryKey {
  return { eventId: idOf<EventId>(eventId, missing), receiverId: idOf(receiverId, missing) };
}

/** Where the list goes on: "<event>.<receiver>". */
const position = codec(
  z.string(),
  (text): DeliveryKey => {
    const [eventId = "", receiverId = ""] = text.split(".");
    if (!isUuid(eventId) || !isUuid(receiverId)) throw new DeliveryNotFound();
    return { eventId: eventId as EventId, receiverId };
  },
  ({ eventId, receiverId }) => `${eventId}.${receiverId}`,
);
const deliveryCursor = cursorOf(position);

/** `/webhooks/deliveries` of a project, for its members. */
export function deliveryRoutes(deps: EventPagesDeps): RoutesPlugin {
  const { db } = deps;
  return (api) => {
    api.get("/webhooks/deliveries", { schema: listRoute }, async ({ caller, query }) => {
      const { limit, cursor: after, host, ...filter } = query;
      const rows = await listDeliveryLines(
        db,
        { ownerId: caller.wallet.owner.id, range: idRange(filter), after, limit: limit + 1 },
        { ...filter, host: host?.toLowerCase() },
      );
      const cursorOf = (row: DeliveryKey) => z.encode(deliveryCursor, row);
      return page(rows, { limit, present: presentLine, cursorOf }, "Deliveries listed.");
    });

    api.get("/webhooks/deliveries/:eventId/:receiverId", { schema: readRoute }, async ({ caller, params }) => {
      const key = keyOf(params);
      const delivery = await findDeliveryLine(db, caller.wallet.owner.id, key);
      if (delivery === undefined) throw new DeliveryNotFound();
      const lastAttempts = (await listAttemptLines(db, key, ATTEMPTS_SHOWN)).map(presentAttempt);
      return success({ ...presentLine(delivery), lastAttempts }, "Delivery found.");
    });

    api.get(
      "/webhooks/deliveries/:eventId/:receiverId/attempts/:number",
      { schema: readAttemptRoute, config: { action: "bodies" } },
      async ({ caller, params }) => {
        if (!/^[1-9][0-9]*$/.test(params.number)) throw new DeliveryNotFound();
        const attempt = await readAttempt(deps, { caller, key: keyOf(params), number: Number(params.number) });
        return success(presentContent(attempt), "Attempt found.");
      },
    );

    api.get(
      "/webhooks/deliveries/:eventId/:receiverId/request",
      { schema: readRequestRoute, config: { action: "secrets" } },
      async ({ caller, params }) => {
        const { url, headers, body } = await readRequest(deps, { caller, key: keyOf(params) });
        return success({ method: "POST" as const, url, headers: [...headers], body }, "Request made.");
      },
    );
  };
}

const TAGS = { tags: ["Webhooks"] };

const listRoute = {
  ...TAGS,
  operationId: "listDeliveries",
  summary: "List deliveries",
  description:
    "To all receivers: endpoints, `webhook_url` of ramp sessions, `callbackUrl` of payments, charges and withdrawal requests. Those of the newest event first.",
  querystring: pageQuery(position).extend({
    type: z.enum(TYPES).optional().meta({ description: "Only of events of this type." }),
    state: z.enum(DELIVERY_STATES).optional().meta({ description: "Only in this state." }),
    endpointId: uuidText<EndpointId>().optional().meta({ description: "Only to this endpoint, also a removed one." }),
    host: z
      .string()
      .max(2_048)
      .optional()
      .meta({
        description: "Only to this `host` or `host:port`: callbacks, and endpoints that are there now.",
        examples: ["shop.example"],
      }),
    from: timeText.optional().meta({ description: "Only of events of this time or later." }),
    to: timeText.optional().meta({ description: "Only of events before this time." }),
  }),
  response: { 200: list(lineSchema.meta({ id: "DeliveryLine", examples: [LINE] }), "Deliveries listed.") },
} as const;

const readRoute = {
  ...TAGS,
  operationId: "getDelivery",
  summary: "Read a delivery",
  description: `With its last ${ATTEMPTS_SHOWN} attempts, the last one first.`,
  params: keyParams,
  response: {
    200: envelope(
      lineSchema
        .extend({ lastAttempts: z.array(attemptSchema) })
        .meta({ id: "Delivery", examples: [{ ...LINE, lastAttempts: [ATTEMPT] }] }),
      "Delivery found.",
    ),
  },
  errors: ["delivery_not_found"],
} as const;

const readAttemptRoute = {
  ...TAGS,
  operationId: "getAttempt",
  summary: "Read what was sent and answered in an attempt",
  description:
    "Body and headers as they were sent, the signature included, and the first KiB of the answer where the operator lets members read it.",
  params: keyParams.extend({
    number: z
      .string()
      .max(9)
      .meta({ examples: ["1"] }),
  }),
  response: { 200: envelope(contentSchema, "Attempt found.") },
  errors: ["delivery_not_found"],
} as const;

const readRequestRoute = {
  ...TAGS,
  operationId: "getDeliveryRequest",
  summary: "Read the request of a delivery",
  description: "As it would be sent now, with a signature of now: for a receiver on a developer's machine.",
  params: keyParams,
  response: { 200: envelope(requestSchema, "Request made.") },
  errors: ["delivery_not_found"],
} as const;

function presentAttempt({ startedAt, durationMs, error, ...rest }: AttemptLine): z.infer<typeof attemptSchema> {
  const endedAt = new Date(startedAt.getTime() + durationMs);
  return {
    ...rest,
    durationMs,
    error: shownError(error),
    startedAt: startedAt.toISOString(),
    endedAt: endedAt.toISOString(),
  };
}

function presentLine({ createdAt, dueAt, finishedAt, last, ...rest }: DeliveryLine): z.infer<typeof lineSchema> {
  return {
    ...rest,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt?.toISOString() ?? null,
    finishedAt: finishedAt?.toISOString() ?? null,
    lastAttempt: last === undefined ? null : presentAttempt(last),
  };
}

function presentContent({
  url,
  headers,
  body,
  isBodyAsSent,
  answer,
  ...line
}: ReadAttempt): z.infer<typeof contentSchema> {
  return {
    ...presentAttempt(line),
    request: { method: "POST", url: url ?? null, headers: headers === undefined ? null : [...headers], body },
    isBodyAsSent: isBodyAsSent ?? null,
    answer:
      answer === undefined
        ? null
        : {
            text: answer.kind === "shown" ? answer.text : null,
            hiddenBecause: answer.kind === "hidden" ? answer.because : null,
          },
  };
}
