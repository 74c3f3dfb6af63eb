import { z } from "zod";
import type { ErrorCode } from "#kernel/error-codes.ts";
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
  optionalText,
  page,
  pageQuery,
  type RoutesPlugin,
  success,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import { changeEndpoint } from "./endpoints/change-endpoint.ts";
import { createEndpoint } from "./endpoints/create-endpoint.ts";
import { removeEndpoint } from "./endpoints/remove-endpoint.ts";
import { rotateSecret } from "./endpoints/rotate-secret.ts";
import { sendTestEvent } from "./endpoints/send-test-event.ts";
import { eventWithBodySchema, presentWithBody, WAITING } from "./event-routes.ts";
import { ENDPOINTS_MAX, type Endpoint, EndpointNotFound, EVERY_TYPE, endpointTypes } from "./model/endpoint.ts";
import type { EndpointId } from "./model/event.ts";
import { findEndpoint, listEndpoints } from "./store/endpoints.ts";
import { CREATED_AT, ENDPOINT_ID, type EventRoutesDeps } from "./wire.ts";

const EXAMPLE = {
  id: ENDPOINT_ID,
  url: "https://shop.example/hooks/leyden",
  types: ["payment.completed", "payment.failed"],
  description: "Order service",
  state: "enabled",
  disabledReason: null,
  createdAt: CREATED_AT,
  updatedAt: CREATED_AT,
};

const endpointSchema = z
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
    examples: [EXAMPLE],
  });

const secretSchema = z
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

const urlText = z
  .string()
  .max(2_048)
  .meta({
    description:
      "An https address on port 443, or a `host:port` that the operator allows. Without user, password and fragment, and at no private address.",
    examples: [EXAMPLE.url],
  });

/** Decodes to the types, undefined inside for every type. */
const typesText = codec(
  z
    .array(z.string())
    .max(100)
    .meta({
      description: `Types of events; \`${EVERY_TYPE}\` is every type, also those that come later.`,
      examples: [EXAMPLE.types],
    }),
  (texts) => ({ only: endpointTypes(texts) }),
  ({ only }) => [...(only ?? [EVERY_TYPE])],
);

const DESCRIPTION_MAX = 255;

const noEndpoint = () => new EndpointNotFound();

const endpointCursor = cursorOf(uuidText<EndpointId>());

