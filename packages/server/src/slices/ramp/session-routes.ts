import type { FastifyReply } from "fastify";
import { z } from "zod";
import { type CallRules, endpointUrl } from "#events";
import { type Caller, projectOf } from "#kernel/caller.ts";
import { AppError } from "#kernel/errors.ts";
import { CURRENCIES, decimalOf, parseMinor } from "#kernel/fiat.ts";
import { idRange } from "#kernel/ids.ts";
import type { OnchainTerms } from "#onchain";
import {
  answerList,
  codec,
  cursorOf,
  envelope,
  given,
  idOf,
  idParams,
  isoTime,
  type Listing,
  list,
  listQuery,
  markReplayed,
  optionalField,
  optionalText,
  type RoutesPlugin,
  success,
  timeText,
  uuidText,
  writeHeaders,
} from "#platform/http/index.ts";
import { emailAddress } from "#protocol/email-address.ts";
import { type PriceDeps, priceOf } from "./checkout/make-quote.ts";
import { type LimitsDeps, limitsLeft } from "./checkout/read-checkout.ts";
import { destinationOn, isOnchain, rampDestination } from "./model/destination.ts";
import { RampUnavailable } from "./model/limits.ts";
import { returnUrl } from "./model/return-url.ts";
import { SESSION_STATES, type Session, type SessionId, SessionNotFound } from "./model/session.ts";
import { presentLimits, presentQuote } from "./present-checkout.ts";
import { presentSession, SESSION_COLUMNS } from "./present-session.ts";
import { cancelSession } from "./sessions/cancel-session.ts";
import { type CreateSessionDeps, createSession } from "./sessions/create-session.ts";
import { findSession, listSessions } from "./store/sessions.ts";
import { CREATED, ENDED, EXAMPLE, RAMP, sessionSchema } from "./wire.ts";

const TAGS = ["On-ramp"];
const WEBHOOK_CHARACTERS_MAX = 2_048;
const TOKEN_CHARACTERS_MAX = 1_000;
const METADATA_CHARACTERS_MAX = 4_096;

const cursor = cursorOf(uuidText<SessionId>());

const createdSessionSchema = z
  .object({
    session_token: z.string().meta({ description: "For the widget. Who has it can open the session, once." }),
    session_id: z.string().meta({ format: "uuid" }),
    widget_url: z.string().meta({ description: "The page that the widget shows; it takes the token after `#token=`." }),
    hosted_url: z
      .string()
      .meta({ description: "The same page with its token: send a person there where you show no widget." }),
    expires_at: isoTime.meta({ description: "15 minutes after the creation." }),
  })
  .meta({ id: "CreatedRampSession", examples: [CREATED] });

const currency = z.enum(CURRENCIES).meta({ examples: ["EUR"] });
const metadata = z
  .record(z.string(), z.unknown())
  .refine((value) => JSON.stringify(value).length <= METADATA_CHARACTERS_MAX, {
    error: `must have at most ${METADATA_CHARACTERS_MAX} characters as JSON`,
  });

const destination = codec(
  z
    .string()
    .min(1)
    .max(400)
    .meta({ examples: [EXAMPLE.destination] }),
  rampDestination,
  (address) => address,
);

const body = z
  .object({
    email: codec(
      z
        .string()
        .min(1)
        .max(320)
        .meta({ examples: [EXAMPLE.email] }),
      emailAddress,
      (address) => address,
    ),
    webhook_url: z
      .string()
      .min(1)
      .max(WEBHOOK_CHARACTERS_MAX)
      .meta({ description: "An https address; it gets the events of the session.", examples: [EXAMPLE.webhook_url] }),
    destination: optionalField(destination).meta({
      description:
        "A Lightning address, or an address of the chain where the node can pay one. Without it the bitcoin goes to the person's own wallet here.",
    }),
    quote_currency: optionalField(currency).meta({ description: "What is paid with. Without it the person chooses." }),
    base_currency: optionalField(z.literal("BTC")),
    reference_id: optionalText(255).meta({ description: "Yours; in events.", examples: [EXAMPLE.reference_id] }),
    metadata: optionalField(metadata).meta({ description: "Your own JSON object; in events." }),
    return_url: optionalField(
      codec(z.string().min(1).max(WEBHOOK_CHARACTERS_MAX), returnUrl, (address) => address),
    ).meta({ description: "An https address to which the page at `hosted_url` leads back." }),
    usertoken: optionalText(TOKEN_CHARACTERS_MAX).meta({
      description:
        "An access token that the person gave to an application of yours, and that may read the e-mail address `email`. Then the person is not asked for a code.",
    }),
  })
  .meta({ examples: [{ email: EXAMPLE.email, webhook_url: EXAMPLE.webhook_url, destination: EXAMPLE.destination }] });

