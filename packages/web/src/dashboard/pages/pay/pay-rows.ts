import { hasOpenQuote, OPEN_QUOTE, plainCell, readCsv, writeCsv } from "../../parts/csv.ts";
import {
  type KeptFile,
  type Plan,
  ROW_KEY,
  type RowName,
  type Row as RowOf,
  rowKeyCell,
  rowNames,
} from "../../parts/kept-file.ts";
import type { RowResult as ResultOf } from "../../parts/run-rows.ts";
import { msatsOf, ungrouped } from "../../parts/typed-sats.ts";
import { amountOf, overCap, type PayBody, type Sent, wrongBody } from "./payment-body.ts";
import { isKind, isOfKind, type Kind, kindOf, plainRecipient } from "./recipient.ts";

/** A line of the file. `wrong`: why it cannot be paid; undefined: it can. */
export type Line = {
  /** Of the rows of the file; the names of the columns are 1. */
  readonly number: number;
  readonly cells: Readonly<Partial<Record<Column, string>>>;
  readonly body: PayBody;
  readonly wrong: string | undefined;
  /** What looks like a mistake and may be none. */
  readonly odd: string | undefined;
  /** Which row of another file it is: the file is one of results. */
  readonly named?: RowName | undefined;
};

type Column = "rowKey" | "to" | Kind | "kind" | "sats" | "msats" | "unit" | "description" | "internalId" | "status";

/** What people call the columns, without spaces and signs, in small letters. */
const NAMES: Readonly<Record<string, Column>> = {
  rowkey: "rowKey",
  to: "to",
  recipient: "to",
  destination: "to",
  lnaddress: "address",
  lightningaddress: "address",
  address: "address",
  lnurl: "address",
  invoice: "invoice",
  bolt11: "invoice",
  gamertag: "gamertag",
  user: "gamertag",
  email: "email",
  mail: "email",
  kind: "kind",
  type: "kind",
  sats: "sats",
  sat: "sats",
  amount: "sats",
  amountsat: "sats",
  amountsats: "sats",
  amountinsats: "sats",
  msats: "msats",
  msat: "msats",
  amountmsats: "msats",
  unit: "unit",
  description: "description",
  comment: "description",
  note: "description",
  memo: "description",
  internalid: "internalId",
  reference: "internalId",
  status: "status",
  state: "status",
};
const RECIPIENTS = ["to", "address", "invoice", "gamertag", "email"] as const;

/** A person looks at each of them. Ours. */
export const LINES_MAX = 1_000;

export const TEMPLATE = writeCsv([
  ["to", "sats", "description", "internalId"],
  ["ann@example.com", "500", "Thank you", "player-7"],
  ["bob", "1000", "First place", "player-8"],
]);

export type PayFile = {
  readonly lines: readonly Line[];
  /** Names of columns that nothing is done with. */
  readonly ignored: readonly string[];
};

