import type { Shape } from "../../../api/shapes.ts";
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
import { ungrouped } from "../../parts/typed-sats.ts";
import {
  DAYS_MAX,
  DESCRIPTION_CHARACTERS_MAX,
  daysOf,
  INTERNAL_ID_CHARACTERS_MAX,
  secondsOfDays,
  type VoucherBody,
} from "./voucher-body.ts";

/** A line of the file. `wrong`: why no voucher can be made of it; undefined: one can. */
export type Line = {
  /** As a text editor numbers it; the header is 1. */
  readonly number: number;
  readonly cells: Readonly<Record<Column, string>>;
  readonly body: VoucherBody;
  readonly wrong: string | undefined;
  /** What looks like a mistake and may be none. */
  readonly odd: string | undefined;
  /** Which row of another file it is: the file is one of results. */
  readonly named?: RowName | undefined;
};

const COLUMNS = ["sats", "msats", "description", "internalId", "days"] as const;
/** Of results, which have these beside. */
const OF_RESULTS = [ROW_KEY, "state"] as const;
const SHOWN = ["line", "code", "claimurl", "lnurl", "id", "error"];
type Column = (typeof COLUMNS)[number] | (typeof OF_RESULTS)[number];

/** As many vouchers as one call of the API makes at most. Source: docs/contract.md, "Vouchers". */
export const LINES_MAX = 1_000;

export const TEMPLATE = writeCsv([
  ["sats", "description", "internalId", "days"],
  ["500", "Thank you", "player-7", "30"],
  ["1000", "First place", "player-8", "30"],
]);

/** The lines of a file with a header; or why it cannot be read at all. */
export function readBatch(text: string): { readonly lines: readonly Line[] } | { readonly wrong: string } {
  if (hasOpenQuote(text)) return { wrong: OPEN_QUOTE };
  const [head = [], ...rows] = readCsv(text);
  const plain = head.map((name) => name.trim().toLowerCase());
  const isOfResults = plain.includes(ROW_KEY.toLowerCase());
  const columns: readonly Column[] = isOfResults ? [...COLUMNS, ...OF_RESULTS] : COLUMNS;
  const names = plain.map((name) => columns.find((column) => column.toLowerCase() === name));
  const unknown = head.filter(
    (_, i) => names[i] === undefined && plain[i] !== "" && !(isOfResults && SHOWN.includes(plain[i] ?? "")),
  );
  if (unknown.length > 0)
    return { wrong: `The first line names the columns. These are unknown: ${unknown.join(", ")}.` };
  if (names.includes("sats") === names.includes("msats"))
    return { wrong: "The first line must name one column of amounts: sats or msats." };
  const lines = rows
    .map((row, i) => ({ row, number: i + 2 }))
    .filter(({ row }) => row.some((cell) => cell.trim() !== ""));
  if (lines.length === 0) return { wrong: "There is no line below the names of the columns." };
  if (lines.length > LINES_MAX)
    return { wrong: `A file has at most ${LINES_MAX} vouchers; this one has ${lines.length}.` };
  const seen = new Map<string, number>();
  const all = lines.map(({ row }) => cellsOf(names, row, isOfResults));
  const named = rowNames(all.map(({ rowKey }) => (rowKey === "" ? undefined : rowKey)));
  return {
    lines: lines.map(({ row, number }, i) => {
      const cells = all[i] ?? NO_CELLS;
      const before = seen.get(cells.internalId);
      if (cells.internalId !== "" && before === undefined) seen.set(cells.internalId, number);
      return {
        number,
        cells,
        body: bodyOf(cells),
        wrong:
          (row.length > names.length ? "It has more cells than there are columns." : undefined) ??
          named?.[i]?.wrong ??
          wrongIn(cells),
        odd: before === undefined ? undefined : `The same internalId as in line ${before}.`,
        named: named?.[i]?.named,
      };
    }),
  };
}

const NO_CELLS = { sats: "", msats: "", description: "", internalId: "", days: "", rowKey: "", state: "" };

