import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { type RecoveryIdType, recover, verify } from "tiny-secp256k1";
import { MSATS_MAX, type Msats, msats } from "#kernel/money.ts";
import {
  FIELD,
  type FieldName,
  SIGNATURE_WORDS,
  signedBytes,
  TIMESTAMP_WORDS,
  type Words,
  wordsToBits,
  wordsToBytes,
  wordsToNumber,
} from "./bolt11-words.ts";
import { ProtocolError } from "./protocol-error.ts";

export type BitcoinNetwork = "mainnet" | "testnet" | "signet" | "regtest";

/** The name by which invoices of a chain go: testnet4 has the prefix of testnet. */
export function invoiceNetwork(chain: BitcoinNetwork | "testnet4"): BitcoinNetwork {
  return chain === "testnet4" ? "testnet" : chain;
}

/**
 * What a payment is for: a text, or the SHA-256 of one that the payer got by another way. The text may hold any
 * character.
 */
export type InvoiceDescription =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "hash"; readonly sha256: Uint8Array };

/** One channel on the way to a payee that has no public ones. */
export type RouteHop = {
  /** Node at the start of the channel, 33 bytes compressed, lower-case hex. */
  readonly nodeId: string;
  /** Block, transaction and output: "589390x3312x1". */
  readonly shortChannelId: string;
  readonly feeBaseMsat: number;
  readonly feeProportionalMillionths: number;
  readonly cltvExpiryDelta: number;
};

/** A BOLT 11 invoice whose checksum and signature were verified. */
export type Invoice = {
  /** The invoice itself in lower case, without a URI scheme. One invoice has one such text. */
  readonly text: string;
  readonly network: BitcoinNetwork;
  /** Undefined when the payer chooses. */
  readonly amount: Msats | undefined;
  readonly paymentHash: Uint8Array;
  readonly paymentSecret: Uint8Array;
  /** Public key that signed, 33 bytes compressed, lower-case hex. */
  readonly payee: string;
  /** Of that key, 64 bytes: r and s. */
  readonly signature: Uint8Array;
  readonly timestamp: Date;
  readonly expirySeconds: number;
  readonly expiresAt: Date;
  readonly description: InvoiceDescription;
  /** Blocks that the last hop's timeout must lie ahead. */
  readonly minFinalCltvExpiry: number;
  /** Numbers of the feature bits that are set, ascending. */
  readonly features: readonly number[];
  readonly routeHints: readonly (readonly RouteHop[])[];
  /** Bytes to hand to the payee with the payment. */
  readonly metadata: Uint8Array | undefined;
};

/** The most that a QR code can show, and what other implementations take. */
export const INVOICE_CHARACTERS_MAX = 7_089;

/** BOLT 11, "Tagged Fields". */
export const EXPIRY_SECONDS_DEFAULT = 3_600;
export const MIN_FINAL_CLTV_EXPIRY_DEFAULT = 18;

export const CURRENCY: Readonly<Record<BitcoinNetwork, string>> = {
  mainnet: "bc",
  testnet: "tb",
  signet: "tbs",
  regtest: "bcrt",
};

/** Msats of one unit of each multiplier. `p` is a tenth of a msat and apart. */
export const MULTIPLIERS = { "": 100_000_000_000n, m: 100_000_000n, u: 100_000n, n: 100n } as const;

/**
 * BOLT 9: assumed of everybody (0, 8, 12, 14, 44), or defined for invoices: MPP, blinded routes, attribution data,
 * metadata.
 */
const KNOWN_EVEN_FEATURES: readonly number[] = [0, 8, 12, 14, 16, 24, 36, 44, 48];

/** BOLT 9, `option_amp` as LND has it: asked for, and offered. Nodes pay such an invoice by AMP alone. */
const AMP_FEATURES: readonly number[] = [30, 31];

const FIXED_WORDS: Partial<Record<FieldName, number>> = {
  paymentHash: 52,
  paymentSecret: 52,
  descriptionHash: 52,
  payee: 53,
};

/**
 * Reads and verifies an invoice, in lower or upper case, with or without "lightning:" before it (BOLT 11).
 *
 * Fields of a wrong length are skipped, as the specification's examples have it (its text, newer, would refuse them).
 * Two fields of one kind are refused: readers that disagree about which one counts would pay another hash than the
 * one we recorded.
 *
 * @throws {ProtocolError} when it is anything but a valid invoice. Never another error.
 */
export function decodeInvoice(input: string): Invoice {
  const { prefix, words, fields, ...known } = read(input);
  return { ...known, ...verifiedSignature(prefix, words, optional(fields, "payee", wordsToBytes)) };
}

/** Who signed it has to be computed, which takes longer than all the rest. */
export type UnverifiedInvoice = Omit<Invoice, "payee" | "signature">;

