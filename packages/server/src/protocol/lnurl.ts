import { equalBytes } from "@noble/curves/utils.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { bech32 } from "@scure/base";
import { MSATS_MAX, type Msats, msats } from "#kernel/money.ts";
import { type BitcoinNetwork, type Invoice, invoiceNetwork } from "./bolt11.ts";
import { ProtocolError, type ProtocolProblem } from "./protocol-error.ts";

/** The pay request of a recipient's server (LUD-06), checked. */
export type PayParams = {
  /** Where to ask for the invoice; may be another host. */
  readonly callback: URL;
  readonly minSendable: Msats;
  readonly maxSendable: Msats;
  /** The exact text, whose SHA-256 the invoice should commit to. */
  readonly metadata: string;
  readonly metadataHash: Uint8Array;
  /** The entry `text/plain`: what the recipient calls the payment. Theirs: escape it, cut it. */
  readonly description: string;
  /** Characters that a comment may have; 0 when none is taken (LUD-12). */
  readonly commentAllowed: number;
  /** What the server asks the payer for, of what LUD-18 names. */
  readonly payerData: { readonly [Kind in PayerDataKind]?: { readonly mandatory: boolean } };
};

/** LUD-18, without `auth`, which is an answer to a challenge. */
const PAYER_DATA_KINDS = ["name", "identifier", "email", "pubkey"] as const;
export type PayerDataKind = (typeof PAYER_DATA_KINDS)[number];

/** What wallets and servers take as the length of a URL. */
const URL_CHARACTERS_MAX = 2_000;
/** Five bits a character, prefix and checksum. */
const LNURL_CHARACTERS_MAX = Math.ceil((URL_CHARACTERS_MAX * 8) / 5) + 12;
const REASON_CHARACTERS_MAX = 200;

/** Writes a URL as a bech32 LNURL in lower case (LUD-01). QR codes want it in upper case. */
export function encodeLnurl(url: URL): string {
  return bech32.encode("lnurl", bech32.toWords(new TextEncoder().encode(url.href)), false);
}

/**
 * Reads a bech32 LNURL in lower or upper case, with or without "lightning:" before it (LUD-01).
 * Whether the URL may be asked is for the outbound client to say.
 * @throws {ProtocolError} `too_long`, `malformed`, `url`.
 */
export function decodeLnurl(input: string): URL {
  if (input.length > LNURL_CHARACTERS_MAX) throw new ProtocolError("too_long", "the LNURL is too long");
  const decoded = bech32.decodeUnsafe(input.replace(/^lightning:/i, ""), false);
  const bytes = decoded?.prefix === "lnurl" ? bech32.fromWordsUnsafe(decoded.words) : undefined;
  if (!bytes) throw new ProtocolError("malformed", "this is not an LNURL, or a character of it is wrong");
  return webUrl(utf8(bytes, "malformed"));
}

/**
 * Reads what a server answered to the first request of LNURL-pay (LUD-06, step 3). Status and headers mean nothing
 * there (LUD-01); the body decides.
 * @throws {ProtocolError} `service_error` with the reason when the server says so; `not_json`, `not_a_pay_request`,
 *   `url`, `amount` or `metadata` when the answer is not as LUD-06 demands.
 */
export function parsePayParams(body: Uint8Array): PayParams {
  const answer = readAnswer(body);
  if (answer["tag"] !== "payRequest")
    throw new ProtocolError("not_a_pay_request", "the server's answer is not a pay request");
  const { callback, metadata } = answer;
  if (typeof callback !== "string") throw new ProtocolError("url", "the pay request has no callback");
  if (typeof metadata !== "string") throw new ProtocolError("metadata", "the pay request has no metadata");

  const minSendable = readMsats(answer["minSendable"], "minSendable");
  const maxSendable = readMsats(answer["maxSendable"], "maxSendable");
  if (minSendable < 1n || minSendable > maxSendable)
    throw new ProtocolError("amount", "the pay request takes no amount at all");
  return {
    callback: webUrl(callback),
    minSendable,
    maxSendable,
    metadata,
    metadataHash: sha256(new TextEncoder().encode(metadata)),
    description: plainText(metadata),
    commentAllowed: readCommentAllowed(answer["commentAllowed"]),
    payerData: readPayerData(answer["payerData"]),
  };
}

/** Where to ask for the invoice: the callback's own query is kept to the letter (LUD-06, step 4; LUD-12). */
export function payCallbackUrl({ callback }: PayParams, { amount, comment }: { amount: Msats; comment?: string }): URL {
  const url = new URL(callback);
  const added = [`amount=${amount}`, ...(comment === undefined ? [] : [`comment=${encodeURIComponent(comment)}`])];
  url.search = [...(url.search.length > 1 ? [url.search.slice(1)] : []), ...added].join("&");
  return url;
}

/**
 * Reads the invoice out of the answer to the callback (LUD-06, step 5); decode and check it.
 * @throws {ProtocolError} `service_error` with the reason when the server says so; `not_json`, `missing_field`.
 */
export function parsePayInvoice(body: Uint8Array): string {
  const { pr } = readAnswer(body);
  if (typeof pr !== "string" || pr === "")
    throw new ProtocolError("missing_field", "the server's answer has no invoice");
  return pr;
}

/** The most blocks that a recipient may ask for at the last hop: two days. Electrum asks for 147. Ours. */
export const FINAL_CLTV_BLOCKS_MAX = 288;

