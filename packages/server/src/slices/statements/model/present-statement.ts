import { CSV_TYPE, csvLine, harmless } from "#protocol/csv.ts";
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

export const CSV_FORMAT: Format = {
  contentType: CSV_TYPE,
  head: csvLine(COLUMNS),
  line: (entry) => csvLine(COLUMNS.map((name) => cell(String(entry[name] ?? ""), FOREIGN.includes(name)))),
  tail: "",
};

function cell(text: string, isForeign: boolean): string {
  return isForeign ? harmless(text) : text;
}
