import type { Shape } from "../../../api/shapes.ts";
import { readCsv, writeCsv } from "../../parts/csv.ts";
import type { KeptFile, Plan, Row as RowOf } from "../../parts/kept-file.ts";
import {
  DAYS_MAX,
  DESCRIPTION_CHARACTERS_MAX,
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
};

const COLUMNS = ["sats", "msats", "description", "internalId", "days"] as const;
type Column = (typeof COLUMNS)[number];

/** As many vouchers as one call of the API makes at most. Source: docs/contract.md, "Vouchers". */
export const LINES_MAX = 1_000;

export const TEMPLATE = writeCsv([
  ["sats", "description", "internalId", "days"],
  ["500", "Thank you", "player-7", "30"],
  ["1000", "First place", "player-8", "30"],
]);

/** The lines of a file with a header; or why it cannot be read at all. */
export function readBatch(text: string): { readonly lines: readonly Line[] } | { readonly wrong: string } {
  const [head = [], ...rows] = readCsv(text);
  const names = head.map((name) => COLUMNS.find((column) => column.toLowerCase() === name.trim().toLowerCase()));
  const unknown = head.filter((name, i) => names[i] === undefined && name.trim() !== "");
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
  return {
    lines: lines.map(({ row, number }) => {
      const cells = cellsOf(names, row);
      const before = seen.get(cells.internalId);
      if (cells.internalId !== "" && before === undefined) seen.set(cells.internalId, number);
      return {
        number,
        cells,
        body: bodyOf(cells),
        wrong: row.length > names.length ? "It has more cells than there are columns." : wrongIn(cells),
        odd: before === undefined ? undefined : `The same internalId as in line ${before}.`,
      };
    }),
  };
}

function cellsOf(names: readonly (Column | undefined)[], row: readonly string[]): Record<Column, string> {
  const cells = { sats: "", msats: "", description: "", internalId: "", days: "" };
  names.forEach((name, i) => {
    if (name !== undefined) cells[name] = (row[i] ?? "").trim();
  });
  return cells;
}

const DIGITS = /^[1-9]\d{0,15}$/;

function wrongIn({ sats, msats, description, internalId, days }: Readonly<Record<Column, string>>): string | undefined {
  if (!DIGITS.test(sats === "" ? msats : sats))
    return "The amount must be a whole number, above zero, of digits alone.";
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
    amount: sats === "" ? msats : `${sats}000`,
    ...(description !== "" && { description }),
    ...(internalId !== "" && { internalId }),
    ...(expiresIn !== undefined && { expiresIn }),
  };
}

export type Row = RowOf<VoucherBody>;
export type BatchPlan = Plan<VoucherBody>;
export type KeptBatch = KeptFile<VoucherBody, RowResult>;

export type RowResult =
  | {
      readonly kind: "made";
      readonly id: string;
      readonly code: string;
      /** Null where another answer than this one had it, or it was lost: nobody can show it again. */
      readonly claimUrl: string | null;
      readonly lnurl: string | null;
    }
  | { readonly kind: "refused"; readonly message: string };

export function madeOf({ id, code, claimUrl, lnurl }: Shape<"IssuedVoucher">): RowResult {
  return { kind: "made", id, code, claimUrl, lnurl };
}

/** What is kept of a voucher that is answered again: a link that is known stays, the later answers have none. */
export function withLink(before: RowResult | undefined, made: RowResult): RowResult {
  return before?.kind === "made" && before.claimUrl !== null ? before : made;
}

export function totalOf(rows: readonly { readonly body: VoucherBody }[]): string {
  return String(rows.reduce((sum, { body }) => sum + BigInt(body.amount), 0n));
}

/** What became of each row, for whoever sends the links. */
export function resultsCsv(rows: readonly Row[], results: ReadonlyMap<number, RowResult>): string {
  const head = ["line", "state", "msats", "description", "internalId", "code", "claimUrl", "lnurl", "id", "error"];
  return writeCsv([
    head,
    ...rows.map(({ number, body }, i) => {
      const result = results.get(i);
      const of = [
        String(number),
        result?.kind ?? "not made",
        body.amount,
        body.description ?? "",
        body.internalId ?? "",
      ];
      if (result?.kind !== "made") return [...of, "", "", "", "", result?.message ?? ""];
      const { code, claimUrl, lnurl, id } = result;
      return [...of, code, claimUrl ?? "", lnurl ?? "", id, claimUrl === null ? "the link was lost: revoke it" : ""];
    }),
  ]);
}
