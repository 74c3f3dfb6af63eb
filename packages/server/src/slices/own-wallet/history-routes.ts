import { z } from "zod";
import {
  envelope,
  isoTime,
  list,
  pageQuery,
  type RoutesPlugin,
  streamAnswer,
  success,
  timeText,
  uuidText,
} from "#platform/http/index.ts";
import { HISTORY_FILTERS, ITEM_KINDS } from "./model/history.ts";
import { type HistoryDeps, readHistory, writeHistory } from "./read-history.ts";
import { NOTE_CHARACTERS_MAX, noteText, ownPaymentSchema, TAGS } from "./wire.ts";
import { writeNote } from "./write-note.ts";

/** An invoice can be searched for. */
const SEARCH_CHARACTERS_MAX = 2_000;

/** Sealed: see `read-history.ts`. */
const cursor = z.string().max(500).optional().meta({ description: "`next_cursor` of the page before. Opaque." });

const signedMsats = z
  .string()
  .regex(/^(0|-?[1-9][0-9]*)$/)
  .meta({ description: "Millisatoshis; below zero when they left the wallet.", examples: ["-20000"] });

const purchaseSchema = z
  .object({
    number: z.string().meta({ description: "To name it by.", examples: ["0F3A-6D1E-9B20"] }),
    paid: z.string().meta({ description: "What the card has paid, the fee included.", examples: ["25.00"] }),
    fee: z.string().meta({ examples: ["0.50"] }),
    price: z.string().meta({ description: "Of one bitcoin.", examples: ["95000.00"] }),
    currency: z.string().meta({ description: "ISO 4217.", examples: ["EUR"] }),
    seller: z.string(),
  })
  .meta({ id: "OwnPurchase" });

const itemSchema = z
  .object({
    id: z.string().meta({ format: "uuid", description: "Of the movement: each line has another one." }),
    about: z.string().meta({ format: "uuid", description: "What a note is written on." }),
    kind: z.enum(ITEM_KINDS).meta({
      description:
        "`payment`: sent, or being sent; `amount` is all that it takes, `0` when it failed. `email`: to an e-mail address. " +
        "`charge`: paid for an invoice of this wallet. `receipt`: received otherwise. `voucher`: taken, or put aside. `voucher_refund`: what came back of one. " +
        "`transfer`: anything else.",
    }),
    amount: signedMsats,
    at: isoTime,
    name: z
      .string()
      .nullable()
      .meta({ description: "Who was paid, or says that it has paid: nothing of that is checked." }),
    description: z.string().nullable().meta({ description: "What an invoice or a voucher says. Escape it." }),
    comment: z.string().nullable().meta({ description: "What the payer wrote. Escape it." }),
    note: noteText.nullable(),
    payment: ownPaymentSchema.nullable().meta({ description: "Of `payment` and `email`." }),
    chargeId: z.string().nullable(),
    voucherId: z.string().nullable(),
    purchase: purchaseSchema.nullable().meta({ description: "The person has bought this amount; null: not that." }),
    restored: z.boolean().meta({ description: "It happened before the service was restored from a copy." }),
  })
  .meta({ id: "HistoryItem" });

export type WireItem = z.input<typeof itemSchema>;

const filters = {
  q: z.string().max(SEARCH_CHARACTERS_MAX).optional().meta({
    description: "Only what has this text in name, description, comment or note, or is this id, hash or invoice.",
  }),
  kind: z.enum(HISTORY_FILTERS).optional(),
  from: timeText.optional().meta({ description: "Only what happened at this time or later." }),
  to: timeText.optional().meta({ description: "Only what happened before this time." }),
};

const listRoute = {
  operationId: "listHistory",
  summary: "What came and went",
  description:
    "Newest first, one line for each thing: what a route did not cost and what a failed payment gave back is in the payment's own line. A search " +
    "looks at 2,000 movements and then answers with what it has, and a cursor to go on with: a page may be short or empty and still have a next one.",
  tags: TAGS.history,
  querystring: pageQuery(z.string()).extend({ cursor, ...filters }),
  response: { 200: list(itemSchema, "History listed.") },
} as const;

const csvRoute = {
  operationId: "exportHistory",
  summary: "The history as a file",
  description:
    "CSV (RFC 4180) with a byte order mark: every movement with the balance after it, and notes. With filters it has the movements of the things that the list has with them. Cells that could be formulas begin with an apostrophe.",
  tags: TAGS.history,
  querystring: z.object(filters),
  response: { 200: z.string() },
  textType: "text/csv",
} as const;

const noteRoute = {
  operationId: "writeNote",
  summary: "Write a note on a line of the history",
  description: "Over the one before; an empty text takes it away. Nobody else sees it.",
  tags: TAGS.history,
  params: z.object({ id: uuidText<never>() }),
  body: z.object({
    note: z
      .string()
      .max(NOTE_CHARACTERS_MAX)
      .meta({ examples: ["Pizza with Bob"] }),
  }),
  response: { 200: envelope(z.object({ note: z.string().nullable() }), "Note written.") },
  errors: ["too_many_notes"],
} as const;

export type HistoryRoutesDeps = HistoryDeps;

/** `/history`, `/notes`: what has moved. */
export function historyRoutes(deps: HistoryRoutesDeps): RoutesPlugin {
  return (api) => {
    api.get("/history", { schema: listRoute, config: { action: "read" } }, async ({ query, caller }) => {
      const { items, next } = await readHistory(deps, { caller, ...query });
      return { success: true as const, data: [...items], next_cursor: next ?? null, message: "History listed." };
    });

    api.get(
      "/history.csv",
      { schema: csvRoute, config: { action: "read" } },
      async ({ query, caller }, reply) =>
        await streamAnswer(
          reply,
          { contentType: "text/csv; charset=utf-8; header=present", fileName: "wallet.csv" },
          writeHistory(deps, { caller, ...query }),
        ),
    );

    api.put("/notes/:id", { schema: noteRoute, config: { action: "settings" } }, async ({ params, body, caller }) =>
      success(
        { note: (await writeNote(deps.paying, { wallet: caller.wallet, about: params.id, text: body.note })) ?? null },
        "Note written.",
      ),
    );
  };
}