/** `/v0/webhook-endpoints`, `/v0/webhook-secret/rotate` (docs/contract.md, "Webhooks"). */
export function webhookRoutes(deps: EventRoutesDeps): RoutesPlugin {
  const { db } = deps;
  return (api) => {
    api.post(
      "/v0/webhook-endpoints",
      { schema: createRoute, config: { scope: "all" } },
      async ({ body, caller, headers }, reply) => {
        const { endpoint, replayed } = await createEndpoint(deps, {
          caller,
          url: body.url,
          types: body.types?.only,
          description: body.description ?? "",
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success(presentEndpoint(endpoint), "Webhook endpoint created.");
      },
    );

    api.get("/v0/webhook-endpoints", { schema: listRoute }, async ({ caller, query: { limit, cursor: before } }) => {
      const rows = await listEndpoints(db, { ownerId: caller.wallet.owner.id, before, limit: limit + 1 });
      const cursorOf = ({ id }: Endpoint) => z.encode(endpointCursor, id);
      return page(rows, { limit, present: presentEndpoint, cursorOf }, "Webhook endpoints listed.");
    });

    api.get("/v0/webhook-endpoints/:id", { schema: readRoute }, async ({ caller, params }) => {
      const endpoint = await findEndpoint(db, caller.wallet.owner.id, idOf(params.id, noEndpoint));
      if (endpoint === undefined) throw new EndpointNotFound();
      return success(presentEndpoint(endpoint), "Webhook endpoint found.");
    });

    api.patch(
      "/v0/webhook-endpoints/:id",
      { schema: changeRoute, config: { scope: "all" } },
      async ({ body, caller, params }) => {
        const { url, types, description, state } = body;
        const id = idOf<EndpointId>(params.id, noEndpoint);
        const endpoint = await changeEndpoint(deps, { caller, id, url, types, description, state });
        return success(presentEndpoint(endpoint), "Webhook endpoint changed.");
      },
    );

    api.delete(
      "/v0/webhook-endpoints/:id",
      { schema: removeRoute, config: { scope: "all" } },
      async ({ caller, params, headers }, reply) => {
        const { endpoint, replayed } = await removeEndpoint(deps, {
          caller,
          id: idOf(params.id, noEndpoint),
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success(presentEndpoint(endpoint), "Webhook endpoint removed.");
      },
    );

    api.post(
      "/v0/webhook-endpoints/:id/test",
      { schema: testRoute, config: { scope: "all", action: "resend" } },
      async ({ caller, params, headers }, reply) => {
        const { event, replayed } = await sendTestEvent(deps, {
          caller,
          endpointId: idOf(params.id, noEndpoint),
          idempotencyKey: headers["idempotency-key"],
        });
        markReplayed(reply, { replayed });
        return success(await presentWithBody(deps, event), "Test event written.");
      },
    );

    api.post(
      "/v0/webhook-secret/rotate",
      { schema: rotateRoute, config: { scope: "all", action: "secrets" } },
      async ({ caller, headers }, reply) => {
        const { rotated, replayed } = await rotateSecret(deps, { caller, idempotencyKey: headers["idempotency-key"] });
        markReplayed(reply, { replayed });
        reply.header("cache-control", "no-store");
        const previousUntil = rotated.previousUntil?.toISOString() ?? null;
        return success({ secret: rotated.secret, previousUntil }, "Webhook secret rotated.");
      },
    );
  };
}

const ENDPOINTS = { tags: ["Webhooks"] };
const NO_ENDPOINT: readonly ErrorCode[] = ["webhook_endpoint_not_found"];

const createRoute = {
  ...ENDPOINTS,
  operationId: "createWebhookEndpoint",
  summary: "Register a webhook endpoint",
  description: `Events that happen from now on are sent to \`url\`, signed with the project's secret. A project has at most ${ENDPOINTS_MAX} endpoints.`,
  headers: writeHeaders,
  body: z
    .object({
      url: urlText,
      types: optionalField(typesText),
      description: optionalText(DESCRIPTION_MAX).meta({ description: "Yours, for people." }),
    })
    .meta({ examples: [{ url: EXAMPLE.url, types: EXAMPLE.types, description: EXAMPLE.description }] }),
  response: { 200: envelope(endpointSchema, "Webhook endpoint created.") },
  errors: ["callback_host_claimed", "too_many_webhook_endpoints", "webhook_endpoint_not_found", "idempotency_mismatch"],
} as const;

const listRoute = {
  ...ENDPOINTS,
  operationId: "listWebhookEndpoints",
  summary: "List webhook endpoints",
  description: "Newest first.",
  querystring: pageQuery(uuidText<EndpointId>()),
  response: { 200: list(endpointSchema, "Webhook endpoints listed.") },
} as const;

const readRoute = {
  ...ENDPOINTS,
  operationId: "getWebhookEndpoint",
  summary: "Read a webhook endpoint",
  description: "Also says why it is disabled.",
  params: idParams(ENDPOINT_ID),
  response: { 200: envelope(endpointSchema, "Webhook endpoint found.") },
  errors: NO_ENDPOINT,
} as const;

const changeRoute = {
  ...ENDPOINTS,
  operationId: "changeWebhookEndpoint",
  summary: "Change a webhook endpoint",
  description:
    "What is left out stays. What waits for the endpoint goes to its new `url`. While it is `disabled` no events are written for it, and what waited is cancelled.",
  params: idParams(ENDPOINT_ID),
  body: z
    .object({
      url: optionalField(urlText),
      types: optionalField(typesText),
      description: optionalText(DESCRIPTION_MAX),
      state: optionalField(z.enum(["enabled", "disabled"])),
    })
    .meta({ examples: [{ url: EXAMPLE.url, types: EXAMPLE.types }] }),
  response: { 200: envelope(endpointSchema, "Webhook endpoint changed.") },
  errors: [...NO_ENDPOINT, "callback_host_claimed"],
} as const;

const removeRoute = {
  ...ENDPOINTS,
  operationId: "removeWebhookEndpoint",
  summary: "Remove a webhook endpoint",
  description:
    "What waits for it is cancelled. Events that were sent to it stay readable. Answers the endpoint as it was; the same call with the same `Idempotency-Key` does so again.",
  params: idParams(ENDPOINT_ID),
  headers: writeHeaders,
  response: { 200: envelope(endpointSchema, "Webhook endpoint removed.") },
  errors: [...NO_ENDPOINT, "idempotency_mismatch"],
} as const;

const testRoute = {
  ...ENDPOINTS,
  operationId: "testWebhookEndpoint",
  summary: "Send a test event",
  description:
    "Sends a `webhook.test` event to this endpoint alone, whatever types it takes. Read the event to see what came of it.",
  params: idParams(ENDPOINT_ID),
  headers: writeHeaders,
  response: { 200: envelope(eventWithBodySchema.meta({ examples: [WAITING] }), "Test event written.") },
  errors: [...NO_ENDPOINT, "webhook_endpoint_disabled", "event_not_found", "idempotency_mismatch"],
} as const;

const rotateRoute = {
  ...ENDPOINTS,
  operationId: "rotateWebhookSecret",
  summary: "Make a new webhook secret",
  description:
    "The first call makes the project's secret. A later one replaces it, and the one before signs too for 24 hours: two signatures are in the header then. The secret is shown once; only the same call with the same `Idempotency-Key` shows it again.",
  headers: writeHeaders,
  response: { 200: envelope(secretSchema, "Webhook secret rotated.") },
  errors: ["webhook_secret_superseded"],
} as const;

function presentEndpoint(endpoint: Endpoint): z.infer<typeof endpointSchema> {
  return {
    id: endpoint.id,
    url: endpoint.url,
    types: [...(endpoint.types ?? [EVERY_TYPE])],
    description: endpoint.description,
    state: endpoint.state.kind,
    disabledReason: endpoint.state.kind === "disabled" ? endpoint.state.reason : null,
    createdAt: endpoint.createdAt.toISOString(),
    updatedAt: endpoint.updatedAt.toISOString(),
  };
}
