import { hash } from "node:crypto";
import { isUuid } from "#kernel/ids.ts";
import { type IssuedEntry, JOURNAL_WHATS, type JournalEntry, type JournalWhat } from "#kernel/journal.ts";

/** Of the form of a line. A reader refuses a line of a version that it does not know. */
export const FORMAT_VERSION = 1;

/** The end of the ledger, as the writer saw it committed: the number and the hash of its last posting. */
export type BookPosition = { readonly number: bigint; readonly hash: Uint8Array };

/** What the writer says of itself in each line. */
export type LineHead = {
  readonly installation: string;
  /** Number of the installation's life: each restore begins a new one. */
  readonly epoch: bigint;
  /** Name of the file: a process has one at a time, and its own at each start. */
  readonly process: string;
  /** From 1, without gaps. */
  readonly n: bigint;
  /** Undefined before the ledger was first read. */
  readonly book: BookPosition | undefined;
  readonly at: Date;
};

/** A line of a file as the reader gives it: times and numbers are read, hashes stay hexadecimal digits. */
export type JournalLine = {
  readonly version: number;
  readonly installation: string;
  readonly epoch: bigint;
  readonly process: string;
  readonly n: bigint;
  readonly book: { readonly number: bigint; readonly hash: string } | undefined;
  readonly at: Date;
  readonly what: JournalWhat;
  readonly id: string;
  readonly wallet?: string;
  readonly origin?: { readonly kind: string; readonly id?: string };
  readonly actor?: { readonly kind: string; readonly id?: string };
  readonly key?: string;
  readonly input?: string;
  readonly internalId?: string;
  readonly paymentHash?: string;
  readonly txid?: string;
  readonly transaction?: string;
  readonly processorId?: string;
  readonly issued?: readonly IssuedLine[];
  readonly expiresAt?: Date;
  readonly hashes?: readonly string[];
  readonly subject?: string;
  readonly kind?: string;
  readonly amount?: bigint;
  readonly feeLimit?: bigint;
  readonly sum: string;
};

export type IssuedLine = {
  readonly id: string;
  readonly tokenHash: string;
  readonly amount: bigint;
  readonly fee?: bigint;
  readonly expiresAt: Date;
  readonly internalId?: string;
};

/** In the place of the sum before the first line. */
export const FIRST_SUM = "0".repeat(64);

const SUM_FIELD = /,"sum":"([0-9a-f]{64})"\}$/;
const SUM_FIELD_LENGTH = `,"sum":"${FIRST_SUM}"}`.length;

/** What a line says, in its form. */
export type LineFields = ReturnType<typeof fieldsOf>;

/**
 * One line, without its end of line, and its sum: SHA-256 of the sum of the line before and of this line without its
 * sum. So no line can be changed, taken out or put in without changing the sums of all that follow.
 */
export function encodeLine(
  head: LineHead,
  fields: LineFields,
  previousSum: string,
): { readonly text: string; readonly sum: string } {
  const body = JSON.stringify({ ...fieldsOfHead(head), ...fields });
  const sum = sumOf(previousSum, body);
  return { text: `${body.slice(0, -1)},"sum":"${sum}"}`, sum };
}

function sumOf(previousSum: string, body: string): string {
  return hash("sha256", `${previousSum}\n${body}`);
}

function fieldsOfHead({ installation, epoch, process, n, book, at }: LineHead) {
  return {
    version: FORMAT_VERSION,
    installation: name("installation", installation),
    epoch: String(epoch),
    process: uuid("process", process),
    n: String(n),
    book: book && { number: String(book.number), hash: hex(book.hash) },
    at: at.toISOString(),
  };
}

/** @throws {Error} when a value could be a name, an address or a secret: that is our bug. */
export function fieldsOf({ idempotency, paymentHash, transaction, hashes, amount, feeLimit, ...entry }: JournalEntry) {
  return {
    what: entry.what,
    id: uuid("id", entry.id),
    wallet: entry.wallet && uuid("wallet", entry.wallet),
    origin: entry.origin && kindAndId("origin", entry.origin),
    actor: entry.actor && kindAndId("actor", entry.actor),
    key: idempotency && uuid("key", idempotency.scope),
    input: idempotency && digest("input", idempotency.input),
    internalId: entry.internalId,
    paymentHash: paymentHash && digest("paymentHash", hex(paymentHash)),
    txid: entry.txid && digest("txid", entry.txid),
    transaction: transaction && hex(transaction),
    processorId: entry.processorId && name("processorId", entry.processorId),
    issued: entry.issued?.map(issuedOf),
    expiresAt: entry.expiresAt?.toISOString(),
    hashes: hashes?.map((one) => digest("hashes", hex(one))),
    subject: entry.subject && uuid("subject", entry.subject),
    kind: entry.kind && word("kind", entry.kind),
    amount: amount === undefined ? undefined : String(amount),
    feeLimit: feeLimit === undefined ? undefined : String(feeLimit),
  };
}

