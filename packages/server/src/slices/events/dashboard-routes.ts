import { z } from "zod";
import {
  envelope,
  isoTime,
  optionalField,
  type RoutesPlugin,
  success,
  timeText,
  uuidText,
} from "#platform/http/index.ts";
import { deliveryRoutes } from "./delivery-routes.ts";
import { TEST_BODY } from "./event-routes.ts";
import { type CheckedMessage, checkMessage } from "./log/check-message.ts";
import { previewRecover, RECOVERABLE_COUNTED_MAX, recover } from "./log/recover.ts";
import { RESEND_FAILED_MAX } from "./log/resend-failed.ts";
import type { CheckedPart } from "./model/check-signature.ts";
import type { EndpointId } from "./model/event.ts";
import { COUNTED_MAX, type EndpointTrouble, listTroubles } from "./store/failing.ts";
import { findSecretState } from "./store/secrets.ts";
import { CREATED_AT, ENDPOINT_ID, EVENT_ID, type EventPagesDeps } from "./wire.ts";

/**
 * What members of a project see and do about its webhooks, beside the routes of the API. The paths are those below a
 * project.
 */
export function webhookPages(deps: EventPagesDeps): readonly RoutesPlugin[] {
  return [deliveryRoutes(deps), helpRoutes(deps)];
}

function helpRoutes(deps: EventPagesDeps): RoutesPlugin {
  const { db } = deps;
  return (api) => {
    api.get("/webhooks/health", { schema: healthRoute }, async ({ caller }) => {
      const endpoints = await listTroubles(db, caller.wallet.owner.id);
      return success(endpoints.map(presentTrouble), "Endpoints looked at.");
    });

    api.get("/webhooks/recover", { schema: previewRoute }, async ({ query: { since, endpointId }, caller }) => {
      const { waiting, failed, isCut } = await previewRecover(deps, { caller, since, endpointId });
      return success({ waiting, failed, isAtLeast: isCut }, "Nothing was sent.");
    });

    api.post(
      "/webhooks/recover",
      { schema: recoverRoute, config: { action: "resend" } },
      async ({ body: { since, endpointId }, caller }) => {
        const { resent, nextSince } = await recover(deps, { caller, since, endpointId });
        return success({ resent, nextSince: nextSince?.toISOString() ?? null }, "Sent again.");
      },
    );

    api.get("/webhooks/secret", { schema: secretRoute }, async ({ caller }) => {
      const state = await findSecretState(db, caller.wallet.owner.id);
      const rotatedAt = state?.rotatedAt.toISOString() ?? null;
      return success({ rotatedAt, previousUntil: state?.previousUntil?.toISOString() ?? null }, "Secret looked at.");
    });

    api.post(
      "/webhooks/check-signature",
      { schema: checkRoute, config: { action: "bodies" } },
      async ({ body: { id, timestamp, signature, body, secret }, caller }) => {
        const checked = await checkMessage(deps, { caller, given: { id, timestamp, signature, body, secret } });
        return success(presentCheck(checked), "Signature checked.");
      },
    );
  };
}

const TAGS = { tags: ["Webhooks"] };

const TROUBLE = {
  endpointId: ENDPOINT_ID,
  url: "https://shop.example/hooks/leyden",
  trouble: "failing",
  since: CREATED_AT,
  lastStatus: 503,
  disabledReason: null,
  waiting: 12,
  failed: 0,
  nextAttemptAt: "2026-11-20T16:47:00.711Z",
};

const troubleSchema = z
  .object({
    endpointId: z.string().meta({ format: "uuid" }),
    url: z.string(),
    trouble: z.enum(["failing", "off"]).meta({ description: "`off`: the service has disabled it." }),
    since: isoTime.meta({ description: "When the first event was made that it does not take, or it was disabled." }),
    lastStatus: z.int().nullable().meta({ description: "Of its last answer; null: there was none." }),
    disabledReason: z.string().nullable(),
    waiting: z
      .int()
      .min(0)
      .max(COUNTED_MAX)
      .meta({ description: `Deliveries that wait; ${COUNTED_MAX}: or more.` }),
    failed: z
      .int()
      .min(0)
      .max(COUNTED_MAX)
      .meta({ description: `That were given up; ${COUNTED_MAX}: or more.` }),
    nextAttemptAt: isoTime.nullable().meta({ description: "Null: nothing waits, or it is not known." }),
  })
  .meta({ id: "EndpointTrouble", examples: [TROUBLE] });

const healthRoute = {
  ...TAGS,
  operationId: "getWebhookHealth",
  summary: "Read which endpoints do not work",
  description:
    "Those that have taken nothing since the first of three attempts that failed, and those that the service has disabled. The longest first.",
  response: { 200: envelope(z.array(troubleSchema).meta({ examples: [[TROUBLE]] }), "Endpoints looked at.") },
} as const;

const counted = z.int().min(0).max(RECOVERABLE_COUNTED_MAX);

const previewRoute = {
  ...TAGS,
  operationId: "previewRecover",
  summary: "Count what would be sent again since a time",
  description: "What `POST` of the same address would make due, called until nothing is left. Nothing is sent.",
  querystring: z.object({
    since: timeText,
    endpointId: uuidText<EndpointId>().optional().meta({ description: "Only to this endpoint." }),
  }),
  response: {
    200: envelope(
      z
        .object({
          waiting: counted.meta({ description: "Deliveries that wait for a later attempt." }),
          failed: counted.meta({ description: "Deliveries that were given up." }),
          isAtLeast: z.boolean().meta({ description: "True: there may be more, which were not counted." }),
        })
        .meta({ id: "Recoverable", examples: [{ waiting: 9, failed: 3, isAtLeast: false }] }),
      "Nothing was sent.",
    ),
  },
  errors: ["webhook_endpoint_not_found"],
} as const;

