import type { StatementEntry } from "./statement.ts";

/** A line of a statement on the wire, its fields in the order of the columns. */
export type WireEntry = ReturnType<typeof presentEntry>;

export function presentEntry(entry: StatementEntry) {
  return {
    createdAt: entry.at.toISOString(),
    type: entry.type,
    amount: String(entry.amount),
    balance: String(entry.balance),
    unit: "msats" as const,
    transactionId: entry.transferId as string,
    paymentId: entry.paymentId ?? null,
    chargeId: entry.chargeId ?? null,
    voucherId: entry.voucherId ?? null,
    withdrawalRequestId: entry.withdrawalRequestId ?? null,
    internalId: entry.internalId ?? null,
    counterparty: entry.counterparty ?? null,
    restored: entry.isRestored ? (true as const) : null,
  };
}

const COLUMNS = [
  "createdAt",
  "type",
  "amount",
  "balance",
  "unit",
  "transactionId",
  "paymentId",
  "chargeId",
  "voucherId",
  "withdrawalRequestId",
  "internalId",
  "counterparty",
  "restored",
] as const satisfies readonly (keyof WireEntry)[];

/** Texts that others may have chosen. The rest is ours: ids, words, times, whole numbers. */
const FOREIGN: readonly (keyof WireEntry)[] = ["internalId", "counterparty"];

/**
 * Where a spreadsheet takes a cell for a formula, also by a wide form of the sign (OWASP, "CSV Injection"): at its
 * start, which may come after a semicolon and space. A cell that begins with a tab or a line break is none, but is
 * shown as text as well.
 */
const FORMULA = /^(?:[;\s"]*[=+\-@\uff1d\uff0b\uff0d\uff20]|[\t\r\n])/;
/** The same inside a text, for programs that take a semicolon, a tab or a line break for the end of a cell. */
const FORMULA_INSIDE = /(?<=[;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

/** How a statement is written in a format: what stands before, between and after its lines. */
export type Format = {
  readonly contentType: string;
  readonly head: string;
  readonly line: (entry: WireEntry, isFirst: boolean) => string;
  readonly tail: string;
};

/**
 * The envelope of every answer, `data` written line by line: each entry is a line of its own, so that a client can read
 * one after another.
 */
export const JSON_FORMAT: Format = {
  contentType: "application/json; charset=utf-8",
  head: '{"success":true,"data":[',
  line: (entry, isFirst) => `${isFirst ? "" : ","}\n${JSON.stringify(entry)}`,
  tail: '\n],"message":"Statement listed."}\n',
};

/** RFC 4180, in UTF-8, with a header line. */
export const CSV_FORMAT: Format = {
  contentType: "text/csv; charset=utf-8; header=present",
  head: `${COLUMNS.join(",")}\r\n`,
  line: (entry) => `${COLUMNS.map((name) => csvCell(String(entry[name] ?? ""), FOREIGN.includes(name))).join(",")}\r\n`,
  tail: "",
};

/**
 * A cell of a file (RFC 4180). What might be a formula in a text that others may have chosen gets an apostrophe before
 * it: spreadsheets show it as text.
 */
export function csvCell(text: string, isForeign: boolean): string {
  const plain = isForeign ? `${FORMULA.test(text) ? "'" : ""}${text.replaceAll(FORMULA_INSIDE, "'")}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