/** The lines of a file whose first line names the columns; or why it cannot be read at all. */
export function readPayFile(text: string, cap?: string | null): PayFile | { readonly wrong: string } {
  if (hasOpenQuote(text)) return { wrong: OPEN_QUOTE };
  const [head = [], ...rows] = readCsv(text);
  const names = head.map((name) => NAMES[name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")]);
  const twice = head.filter((_, i) => names[i] !== undefined && names.indexOf(names[i]) !== i);
  if (twice.length > 0) return { wrong: `There are two columns for one thing: look at ${twice.join(", ")}.` };
  if (!RECIPIENTS.some((name) => names.includes(name)))
    return { wrong: "The first line must name a column of recipients: to, lnAddress, invoice, gamertag or email." };
  if (names.includes("sats") && names.includes("msats"))
    return { wrong: "There must be one column of amounts: sats or msats." };
  if (!names.includes("rowKey") && head.includes(FEE))
    return {
      wrong: `These are results without their column ${ROW_KEY}, and would be paid anew: open the file that they are of. To pay them as a new file, take out the column ${FEE}.`,
    };
  const lines = rows
    .map((row, i) => ({ row, number: i + 2 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ""));
  if (lines.length === 0) return { wrong: "There is no line below the names of the columns." };
  if (lines.length > LINES_MAX)
    return { wrong: `A file has at most ${LINES_MAX} payments; this one has ${lines.length}.` };
  const oddOf = oddities();
  const all = lines.map(({ row }) => cellsOf(names, row));
  const named = rowNames(all.map(({ rowKey }) => rowKey));
  return {
    lines: lines.map(({ row, number }, i) => {
      const cells = named === undefined ? (all[i] ?? {}) : plainCells(all[i] ?? {});
      const body = bodyOf(cells);
      const tooLong = row.length > names.length ? "It has more cells than there are columns." : undefined;
      const wrong =
        tooLong ?? named?.[i]?.wrong ?? wrongCells(cells) ?? wrongBody(body)?.wrong ?? overCap(body, cap)?.wrong;
      const odd = wrong === undefined ? oddOf(number, body) : undefined;
      return { number, cells, body, wrong, odd, named: named?.[i]?.named };
    }),
    ignored: head.filter((name, i) => names[i] === undefined && name.trim() !== ""),
  };
}

function cellsOf(names: readonly (Column | undefined)[], row: readonly string[]): Line["cells"] {
  const found = names.map((name, i) => [name, (row[i] ?? "").trim()] as const);
  return Object.fromEntries(found.filter(([name, cell]) => name !== undefined && cell !== ""));
}

/** As the service's own files have them. */
function plainCells(cells: Line["cells"]): Line["cells"] {
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, plainCell(cell)]));
}

function recipientsIn(cells: Line["cells"]): readonly (typeof RECIPIENTS)[number][] {
  return RECIPIENTS.filter((name) => cells[name] !== undefined);
}

/** What a word in the column of kinds means: as here, and as the columns are called. */
function kindNamed(word: string): Kind | undefined {
  const name = NAMES[word.toLowerCase().replaceAll(/[^a-z0-9]/g, "")] ?? "";
  return isKind(name) ? name : undefined;
}

function wrongCells(cells: Line["cells"]): string | undefined {
  const recipients = recipientsIn(cells);
  const [name] = recipients;
  if (name === undefined) return "The recipient is missing.";
  if (recipients.length > 1) return "There is more than one recipient.";
  if (/^(?:paid|completed|being sent|processing|sent)$/i.test(cells.status ?? ""))
    return "The file says that this was paid.";
  if (/^not known$/i.test(cells.status ?? "")) return "The file does not say whether this was paid.";
  const to = plainRecipient(cells[name] ?? "");
  if (cells.kind !== undefined && kindNamed(cells.kind) === undefined)
    return "The kind must be address, invoice, gamertag or email.";
  const kind = name === "to" ? kindOf(to) : name;
  if (kind === undefined || !isOfKind(to, cells.kind === undefined ? kind : (kindNamed(cells.kind) as Kind)))
    return "This is no recipient that can be paid.";
  if (cells.unit !== undefined && !/^m?sats?$/i.test(cells.unit)) return "The unit must be sats or msats.";
  const amount = amountIn(cells);
  if (amount === null) return "The amount must be sats such as 50000, above zero.";
  return undefined;
}

/** Msats; undefined: there is none; null: it is not one. */
function amountIn({ sats, msats, unit }: Line["cells"]): string | undefined | null {
  const isMsats = msats !== undefined || /^msats?$/i.test(unit ?? "");
  const text = msats ?? sats;
  if (text === undefined) return undefined;
  if (isMsats) return /^[1-9]\d{0,18}$/.test(ungrouped(text)) ? ungrouped(text) : null;
  const amount = msatsOf(text);
  return amount === undefined || amount === "0" ? null : amount;
}

function bodyOf(cells: Line["cells"]): PayBody {
  const name = recipientsIn(cells)[0] ?? "to";
  const to = plainRecipient(cells[name] ?? "");
  const named = cells.kind === undefined ? undefined : kindNamed(cells.kind);
  const kind = named ?? (name === "to" ? (kindOf(to) ?? "address") : name);
  const amount = amountIn(cells) ?? undefined;
  return {
    kind,
    to,
    ...(amount !== undefined && { amount }),
    ...(cells.description !== undefined && { description: cells.description }),
    ...(cells.internalId !== undefined && { internalId: cells.internalId }),
  };
}