export type InvoiceProblem = "amount_differs" | "other_network" | "expired" | "final_cltv_too_large";

export type InvoiceCheck =
  | { readonly kind: "ok" }
  | { readonly kind: "refused"; readonly problem: InvoiceProblem; readonly detail: string };

/**
 * Compares an invoice with what is to be paid, the amount to the msat (LUD-06, step 7). Undefined: the payer chooses
 * it. Its signature was verified when it was decoded.
 */
export function checkInvoice(
  invoice: Invoice,
  expected: { readonly amount: Msats | undefined; readonly network: BitcoinNetwork | "testnet4"; readonly now: Date },
): InvoiceCheck {
  const refused = (problem: InvoiceProblem, detail: string): InvoiceCheck => ({ kind: "refused", problem, detail });
  if (invoice.network !== invoiceNetwork(expected.network))
    return refused("other_network", `the invoice is for ${invoice.network}, not ${expected.network}`);
  if (invoice.amount !== expected.amount)
    return refused(
      "amount_differs",
      `the invoice is over ${invoice.amount ?? "any"} msats, not ${expected.amount ?? "any"}`,
    );
  if (invoice.expiresAt <= expected.now) return refused("expired", "the invoice has expired");
  if (invoice.minFinalCltvExpiry > FINAL_CLTV_BLOCKS_MAX)
    return refused(
      "final_cltv_too_large",
      `the invoice asks for ${invoice.minFinalCltvExpiry} blocks at the last hop, more than ${FINAL_CLTV_BLOCKS_MAX}`,
    );
  return { kind: "ok" };
}

/**
 * True when the invoice commits to the metadata (LUD-06, step 6). Tell of it, but go on: LUD-06 no longer asks for it.
 */
export function commitsTo({ description }: Invoice, { metadataHash }: Pick<PayParams, "metadataHash">): boolean {
  return description.kind === "hash" && equalBytes(description.sha256, metadataHash);
}

/** `text` on one line and short, without control characters and lone surrogates: fit for logs, columns and answers. */
export function safeText(text: string, charactersMax = REASON_CHARACTERS_MAX): string {
  const line = text
    .slice(0, charactersMax * 4)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ")
    .trim();
  return [...line].slice(0, charactersMax).join("");
}

type Answer = Readonly<Record<string, unknown>>;

function readAnswer(body: Uint8Array): Answer {
  const answer = parseJson(utf8(body, "not_json"), "not_json");
  if (typeof answer !== "object" || answer === null || Array.isArray(answer))
    throw new ProtocolError("not_json", "the server's answer is not a JSON object");
  const { status, reason } = answer as Answer;
  if (typeof status === "string" && status.toUpperCase() === "ERROR")
    throw new ProtocolError("service_error", typeof reason === "string" ? safeText(reason) : "");
  return answer as Answer;
}

function utf8(bytes: Uint8Array, problem: ProtocolProblem): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new ProtocolError(problem, "the text is not UTF-8");
  }
}

function parseJson(text: string, problem: ProtocolProblem): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ProtocolError(problem, "the text is not JSON");
  }
}

/** A web address that can be asked: no other scheme, no user name or password. */
function webUrl(text: string): URL {
  const url = text.length > URL_CHARACTERS_MAX ? null : URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    throw new ProtocolError("url", "the web address is not one that can be asked");
  return url;
}

/**
 * Reads an amount, a whole JSON number or its digits. Numbers above 2^53 are no longer exact: as a bound that nobody
 * reaches they still serve, so what is beyond all bitcoin counts as all bitcoin.
 */
function readMsats(value: unknown, name: string): Msats {
  const digits = typeof value === "string" && /^[0-9]{1,19}$/.test(value) ? BigInt(value) : undefined;
  const number = typeof value === "number" && Number.isInteger(value) && value >= 0 ? BigInt(value) : undefined;
  const amount = digits ?? number;
  if (amount === undefined) throw new ProtocolError("amount", `${name} is not a whole number of millisatoshis`);
  return msats(amount > MSATS_MAX ? MSATS_MAX : amount);
}

/** Anything that is no positive number means that comments are not taken. */
function readCommentAllowed(value: unknown): number {
  const number = typeof value === "string" && /^[0-9]{1,9}$/.test(value) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : 0;
}

/**
 * The kinds of payer data that a server asks for. What LUD-18 does not name, and what has not its form, is left out.
 */
function readPayerData(value: unknown): PayParams["payerData"] {
  if (typeof value !== "object" || value === null) return {};
  const kinds = PAYER_DATA_KINDS.flatMap((kind) => {
    const wanted: unknown = Object.hasOwn(value, kind) ? (value as Answer)[kind] : undefined;
    return typeof wanted === "object" && wanted !== null
      ? [[kind, { mandatory: (wanted as Answer)["mandatory"] === true }]]
      : [];
  });
  return Object.fromEntries(kinds);
}

/** The mandatory entry `["text/plain", …]` (LUD-06). Entries of other kinds may hold anything. */
function plainText(metadata: string): string {
  const entries = parseJson(metadata, "metadata");
  if (!Array.isArray(entries) || !entries.every((entry) => Array.isArray(entry) && typeof entry[0] === "string"))
    throw new ProtocolError("metadata", "the metadata is not a list of entries");
  const text: unknown = entries.find((entry) => entry[0] === "text/plain")?.[1];
  if (typeof text !== "string") throw new ProtocolError("metadata", "the metadata has no text/plain entry");
  return text;
}