/**
 * Reads an invoice whose signature was verified before, or is verified by whom it is given to: as `decodeInvoice`, but
 * whoever can change the text can have written it.
 *
 * @throws {ProtocolError} as `decodeInvoice`, but not for the signature.
 */
export function decodeUnverified(input: string): UnverifiedInvoice {
  const { prefix: _, words: __, fields: ___, ...known } = read(input);
  return known;
}

function read(input: string): UnverifiedInvoice & { prefix: string; words: Words; fields: Fields } {
  const { text, prefix, words } = unseal(input);
  const timestamp = words.slice(0, TIMESTAMP_WORDS).reduce((value, word) => value * 32 + word, 0);
  const fields = taggedFields(words.slice(TIMESTAMP_WORDS, -SIGNATURE_WORDS));
  const expirySeconds = optional(fields, "expiry", wordsToNumber) ?? EXPIRY_SECONDS_DEFAULT;

  return {
    text,
    ...readPrefix(prefix),
    paymentHash: required(fields, "paymentHash"),
    paymentSecret: required(fields, "paymentSecret"),
    timestamp: new Date(timestamp * 1000),
    expirySeconds,
    expiresAt: new Date((timestamp + expirySeconds) * 1000),
    description: readDescription(fields),
    minFinalCltvExpiry: optional(fields, "minFinalCltvExpiry", wordsToNumber) ?? MIN_FINAL_CLTV_EXPIRY_DEFAULT,
    features: readFeatures(fields),
    routeHints: (fields.get(FIELD.routeHint) ?? []).map((hint) => readRouteHint(wordsToBytes("routeHint", hint))),
    metadata: optional(fields, "metadata", wordsToBytes),
    prefix,
    words,
    fields,
  };
}

/**
 * The amount in the text of an invoice that was decoded before; undefined when the payer chooses. It verifies nothing
 * and costs nothing.
 */
export function amountInInvoice(text: string): Msats | undefined {
  return readPrefix(text.slice(0, text.lastIndexOf("1"))).amount;
}

function unseal(input: string): { text: string; prefix: string; words: Words } {
  if (input.length > INVOICE_CHARACTERS_MAX) throw new ProtocolError("too_long", "the invoice is too long");
  const text = input.replace(/^lightning:/i, "");
  if (text !== text.toLowerCase() && text !== text.toUpperCase())
    throw new ProtocolError("malformed", "the invoice mixes upper and lower case");
  if (!/^ln[a-z0-9]*1[a-z0-9]+$/i.test(text)) throw new ProtocolError("malformed", "this is not an invoice");

  const decoded = bech32.decodeUnsafe(text, false);
  if (!decoded) throw new ProtocolError("checksum", "the invoice's checksum is wrong");
  if (decoded.words.length < TIMESTAMP_WORDS + SIGNATURE_WORDS)
    throw new ProtocolError("too_short", "the invoice is too short");
  return { text: text.toLowerCase(), ...decoded };
}

function readPrefix(prefix: string): { network: BitcoinNetwork; amount: Msats | undefined } {
  const [, currency, digits, multiplier] = /^ln(bcrt|bc|tbs|tb)(?:(\d+)([a-z]?))?$/.exec(prefix) ?? [];
  const network = (Object.keys(CURRENCY) as BitcoinNetwork[]).find((name) => CURRENCY[name] === currency);
  if (network === undefined)
    throw new ProtocolError("network", "the invoice is not for a Bitcoin network that we know");
  return { network, amount: digits === undefined ? undefined : readAmount(digits, multiplier ?? "") };
}

function readAmount(digits: string, multiplier: string): Msats {
  if (!/^[1-9]\d{0,19}$/.test(digits))
    throw new ProtocolError("amount", "the invoice's amount is not a positive number");
  const value = multiplier === "p" ? tenth(BigInt(digits)) : BigInt(digits) * unit(multiplier);
  if (value > MSATS_MAX) throw new ProtocolError("amount", "the invoice's amount is more than there is");
  return msats(value);
}

function tenth(value: bigint): bigint {
  if (value % 10n !== 0n)
    throw new ProtocolError("amount", "the invoice's amount is not a whole number of millisatoshis");
  return value / 10n;
}

function unit(multiplier: string): bigint {
  if (!Object.hasOwn(MULTIPLIERS, multiplier))
    throw new ProtocolError("amount", "the invoice's amount has an unknown multiplier");
  return MULTIPLIERS[multiplier as keyof typeof MULTIPLIERS];
}

type Fields = ReadonlyMap<number, readonly Words[]>;