/** Says of each line whether one before it is alike. */
function oddities() {
  const seen = new Map<string, number>();
  return (number: number, body: PayBody): string | undefined => {
    const { kind, to, internalId } = body;
    const same = `payment ${kind} ${to.toLowerCase()} ${amountOf(body)}`;
    const name = internalId === undefined ? undefined : `name ${internalId}`;
    const [before, named] = [seen.get(same), name === undefined ? undefined : seen.get(name)];
    seen.set(same, before ?? number);
    if (name !== undefined) seen.set(name, named ?? number);
    if (named !== undefined) return `The same internalId as in line ${named}.`;
    return before === undefined ? undefined : `The same recipient and amount as in line ${before}.`;
  };
}

/** A recipient of this service by its name here, in small letters: a gamertag, or what stands before the @. */
export type Named = { readonly kind: "gamertag" | "address"; readonly name: string };

/** `host`: of this service. Undefined: nobody knows before it is paid whether it can be. */
export function nameIn({ kind, to }: PayBody, host: string): Named | undefined {
  const lower = to.toLowerCase();
  if (kind === "gamertag") return { kind, name: lower };
  const [name = "", at] = lower.split("@");
  return kind === "address" && at === host && /^[\w.+-]{1,64}$/.test(name) ? { kind, name } : undefined;
}

/** Recipients of this service that the lines name, each once. */
export function namesIn(lines: readonly Line[], host: string): readonly Named[] {
  const right = lines.filter(({ wrong }) => wrong === undefined).map(({ body }) => nameIn(body, host));
  const named = right.filter((one) => one !== undefined);
  return [...new Map(named.map((one) => [`${one.kind} ${one.name}`, one])).values()];
}

const UNKNOWN = {
  gamertag: "No user has this gamertag: this line would be refused.",
  address: "Nobody has this Lightning address: this line would be refused.",
} as const;

/**
 * The lines once it is known which recipients there are not. Such a line is not wrong: a file without it would be
 * another one, and what was paid of the first would be paid again.
 */
export function withUnknown(lines: readonly Line[], unknown: readonly Named[], host: string): readonly Line[] {
  return lines.map((line) => {
    const named = line.wrong === undefined ? nameIn(line.body, host) : undefined;
    const isUnknown = unknown.some(({ kind, name }) => kind === named?.kind && name === named.name);
    return named !== undefined && isUnknown ? { ...line, odd: UNKNOWN[named.kind] } : line;
  });
}

export function totalOf(rows: readonly { readonly body: PayBody }[]): string {
  return String(rows.reduce((sum, { body }) => sum + BigInt(amountOf(body)), 0n));
}

export type Row = RowOf<PayBody>;
export type PayPlan = Plan<PayBody>;
export type RowResult = ResultOf<SentRow>;
export type KeptRows = KeptFile<PayBody, RowResult>;
export type SentRow = { readonly kind: "sent" } & Sent;

const WORDS = { sent: "paid", refused: "not paid", asked: "not known" } as const;
const FEE = "feeMsats";

/** What became of each row. Read again, the rows of such a file are those of the file that it is of. */
export function resultsCsv(rows: readonly Row[], results: ReadonlyMap<number, RowResult>): string {
  const head = ["line", "kind", "to", "msats", "description", "internalId", "status", FEE, "id", "error", ROW_KEY];
  return writeCsv([
    head,
    ...rows.map(({ number, body, key }, i) => {
      const { kind, to, description = "", internalId = "" } = body;
      const result = results.get(i);
      const of = [String(number), kind, to, amountOf(body), description, internalId];
      const end = rowKeyCell({ key });
      if (result?.kind !== "sent")
        return [
          ...of,
          result === undefined ? "not sent" : WORDS[result.kind],
          "",
          "",
          result?.kind === "refused" ? result.message : "",
          end,
        ];
      return [...of, result.status === "completed" ? "paid" : "being sent", result.fee, result.id, "", end];
    }),
  ]);
}