const quoteQuery = z.object({
  amount: codec(
    z
      .string()
      .max(20)
      .meta({ description: "What the card pays.", examples: ["25.00"] }),
    (text) => parseMinor(text),
    decimalOf,
  ),
  currency,
  destination: optionalField(destination).meta({
    description: "Where it would go. Without it: over Lightning.",
    examples: [EXAMPLE.destination],
  }),
});
const QUOTE = {
  source_amount: "25.00",
  source_currency: "EUR",
  fee_amount: "0.50",
  network_fee: null,
  amount: "26630000",
  price: "92000.00",
  price_source: "market",
  quote_expires_at: "2026-11-22T16:13:00.943Z",
};
const quoteSchema = z
  .object({
    source_amount: z.string(),
    source_currency: z.string(),
    fee_amount: z.string().meta({ description: "In the amount." }),
    network_fee: z
      .string()
      .nullable()
      .meta({ description: "Millisatoshis that miners get, taken off what is delivered; null over Lightning." }),
    amount: z.string().meta({ description: "Millisatoshis that would be delivered." }),
    price: z.string().meta({ description: "Of one bitcoin." }),
    price_source: z.enum(["market", "fixed"]).meta({ description: "`fixed`: made up, on test networks." }),
    quote_expires_at: isoTime,
  })
  .meta({ id: "RampQuote", examples: [QUOTE] });
const LIMITS = {
  currency: "EUR",
  minimum: "5.00",
  week_left: "2500.00",
  month_left: "10000.00",
  needs_identity_above: "150.00",
};
const limitsSchema = z
  .object({
    currency: z.string(),
    minimum: z.string(),
    week_left: z.string(),
    month_left: z.string(),
    needs_identity_above: z.string().nullable(),
  })
  .meta({ id: "RampLimits", examples: [LIMITS] });

export type SessionRoutesDeps = CreateSessionDeps &
  PriceDeps &
  LimitsDeps & {
    readonly onchain: OnchainTerms;
    /** Public address of the service. */
    readonly baseUrl: string;
    /** Of who calls the webhooks. */
    readonly outbound: CallRules;
  };

/** `POST /api/v1/ramp-widget` and the calls beside it (docs/contract.md, "On-ramp"). */
export function sessionRoutes(deps: SessionRoutesDeps): RoutesPlugin {
  return (api) => {
    for (const [path, schema] of [
      ["/api/v1/ramp-widget", createRoute],
      ["/v1/ramp-widget", { ...createRoute, hide: true }],
    ] as const)
      api.post(path, { config: RAMP, schema }, async ({ body: input, caller, headers }, reply) =>
        create(deps, { input, caller, key: headers["idempotency-key"] }, reply),
      );

    api.get("/api/v1/ramp-widget/:id", { config: RAMP, schema: readRoute }, async ({ params, caller }) => {
      const id = idOf<SessionId>(params.id, () => new SessionNotFound());
      const session = await findSession(deps.db, id);
      if (session === undefined || session.projectId !== projectOf(caller)) throw new SessionNotFound();
      return success(presentSession(session), "Session found.");
    });

    api.get("/api/v1/ramp-widget", { config: RAMP, schema: listRoute }, async ({ query, caller }, reply) => {
      const { limit, cursor: before, format, reference_id: reference, ...rest } = query;
      const project = projectOf(caller);
      const listing: Listing<Session, ReturnType<typeof presentSession>, SessionId> = {
        name: "sessions",
        message: "Sessions listed.",
        read: async (at) => {
          const range = idRange({ ...rest, before: at.before });
          return await listSessions(deps.db, { project, range, limit: at.limit }, { ...rest, reference });
        },
        positionOf: (row) => row.id,
        cursorOf: (position) => z.encode(cursor, position),
        present: presentSession,
        columns: SESSION_COLUMNS,
      };
      return await answerList(listing, { limit, cursor: before, format }, reply);
    });

    api.post("/api/v1/ramp-widget/:id/expire", { config: RAMP, schema: expireRoute }, async ({ params, caller }) => {
      const id = idOf<SessionId>(params.id, () => new SessionNotFound());
      return success(presentSession(await cancelSession(deps, projectOf(caller), id)), "Session ended.");
    });

    api.get("/api/v1/ramp-quote", { config: RAMP, schema: quoteRoute }, async ({ query }) => {
      const { amount: source, currency, ...to } = query;
      const destination = await destinationOf(deps, to.destination);
      const { quote } = await priceOf(deps, { source, currency, destination });
      return success(presentQuote(quote), "Quote made.");
    });

    api.get("/api/v1/ramp-limits", { config: RAMP, schema: limitsRoute }, async ({ query }) => {
      const limits = await limitsLeft(deps, { quoteCurrency: query.currency });
      if (limits === undefined) throw new RampUnavailable();
      return success(presentLimits(limits), "Limits read.");
    });
  };
}