/** The tagged fields by type, without those whose fixed length is wrong. */
function taggedFields(words: Words): Fields {
  const fixed = new Map(
    Object.entries(FIXED_WORDS).map(([name, length]) => [FIELD[name as FieldName] as number, length]),
  );
  const fields = new Map<number, Words[]>();
  for (let at = 0; at < words.length; ) {
    const [type, high, low] = words.slice(at, at + 3);
    if (type === undefined || high === undefined || low === undefined)
      throw new ProtocolError("field", "the last field is cut off");
    const start = at + 3;
    at = start + high * 32 + low;
    if (at > words.length) throw new ProtocolError("field", "the last field is cut off");
    if ((fixed.get(type) ?? at - start) !== at - start) continue;
    const same = fields.get(type) ?? [];
    same.push(words.slice(start, at));
    fields.set(type, same);
  }
  return fields;
}

function optional<T>(fields: Fields, name: FieldName, read: (name: FieldName, words: Words) => T): T | undefined {
  const [words, second] = fields.get(FIELD[name]) ?? [];
  if (second !== undefined) throw new ProtocolError("duplicate_field", `the invoice has more than one ${name}`);
  return words === undefined ? undefined : read(name, words);
}

function required(fields: Fields, name: FieldName): Uint8Array {
  const bytes = optional(fields, name, wordsToBytes);
  if (bytes === undefined) throw new ProtocolError("missing_field", `the invoice has no ${name}`);
  return bytes;
}

function readDescription(fields: Fields): InvoiceDescription {
  const bytes = optional(fields, "description", wordsToBytes);
  const hash = optional(fields, "descriptionHash", wordsToBytes);
  if (bytes !== undefined && hash !== undefined)
    throw new ProtocolError("duplicate_field", "the invoice has two descriptions");
  if (hash !== undefined) return { kind: "hash", sha256: hash };
  if (bytes === undefined) throw new ProtocolError("missing_field", "the invoice has no description");
  try {
    return { kind: "text", text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    throw new ProtocolError("field", "the invoice's description is not UTF-8");
  }
}

function readFeatures(fields: Fields): readonly number[] {
  const bits = optional(fields, "features", wordsToBits) ?? [];
  if (bits.some((bit) => AMP_FEATURES.includes(bit)))
    throw new ProtocolError(
      "feature",
      "this is an AMP invoice, which proves no payment: ask the recipient for one without AMP",
    );
  const unknown = bits.find((bit) => bit % 2 === 0 && !KNOWN_EVEN_FEATURES.includes(bit));
  if (unknown !== undefined) throw new ProtocolError("feature", `the invoice asks for the unknown feature ${unknown}`);
  return bits;
}

const HOP_BYTES = 51;

function readRouteHint(bytes: Uint8Array): readonly RouteHop[] {
  if (bytes.length === 0 || bytes.length % HOP_BYTES !== 0)
    throw new ProtocolError("field", "a route hint has a wrong length");
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: bytes.length / HOP_BYTES }, (_, i) => {
    const at = i * HOP_BYTES;
    const channel = view.getBigUint64(at + 33);
    return {
      nodeId: bytesToHex(bytes.subarray(at, at + 33)),
      shortChannelId: `${channel >> 40n}x${(channel >> 16n) & 0xffffffn}x${channel & 0xffffn}`,
      feeBaseMsat: view.getUint32(at + 41),
      feeProportionalMillionths: view.getUint32(at + 45),
      cltvExpiryDelta: view.getUint16(at + 49),
    };
  });
}

/**
 * The signature and the key that signed: the one that the invoice names, whose signature must then be in low-S form, or
 * else the one recovered from the signature, in either form (BOLT 11, "Tagged Fields", requirements of a reader).
 */
function verifiedSignature(
  prefix: string,
  words: Words,
  named: Uint8Array | undefined,
): { payee: string; signature: Uint8Array } {
  const compact = bech32.fromWordsUnsafe(words.slice(-SIGNATURE_WORDS));
  const recovery = compact?.[64];
  if (!compact || !isRecovery(recovery)) throw new ProtocolError("signature", "the signature is malformed");
  const signature = compact.subarray(0, 64);
  const digest = sha256(signedBytes(prefix, words.slice(0, -SIGNATURE_WORDS)));
  const payee = signerOf(digest, signature, named ?? recovery);
  if (payee === undefined) throw new ProtocolError("signature", "the invoice's signature is wrong");
  return { payee: bytesToHex(payee), signature };
}

const isRecovery = (value: number | undefined): value is RecoveryIdType => value !== undefined && value <= 3;

/** Undefined where the key that is named did not sign, or no key can have. */
function signerOf(digest: Uint8Array, signature: Uint8Array, by: Uint8Array | RecoveryIdType): Uint8Array | undefined {
  try {
    if (typeof by === "number") return recover(digest, signature, by, true) ?? undefined;
    return verify(digest, by, signature, true) ? by : undefined;
  } catch {
    return undefined; // the library throws for numbers off the curve
  }
}