function issuedOf({ id, tokenHash, amount, fee, expiresAt, internalId }: IssuedEntry) {
  return {
    id: uuid("issued.id", id),
    tokenHash: digest("issued.tokenHash", hex(tokenHash)),
    amount: String(amount),
    fee: fee === undefined ? undefined : String(fee),
    expiresAt: expiresAt.toISOString(),
    internalId,
  };
}

function kindAndId(field: string, { kind, id }: { readonly kind: string; readonly id?: string | undefined }) {
  return { kind: word(`${field}.kind`, kind), id: id === undefined ? undefined : uuid(`${field}.id`, id) };
}

function uuid(field: string, text: string): string {
  if (!isUuid(text)) throw new Error(`the journal's ${field} is no UUID`);
  return text;
}

/** A word of ours. */
const WORD = /^[a-z][a-z_]{0,39}$/;

function word(field: string, text: string): string {
  if (!WORD.test(text)) throw new Error(`the journal's ${field} is no word`);
  return text;
}

/** As processors name things: no space, no @ and no dot, so no e-mail address and no host. */
const NAME = /^[A-Za-z0-9_:-]{1,255}$/;

function name(field: string, text: string): string {
  if (!NAME.test(text)) throw new Error(`the journal's ${field} is no name of a processor`);
  return text;
}

const DIGEST = /^[0-9a-f]{64}$/;

function digest(field: string, text: string): string {
  if (!DIGEST.test(text)) throw new Error(`the journal's ${field} is no SHA-256`);
  return text;
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("hex");
}

export type Decoded =
  | { readonly kind: "line"; readonly line: JournalLine }
  /** No line of this format, or cut short. */
  | { readonly kind: "unreadable" }
  /** It is whole, and does not follow the line before. `sum`: the one that it has. */
  | { readonly kind: "wrong_sum"; readonly line: JournalLine };

/** Reads one line, without its end of line, and compares its sum with what it says and with the line before. */
export function decodeLine(text: string, previousSum: string): Decoded {
  const sum = SUM_FIELD.exec(text)?.[1];
  if (sum === undefined) return { kind: "unreadable" };
  const body = `${text.slice(0, -SUM_FIELD_LENGTH)}}`;
  const line = lineOf(body, sum);
  if (line === undefined) return { kind: "unreadable" };
  return { kind: sumOf(previousSum, body) === sum ? "line" : "wrong_sum", line };
}

function lineOf(body: string, sum: string): JournalLine | undefined {
  try {
    const { version, epoch, n, book, at, key, amount, feeLimit, issued, expiresAt, ...fields } = JSON.parse(body);
    if (version !== FORMAT_VERSION || !JOURNAL_WHATS.includes(fields.what)) return undefined;
    for (const name of ["installation", "process", "id"]) if (typeof fields[name] !== "string") return undefined;
    return {
      ...fields,
      version,
      epoch: BigInt(epoch),
      n: BigInt(n),
      book: book && { number: BigInt(book.number), hash: String(book.hash) },
      at: time(at),
      ...(key !== undefined && { key }),
      ...(amount !== undefined && { amount: BigInt(amount) }),
      ...(feeLimit !== undefined && { feeLimit: BigInt(feeLimit) }),
      ...(issued !== undefined && { issued: issued.map(readIssued) }),
      ...(expiresAt !== undefined && { expiresAt: time(expiresAt) }),
      sum,
    };
  } catch {
    return undefined; // no JSON, or a number or a time that is none
  }
}

type WrittenIssued = NonNullable<LineFields["issued"]>[number];

function readIssued({ amount, fee, expiresAt, ...issued }: WrittenIssued): IssuedLine {
  const read = { amount: BigInt(amount), expiresAt: time(expiresAt), ...(fee !== undefined && { fee: BigInt(fee) }) };
  return Object.assign(issued, read) as IssuedLine;
}

/** @throws {RangeError} */
function time(text: string): Date {
  const read = new Date(text);
  read.toISOString();
  return read;
}
