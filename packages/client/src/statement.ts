import { LeydenError } from "./errors.ts";
import { parseJson } from "./failure.ts";
import type { CallOptions, FiltersOf, Http } from "./http.ts";
import type { StatementEntry } from "./objects.ts";

/** Times in ISO 8601; what happened at `from` is in it, what happened at `to` is not. */
export type StatementOptions = CallOptions & FiltersOf<"/v0/statement">;

const HEAD = '{"success":true,"data":[';
/** The last line of an answer that is whole. */
const TAIL = /^\],"message":".*"\}$/;

/**
 * The entries of a statement. The service writes each in a line of its own (docs/contract.md, "Statement"), so none but
 * the present one is kept.
 */
export async function* statementOf(
  http: Http,
  { signal, ...query }: StatementOptions,
): AsyncGenerator<StatementEntry, void, undefined> {
  let place: "head" | "entries" | "end" = "head";
  for await (const line of http.lines("/v0/statement", { query, signal })) {
    if (place === "head" && line === HEAD) place = "entries";
    else if (place === "entries" && TAIL.test(line)) place = "end";
    else if (place === "entries") yield entryOf(line);
    else throw damaged("what answered was not Leyden, or its answer was damaged");
  }
  if (place !== "end") throw damaged("the statement broke off before its end");
}

function entryOf(line: string): StatementEntry {
  const entry = parseJson(line.endsWith(",") ? line.slice(0, -1) : line);
  if (typeof entry !== "object" || entry === null) throw damaged("an entry of the statement was damaged");
  return entry as StatementEntry;
}

function damaged(message: string): LeydenError {
  const moneyText = "This call moves no money.";
  return new LeydenError({ code: "unexpected_answer", message, money: "nothing_moved", moneyText });
}