function cellsOf(
  names: readonly (Column | undefined)[],
  row: readonly string[],
  isOfResults: boolean,
): Record<Column, string> {
  const cells = { ...NO_CELLS };
  names.forEach((name, i) => {
    const cell = (row[i] ?? "").trim();
    if (name !== undefined) cells[name] = isOfResults ? plainCell(cell) : cell;
  });
  return cells;
}

const DIGITS = /^[1-9]\d{0,15}$/;

function wrongIn({
  sats,
  msats,
  description,
  internalId,
  days,
  state,
}: Readonly<Record<Column, string>>): string | undefined {
  if (state === "made") return "The file says that this was made.";
  if (!DIGITS.test(ungrouped(sats === "" ? msats : sats)))
    return "The amount must be a whole number, above zero, digits only.";
  if ([...description].length > DESCRIPTION_CHARACTERS_MAX)
    return `The description has more than ${DESCRIPTION_CHARACTERS_MAX} characters.`;
  if ([...internalId].length > INTERNAL_ID_CHARACTERS_MAX)
    return `The internalId has more than ${INTERNAL_ID_CHARACTERS_MAX} characters.`;
  if (days !== "" && secondsOfDays(days) === undefined) return `Days must be a whole number from 1 to ${DAYS_MAX}.`;
  return undefined;
}

function bodyOf({ sats, msats, description, internalId, days }: Readonly<Record<Column, string>>): VoucherBody {
  const expiresIn = secondsOfDays(days);
  return {
    amount: sats === "" ? ungrouped(msats) : `${ungrouped(sats)}000`,
    ...(description !== "" && { description }),
    ...(internalId !== "" && { internalId }),
    ...(expiresIn !== undefined && { expiresIn }),
  };
}

export type Row = RowOf<VoucherBody>;
export type BatchPlan = Plan<VoucherBody>;
export type KeptBatch = KeptFile<VoucherBody, RowResult>;

export type MadeRow = {
  readonly kind: "made";
  readonly id: string;
  readonly code: string;
  /** Null where another answer than this one had it, or it was lost: nobody can show it again. */
  readonly claimUrl: string | null;
  readonly lnurl: string | null;
};
export type RowResult = ResultOf<MadeRow>;

export function madeOf({ id, code, claimUrl, lnurl }: Shape<"IssuedVoucher">): MadeRow {
  return { kind: "made", id, code, claimUrl, lnurl };
}

/** What is kept of a voucher that is answered again: a link that is known stays, the later answers have none. */
export function withLink(before: RowResult | undefined, after: RowResult | undefined): RowResult | undefined {
  return before?.kind === "made" && before.claimUrl !== null ? before : after;
}

export function totalOf(rows: readonly { readonly body: VoucherBody }[]): string {
  return String(rows.reduce((sum, { body }) => sum + BigInt(body.amount), 0n));
}

const WORDS = { made: "made", refused: "refused", asked: "not known" } as const;

/**
 * What became of each row, for whoever sends the links. Read again, the rows of such a file are those of the file that
 * it is of.
 */
export function resultsCsv(rows: readonly Row[], results: ReadonlyMap<number, RowResult>): string {
  const made = ["code", "claimUrl", "lnurl", "id", "error"];
  const head = ["line", "state", "msats", "description", "internalId", "days", ...made, ROW_KEY];
  return writeCsv([
    head,
    ...rows.map(({ number, body, key }, i) => {
      const result = results.get(i);
      const of = [
        String(number),
        result === undefined ? "not made" : WORDS[result.kind],
        body.amount,
        body.description ?? "",
        body.internalId ?? "",
        daysOf(body),
      ];
      const end = rowKeyCell({ key });
      if (result?.kind !== "made")
        return [...of, "", "", "", "", result?.kind === "refused" ? result.message : "", end];
      const { code, claimUrl, lnurl, id } = result;
      const error = claimUrl === null ? "the link was lost: revoke it" : "";
      return [...of, code, claimUrl ?? "", lnurl ?? "", id, error, end];
    }),
  ]);
}
