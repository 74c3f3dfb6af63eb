import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { bech32 } from "@scure/base";
import { pointFromScalar, privateNegate, signRecoverable } from "tiny-secp256k1";
import type { Msats } from "#kernel/money.ts";
import { type BitcoinNetwork, CURRENCY, type InvoiceDescription, MULTIPLIERS, type RouteHop } from "./bolt11.ts";
import {
  bitsToWords,
  FIELD,
  FIELD_WORDS_MAX,
  type FieldName,
  numberToWords,
  signedBytes,
  TIMESTAMP_WORDS,
  type Words,
} from "./bolt11-words.ts";

/** What an invoice says. Fields that are left out are not written, and readers take their defaults. */
export type InvoiceFields = {
  readonly network: BitcoinNetwork;
  readonly amount?: Msats;
  readonly paymentHash: Uint8Array;
  readonly paymentSecret: Uint8Array;
  readonly timestamp: Date;
  readonly description: InvoiceDescription;
  readonly expirySeconds?: number;
  readonly minFinalCltvExpiry?: number;
  readonly features?: readonly number[];
  readonly routeHints?: readonly (readonly RouteHop[])[];
  readonly metadata?: Uint8Array;
  /** Writes the public key down, so that readers need not recover it. */
  readonly namesPayee?: boolean;
};

/** Bits that every invoice of today has: TLV onions, payment secret (BOLT 9). */
export const FEATURES_DEFAULT: readonly number[] = [8, 14];

/**
 * Writes and signs an invoice (BOLT 11). Deterministic: the same fields give the same text.
 * For fakes of a Lightning node and for tests; a real node signs its own.
 */
export function encodeInvoice(fields: InvoiceFields, privateKey: Uint8Array): string {
  const { description, features = FEATURES_DEFAULT } = fields;
  const words = [
    ...numberToWords(Math.floor(fields.timestamp.getTime() / 1000), TIMESTAMP_WORDS),
    ...field("paymentSecret", bech32.toWords(fields.paymentSecret)),
    ...field("paymentHash", bech32.toWords(fields.paymentHash)),
    ...(description.kind === "text"
      ? field("description", bech32.toWords(new TextEncoder().encode(description.text)))
      : field("descriptionHash", bech32.toWords(description.sha256))),
    ...(fields.metadata ? field("metadata", bech32.toWords(fields.metadata)) : []),
    ...(fields.namesPayee ? field("payee", bech32.toWords(publicKeyOf(privateKey))) : []),
    ...(fields.expirySeconds === undefined ? [] : field("expiry", numberToWords(fields.expirySeconds))),
    ...(fields.minFinalCltvExpiry === undefined
      ? []
      : field("minFinalCltvExpiry", numberToWords(fields.minFinalCltvExpiry))),
    ...(fields.routeHints ?? []).flatMap((hint) => field("routeHint", bech32.toWords(hopBytes(hint)))),
    ...(features.length === 0 ? [] : field("features", bitsToWords(features))),
  ];
  return sealInvoice(`ln${CURRENCY[fields.network]}${writeAmount(fields.amount)}`, words, privateKey);
}

/**
 * Signs any prefix and words and adds the checksum: whatever they say becomes well-formed, also what no reader may
 * take.
 */
export function sealInvoice(
  prefix: string,
  words: Words,
  privateKey: Uint8Array,
  options: { highS?: boolean } = {},
): string {
  const digest = sha256(signedBytes(prefix, words));
  const { signature, recoveryId } = signRecoverable(digest, privateKey);
  const bytes = options.highS
    ? [...signature.subarray(0, 32), ...privateNegate(signature.slice(32)), recoveryId ^ 1]
    : [...signature, recoveryId];
  return bech32.encode(prefix, [...words, ...bech32.toWords(Uint8Array.from(bytes))], false);
}

function publicKeyOf(privateKey: Uint8Array): Uint8Array {
  const key = pointFromScalar(privateKey, true);
  if (key === null) throw new Error("this is no private key of secp256k1");
  return key;
}

/** One tagged field: type, length, data. @throws {Error} when the data is too long for a field. */
export function field(name: FieldName, data: Words): Words {
  if (data.length > FIELD_WORDS_MAX) throw new Error(`${name} is too long for an invoice`);
  return [FIELD[name], data.length >> 5, data.length & 31, ...data];
}

/** The shortest way to write the amount: the largest multiplier that divides it. */
function writeAmount(amount: Msats | undefined): string {
  if (amount === undefined) return "";
  for (const [multiplier, unit] of Object.entries(MULTIPLIERS))
    if (amount % unit === 0n) return `${amount / unit}${multiplier}`;
  return `${amount * 10n}p`;
}

function hopBytes(hint: readonly RouteHop[]): Uint8Array {
  return Uint8Array.from(
    hint.flatMap((hop) => {
      const view = new DataView(new ArrayBuffer(18));
      const [block = 0n, transaction = 0n, output = 0n] = hop.shortChannelId.split("x").map(BigInt);
      view.setBigUint64(0, (block << 40n) | (transaction << 16n) | output);
      view.setUint32(8, hop.feeBaseMsat);
      view.setUint32(12, hop.feeProportionalMillionths);
      view.setUint16(16, hop.cltvExpiryDelta);
      return [...hexToBytes(hop.nodeId), ...new Uint8Array(view.buffer)];
    }),
  );
}
