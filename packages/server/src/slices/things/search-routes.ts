import { z } from "zod";
import { envelope, isoTime, type RoutesPlugin, success } from "#platform/http/index.ts";
import type { TextKey } from "#texts/reader.ts";
import { findThings } from "./find-things.ts";
import { type ClueKind, SEARCH_CHARACTERS_MAX } from "./model/clue.ts";
import { type FoundThing, THING_KINDS } from "./model/thing.ts";
import type { Finder } from "./port.ts";
import { readerFor } from "./timeline-routes.ts";

const EXAMPLE = {
  found: [
    {
      kind: "payment",
      id: "01a1f9ba-a0a8-7169-bb85-f785abe3de6f",
      status: "completed",
      amount: "10000",
      name: "order-4711",
      createdAt: "2026-11-20T16:12:00.043Z",
    },
  ],
  lookedFor: ["own_name", "request"],
};

/** What a text was looked for as. */
const AS = {
  address: "search_as_address",
  code: "search_as_code",
  hash: "search_as_hash",
  id: "search_as_id",
  invoice: "search_as_invoice",
  name: "search_as_name",
  number: "search_as_number",
  own_name: "search_as_own_name",
  request: "search_as_request",
} as const satisfies Readonly<Record<ClueKind, TextKey>>;

const resultSchema = z
  .object({
    found: z.array(
      z.object({
        kind: z.enum(THING_KINDS),
        id: z.string(),
        status: z.string().nullable(),
        amount: z.string().nullable().meta({ description: "Millisatoshis." }),
        name: z.string().nullable().meta({ description: "What its owner calls it." }),
        createdAt: isoTime.nullable(),
      }),
    ),
    lookedFor: z
      .array(z.enum(Object.keys(AS) as [ClueKind, ...ClueKind[]]))
      .meta({ description: "What the text was looked for as; `message` says it in words where nothing was found." }),
  })
  .meta({ id: "SearchResult", examples: [EXAMPLE] });

const searchRoute = {
  operationId: "search",
  summary: "Search",
  description:
    "By an id of anything, a payment hash, a preimage, an invoice, an address of a recipient, a gamertag, a voucher's code, a purchase's " +
    "number, a transaction of the chain, an `internalId`, or the id of a request. A part of a name finds nothing. Of each kind at most ten, the newest first.",
  tags: ["Search"],
  querystring: z.object({
    q: z
      .string()
      .min(1)
      .max(SEARCH_CHARACTERS_MAX)
      .regex(/\S/, { error: "must not be blank" })
      .meta({ examples: ["order-4711"] }),
  }),
  response: { 200: envelope(resultSchema, "1 thing found.") },
} as const;

/** `GET /search` of our own pages: what the caller has by this name. */
export function searchRoutes({ finders }: { readonly finders: readonly Finder[] }): RoutesPlugin {
  return (api) => {
    api.get("/search", { config: { action: "read" }, schema: searchRoute }, async (request) => {
      const { found, lookedFor } = await findThings(finders, { caller: request.caller, text: request.query.q });
      const reader = readerFor(request);
      const kinds = reader.anyOf(lookedFor.map((kind) => reader.text(AS[kind]))).join("");
      const message =
        found.length > 0 ? reader.text("search_found", { count: found.length }) : reader.text("search_none", { kinds });
      return success({ found: found.map(presentFound), lookedFor: [...lookedFor] }, message);
    });
  };
}

function presentFound({ kind, id, status, amount, name, createdAt }: FoundThing) {
  return {
    kind,
    id,
    status: status ?? null,
    amount: amount === undefined ? null : String(amount),
    name: name ?? null,
    createdAt: createdAt?.toISOString() ?? null,
  };
}
