import { z } from "zod";
import { ERROR_CODES, type ErrorCode } from "#kernel/error-codes.ts";
import { InvalidInput } from "#kernel/errors.ts";
import { idRange, type ProjectKeyId } from "#kernel/ids.ts";
import { readableNetwork } from "#kernel/network.ts";
import {
  codec,
  cursorOf,
  envelope,
  isoTime,
  list,
  page,
  pageQuery,
  type RoutesPlugin,
  success,
  timeText,
  uuidText,
} from "#platform/http/index.ts";
import { type FindRequestDeps, type FoundRequest, findRequest } from "./find-request.ts";
import { MADE_KINDS } from "./model/made.ts";
import type { RefusedId, RefusedRequest } from "./model/refused-request.ts";
import { listRefused } from "./store.ts";

export type RequestRoutesDeps = FindRequestDeps;

const TAGS = ["Requests"];

const REFUSED = {
  requestId: "HbhIuAP17GMF-5",
  keyId: "01a1f9b9-8140-7a3c-9f51-2f6f2b0d9e11",
  at: "2026-11-20T16:25:00.110Z",
  method: "POST",
  route: "/v0/payments",
  path: "/v0/payments",
  status: 400,
  code: "invoice_expired",
  message: "the invoice has expired",
  details: [],
  body: '{"invoice":"lnbc100n1…","internalId":"order-4711"}',
  network: "203.0.113.7",
  durationMs: 4,
};

const refusedSchema = z
  .object({
    requestId: z.string().meta({ description: "As in the header `X-Request-Id` and in the answer." }),
    keyId: z.string().meta({ format: "uuid" }),
    at: isoTime,
    method: z.string(),
    route: z.string().meta({ description: "The path with the names of its parameters." }),
    path: z.string(),
    status: z.int(),
    code: z.string(),
    message: z.string(),
    details: z.array(z.object({ field: z.string(), issue: z.string() })),
    body: z.string().nullable().meta({
      description: "JSON without secrets, cut at 4 kB. Null: there was none, or it was no JSON.",
    }),
    network: z.string().meta({ description: "Such as `192.0.2.7` or `2001:db8:0:1::/64`." }),
    durationMs: z.int(),
  })
  .meta({ id: "RefusedRequest", examples: [REFUSED] });

const requestSchema = z
  .object({
    requestId: z.string(),
    refused: z.array(refusedSchema).meta({ description: "Newest first; several when several requests had this name." }),
    made: z
      .array(z.object({ kind: z.enum(MADE_KINDS), id: z.string().meta({ format: "uuid" }), createdAt: isoTime }))
      .meta({ description: "What it made, oldest first." }),
  })
  .meta({ id: "Request", examples: [{ requestId: REFUSED.requestId, refused: [REFUSED], made: [] }] });

const id = uuidText<RefusedId>();
const cursor = cursorOf(id);

/** Where the pages of a project ask, below its own path: `/requests` and `/requests/{requestId}`. */
export function requestRoutes(deps: RequestRoutesDeps): RoutesPlugin {
  return (api) => {
    api.get("/requests", { schema: listRoute, config: { action: "read" } }, async ({ caller, query }) => {
      const { limit, cursor: before, from, to, ...filter } = query;
      const range = idRange({ from, to, before });
      const asked = { projectId: caller.wallet.owner.id, range, limit: limit + 1 };
      const rows = await listRefused(deps.db, asked, filter);
      const cursorOf = (row: RefusedRequest) => z.encode(cursor, row.id);
      return page(rows, { limit, present: presentRefused, cursorOf }, "Refused requests listed.");
    });

    api.get(
      "/requests/:requestId",
      { schema: findRoute, config: { action: "read" } },
      async ({ caller: { wallet }, params: { requestId } }) =>
        success(presentRequest(await findRequest(deps, { wallet, requestId })), "Request found."),
    );
  };
}

function presentRefused({ at, body, tookMs: durationMs, ...refused }: RefusedRequest) {
  const { requestId, keyId, method, route, path, status, code, message, details, network } = refused;
  const shown = { requestId, keyId, at: at.toISOString(), method, route, path, status, code, message };
  return { ...shown, details: [...details], body: body ?? null, network: readableNetwork(network), durationMs };
}

function presentRequest({ requestId, refused, made }: FoundRequest) {
  return {
    requestId,
    refused: refused.map(presentRefused),
    made: made.map(({ kind, id, createdAt }) => ({ kind, id, createdAt: createdAt.toISOString() })),
  };
}

const statusText = codec(
  z.string().meta({ description: "HTTP status of the answer.", examples: ["400"] }),
  (text) => {
    if (!/^[45][0-9]{2}$/.test(text)) throw new InvalidInput("status", "must be an HTTP status from 400 to 599");
    return Number(text);
  },
  String,
);

const listRoute = {
  operationId: "listRefusedRequests",
  summary: "List refused and failed requests",
  description:
    "Newest first, of 30 days. Not each is kept: of one code five a minute for each key, twenty in all, and 300 an hour " +
    "for the project.",
  tags: TAGS,
  querystring: pageQuery(id).extend({
    status: statusText.optional(),
    code: z.enum(Object.keys(ERROR_CODES) as [ErrorCode, ...ErrorCode[]]).optional(),
    keyId: uuidText<ProjectKeyId>().optional(),
    from: timeText.optional().meta({ description: "Only requests of this time or later." }),
    to: timeText.optional().meta({ description: "Only requests before this time." }),
  }),
  response: { 200: list(refusedSchema, "Refused requests listed.") },
} as const;

const findRoute = {
  operationId: "getRequest",
  summary: "Find a request",
  description: "What it made, or why it was refused.",
  tags: TAGS,
  params: z.object({ requestId: z.string().min(1).max(128) }),
  response: { 200: envelope(requestSchema, "Request found.") },
  errors: ["request_not_found"],
} as const;
