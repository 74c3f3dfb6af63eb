import type { FastifyReply } from "fastify";
import { type Columns, CSV_TYPE, csvLine, harmless } from "#protocol/csv.ts";
import { page } from "./envelope.ts";
import { streamAnswer } from "./streamed.ts";

/** A list, newest first. */
export type Listing<Row, Item, Position> = {
  /** Of the file: "payments". */
  readonly name: string;
  readonly message: string;
  /** The rows after `before`; undefined: the first ones. */
  readonly read: (at: { readonly before: Position | undefined; readonly limit: number }) => Promise<readonly Row[]>;
  readonly positionOf: (row: Row) => Position;
  /** As `cursorOf` writes it. */
  readonly cursorOf: (position: Position) => string;
  readonly present: (row: Row) => Item;
  readonly columns: Columns<Item>;
};

type Asked<Position> = {
  readonly limit: number;
  readonly cursor?: Position | undefined;
  readonly format: "json" | "csv";
};

/** Rows of one look: what a reader that stops reading keeps in memory. */
const ROWS_A_LOOK = 500;

/**
 * A list as it is asked for: a page of it, or all of it as a file, which is written while it is read. No transaction is
 * open between two looks: rows that are made meanwhile come before the first one.
 */
export async function answerList<Row, Item, Position>(
  listing: Listing<Row, Item, Position>,
  { limit, cursor, format }: Asked<Position>,
  reply: FastifyReply,
) {
  const { name, message, read, positionOf, cursorOf, present } = listing;
  // A HEAD would read all of it and throw it away.
  if (format === "csv" && reply.request.method !== "HEAD")
    return await streamAnswer(reply, { contentType: CSV_TYPE, fileName: `${name}.csv` }, linesOf(listing, cursor));
  const rows = await read({ before: cursor, limit: limit + 1 });
  return page(rows, { limit, present, cursorOf: (row) => cursorOf(positionOf(row)) }, message);
}

async function* linesOf<Row, Item, Position>(
  { read, positionOf, present, columns }: Listing<Row, Item, Position>,
  after: Position | undefined,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  let before = after;
  let text = csvLine(Object.keys(columns));
  let isOver = false;
  while (!isOver) {
    const rows = await read({ before, limit: ROWS_A_LOOK });
    const last = rows.at(-1);
    for (const row of rows) {
      const item = present(row);
      text += csvLine(cells.map((cell) => harmless(String(cell(item) ?? ""))));
    }
    yield text;
    text = "";
    isOver = last === undefined || rows.length < ROWS_A_LOOK;
    if (last !== undefined) before = positionOf(last);
  }
}
