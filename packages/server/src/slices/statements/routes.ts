import { z } from "zod";
import type { Db } from "#platform/database/db.ts";
import { envelope, isoTime, type RoutesPlugin, streamAnswer, timeText } from "#platform/http/index.ts";
import { CSV_FORMAT, type Format, JSON_FORMAT, presentEntry } from "./model/present-statement.ts";
import { ENTRY_TYPES, type StatementEntry } from "./model/statement.ts";
import { readStatement } from "./read-statement.ts";

const EXAMPLE = {
  createdAt: "2026-11-20T16:12:00.711Z",
  type: "fee_refund",
  amount: "8999",
  balance: "999988999",
  unit: "msats",
  transactionId: "01a1f9ba-a0a8-716a-b2de-522ef9b5e182",
  paymentId: "01a1f9ba-a0a8-7169-bb85-f785abe3de6f",
  chargeId: null,
  voucherId: null,
  withdrawalRequestId: null,
  internalId: null,
  counterparty: "merchant@127.0.0.1:30906",
  restored: null,
};

const signedMsats = z
  .string()
  .regex(/^-?[1-9][0-9]*$/)
  .meta({ description: "Millisatoshis; below zero when they left the wallet.", examples: ["-20000"] });

const balanceAfter = z
  .string()
  .regex(/^(0|[1-9][0-9]*)$/)
  .meta({ description: "The balance of the wallet after it, in millisatoshis.", examples: ["999980000"] });

const entrySchema = z
  .object({
    createdAt: isoTime,
    type: z.enum(ENTRY_TYPES).meta({
      description:
        "`payment`: amount and fee limit left for a payment. `refund`: all of it came back, the payment failed. `fee_refund`: what the route did " +
        "not take of the fee limit. `charge`: paid for a charge. `receipt`: received otherwise. `voucher`: the value of a voucher that was issued, or redeemed into the wallet. `voucher_refund`: what came " +
        "back of one. `fee`: ours, on a payment to an e-mail address. `transfer`: anything else.",
    }),
    amount: signedMsats,
    balance: balanceAfter,
    unit: z.literal("msats"),
    transactionId: z.string().meta({ format: "uuid" }),
    paymentId: z.string().nullable(),
    chargeId: z.string().nullable(),
    voucherId: z.string().nullable(),
    withdrawalRequestId: z
      .string()
      .nullable()
      .meta({ description: "The withdrawal request that the payment has paid out." }),
    internalId: z.string().nullable().meta({
      description: "Of the payment, the charge, or the voucher or withdrawal request that the wallet has issued.",
    }),
    counterparty: z
      .string()
      .nullable()
      .meta({ description: "The Lightning address, gamertag, wallet or node that was paid." }),
    restored: z.literal(true).nullable().meta({
      description:
        "True where it had happened before the service's database was restored, and was written again after it.",
    }),
  })
  .meta({ id: "StatementEntry", examples: [EXAMPLE] });

const query = z.object({
  from: timeText.optional().meta({ description: "Only what happened at this time or later." }),
  to: timeText.optional().meta({ description: "Only what happened before this time." }),
  format: z.enum(["json", "csv"]).default("json").meta({
    description:
      "`csv`: RFC 4180 with a header line, the fields as columns; cells that could be formulas begin with an apostrophe.",
  }),
});

const statementRoute = {
  operationId: "getStatement",
  summary: "Read the statement",
  description:
    "Every movement of the wallet with the balance after it, newest first, in one answer of any length: it is written while you read it, each " +
    "entry in a line of its own. An answer that breaks off is not whole: in JSON its end is missing.",
  tags: ["Wallet"],
  querystring: query,
  response: { 200: envelope(z.array(entrySchema), "Statement listed.") },
  textType: "text/csv",
} as const;

/** `GET /v0/statement` (docs/contract.md, "Statement"). */
export function statementRoutes({ db }: { readonly db: Db }): RoutesPlugin {
  return (api) => {
    // A HEAD would read the whole statement and throw it away.
    api.get("/v0/statement", { schema: statementRoute, exposeHeadRoute: false }, async ({ caller, query }, reply) => {
      const { from, to } = query;
      const format = query.format === "csv" ? CSV_FORMAT : JSON_FORMAT;
      const pages = readStatement({ db }, { wallet: caller.wallet, from, to });
      const { contentType } = format;
      const fileName = query.format === "csv" ? "statement.csv" : undefined;
      return await streamAnswer(reply, { contentType, fileName }, textOf(pages, format));
    });
  };
}

/** The statement as text, a page at a time. */
async function* textOf(pages: AsyncIterable<readonly StatementEntry[]>, format: Format): AsyncGenerator<string> {
  let text = format.head;
  let isFirst = true;
  for await (const page of pages) {
    for (const line of page) {
      text += format.line(presentEntry(line), isFirst);
      isFirst = false;
    }
    yield text;
    text = "";
  }
  yield text + format.tail;
}