const recoverRoute = {
  ...TAGS,
  operationId: "recoverDeliveries",
  summary: "Send again what was not accepted since a time",
  description: `Makes due now what waits for a later attempt, of events since then, and what was given up since then. Two calls at once send nothing twice. One call looks at ${RESEND_FAILED_MAX} of each; while \`nextSince\` is not null, call again with it.`,
  body: z
    .object({
      since: timeText,
      endpointId: optionalField(uuidText<EndpointId>()).meta({
        description: "Only to this endpoint.",
        examples: [ENDPOINT_ID],
      }),
    })
    .meta({ examples: [{ since: "2026-01-31T12:00:00.000Z", endpointId: ENDPOINT_ID }] }),
  response: {
    200: envelope(
      z
        .object({
          resent: z.int().min(0).meta({ description: "Deliveries that are due now." }),
          nextSince: isoTime.nullable().meta({ description: "`since` of the next call; null when nothing is left." }),
        })
        .meta({ id: "Recovered", examples: [{ resent: 12, nextSince: null }] }),
      "Sent again.",
    ),
  },
  errors: ["webhook_endpoint_not_found"],
} as const;

const secretRoute = {
  ...TAGS,
  operationId: "getWebhookSecretState",
  summary: "Read how old the webhook secret is",
  description: "Not the secret itself, which is shown once when it is made.",
  response: {
    200: envelope(
      z
        .object({
          rotatedAt: isoTime.nullable().meta({ description: "Null: there is none until the first delivery." }),
          previousUntil: isoTime.nullable().meta({ description: "Until then the one before signs too." }),
        })
        .meta({ id: "WebhookSecretState", examples: [{ rotatedAt: CREATED_AT, previousUntil: null }] }),
      "Secret looked at.",
    ),
  },
} as const;

const BECAUSE = [
  "missing",
  "malformed",
  "not_ours",
  "other_id",
  "old",
  "rewritten",
  "differs",
  "previous",
  "ended",
  "replaced",
] as const;

const partSchema = z
  .object({
    verdict: z.enum(["right", "wrong", "unknown"]),
    because: z.enum(BECAUSE).nullable().meta({
      description:
        "`not_ours`: the project has no such event, made no attempt then, or has no such secret. `other_id`: it is the signature of the id in the body. `old`: right, and more than five minutes ago or ahead. `rewritten`: the same JSON in other bytes. `previous`, `ended`: the secret before the last rotation, which signs too, or no more. `replaced`: by a secret that was replaced since.",
    }),
  })
  .meta({ id: "CheckedPart", examples: [{ verdict: "wrong", because: "rewritten" }] });

const RIGHT = { verdict: "right", because: null };

const CHECK = {
  fits: false,
  event: { id: EVENT_ID, type: "payment.completed" },
  id: RIGHT,
  timestamp: RIGHT,
  body: { verdict: "wrong", because: "rewritten" },
  secret: RIGHT,
  signature: RIGHT,
};

const headerText = z.string().max(4_096);

const checkRoute = {
  ...TAGS,
  operationId: "checkWebhookSignature",
  summary: "Find out why a signature does not fit",
  description:
    "Takes a request as a receiver got it and says which part is wrong. The secret of the receiver is compared where it is given; nothing of it is kept.",
  body: z
    .object({
      id: headerText.meta({ description: "The header `webhook-id`.", examples: [EVENT_ID] }),
      timestamp: headerText.meta({ description: "The header `webhook-timestamp`.", examples: ["1795191120"] }),
      signature: headerText.meta({ description: "The header `webhook-signature`." }),
      body: z.string().meta({ description: "As it came, byte for byte.", examples: [TEST_BODY] }),
      secret: optionalField(headerText).meta({ description: "With which the receiver verifies, `whsec_…`." }),
    })
    .meta({
      examples: [
        {
          id: EVENT_ID,
          timestamp: "1795191120",
          signature: "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
          body: TEST_BODY,
        },
      ],
    }),
  response: {
    200: envelope(
      z
        .object({
          fits: z.boolean().meta({
            description: "A secret of the project has signed exactly this, and a secret that was given is one of them.",
          }),
          event: z
            .object({ id: z.string(), type: z.string() })
            .nullable()
            .meta({ description: "That the header or the body names; null: the project has no such event." }),
          id: partSchema,
          timestamp: partSchema,
          body: partSchema,
          secret: partSchema,
          signature: partSchema,
        })
        .meta({ id: "SignatureCheck", examples: [CHECK] }),
      "Signature checked.",
    ),
  },
} as const;

function presentTrouble(endpoint: EndpointTrouble): z.infer<typeof troubleSchema> {
  const { id, since, trouble, nextAttemptAt, ...rest } = endpoint;
  return {
    endpointId: id,
    ...rest,
    trouble: trouble.kind,
    since: since.toISOString(),
    lastStatus: trouble.kind === "failing" ? (trouble.status ?? null) : null,
    disabledReason: trouble.kind === "off" ? trouble.reason : null,
    nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  };
}

function presentPart({ verdict, because }: CheckedPart): z.infer<typeof partSchema> {
  return { verdict, because: because ?? null };
}

function presentCheck({ fits, event, id, timestamp, body, secret, signature }: CheckedMessage) {
  return {
    fits,
    event: event === undefined ? null : { id: event.id, type: event.type },
    id: presentPart(id),
    timestamp: presentPart(timestamp),
    body: presentPart(body),
    secret: presentPart(secret),
    signature: presentPart(signature),
  };
}