type Creating = {
  readonly input: z.output<typeof body>;
  readonly caller: Caller;
  readonly key: string | undefined;
};

async function create(deps: SessionRoutesDeps, { input, caller, key }: Creating, reply: FastifyReply) {
  if (deps.processor() === undefined) throw new RampUnavailable("this service sells no bitcoin");
  const { session, token, replayed } = await createSession(deps, {
    caller,
    email: input.email,
    idempotencyKey: key,
    webhookUrl: endpointUrl(input.webhook_url, deps.outbound, "webhook_url"),
    destination: await destinationOf(deps, input.destination),
    quoteCurrency: input.quote_currency,
    referenceId: given(input.reference_id),
    metadata: input.metadata,
    returnUrl: input.return_url,
    userToken: given(input.usertoken),
  });
  markReplayed(reply, { replayed });
  return success(
    {
      session_token: token,
      session_id: session.id,
      widget_url: `${deps.baseUrl}/ramp/${session.id}`,
      hosted_url: `${deps.baseUrl}/ramp/${session.id}#token=${token}`,
      expires_at: session.expiresAt.toISOString(),
    },
    "Session created.",
  );
}

/** @throws {InvalidInput} @throws {AppError} `not_supported` for an address of the chain where the node pays none. */
async function destinationOf(
  { onchain }: SessionRoutesDeps,
  destination: string | undefined,
): Promise<string | undefined> {
  if (destination === undefined || !isOnchain(destination)) return destination;
  if (!onchain.node.capabilities.onchain)
    throw new AppError("not_supported", "the connected Lightning node pays no addresses of the chain", {
      details: [{ field: "destination", issue: "must be a Lightning address" }],
    });
  const own = await onchain.ownNode();
  if (own === undefined) throw new RampUnavailable();
  return destinationOn(own.network, destination);
}

const createRoute = {
  operationId: "createRampSession",
  summary: "Create a session of the widget",
  description:
    "A session lasts 15 minutes. The widget is shown with its token, to one browser. `/v1/ramp-widget` is the same. With an `Idempotency-Key` " +
    "a repeated request answers the same session and token.",
  tags: TAGS,
  headers: writeHeaders,
  body,
  response: { 200: envelope(createdSessionSchema, "Session created.") },
  errors: [
    "callback_host_claimed",
    "not_supported",
    "ramp_user_token_refused",
    "ramp_unavailable",
    "idempotency_mismatch",
  ],
} as const;

const readRoute = {
  operationId: "getRampSession",
  summary: "Read a session",
  description: "Without its token. `success` in the browser is a hint: this, or the webhook, says what is true.",
  tags: TAGS,
  params: idParams(EXAMPLE.session_id),
  response: { 200: envelope(sessionSchema, "Session found.") },
  errors: ["ramp_session_not_found"],
} as const;

const listRoute = {
  operationId: "listRampSessions",
  summary: "List sessions",
  description: "Newest first.",
  tags: TAGS,
  querystring: listQuery(uuidText<SessionId>()).extend({
    state: z.enum(SESSION_STATES).optional().meta({ description: "Only sessions in this state." }),
    reference_id: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .meta({ description: "Only sessions with this `reference_id`.", examples: [EXAMPLE.reference_id] }),
    from: timeText.optional().meta({ description: "Only sessions made at this time or later." }),
    to: timeText.optional().meta({ description: "Only sessions made before this time." }),
  }),
  response: { 200: list(sessionSchema, "Sessions listed.") },
  textType: "text/csv",
} as const;

const expireRoute = {
  operationId: "expireRampSession",
  summary: "End a session",
  description: "Before its 15 minutes are over. A purchase that has begun goes on.",
  tags: TAGS,
  params: idParams(EXAMPLE.session_id),
  response: { 200: envelope(sessionSchema.meta({ examples: [ENDED] }), "Session ended.") },
  errors: ["ramp_session_not_found", "ramp_session_ended"],
} as const;

const quoteRoute = {
  operationId: "getRampQuote",
  summary: "Ask what an amount buys",
  description: "For showing it before a session is created. It fixes no price.",
  tags: TAGS,
  querystring: quoteQuery,
  response: { 200: envelope(quoteSchema, "Quote made.") },
  errors: ["invalid_amount", "not_supported", "ramp_limit_exceeded", "ramp_unavailable"],
} as const;

const limitsRoute = {
  operationId: "getRampLimits",
  summary: "Read what a new person may buy",
  description: "What a person has bought in the last 7 and 30 days counts on it.",
  tags: TAGS,
  querystring: z.object({ currency }),
  response: { 200: envelope(limitsSchema, "Limits read.") },
  errors: ["ramp_unavailable"],
} as const;
