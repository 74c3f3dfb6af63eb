import { bech32 } from "@scure/base";
import { ProtocolError } from "./protocol-error.ts";

/** The data part of a bech32 text: numbers of 5 bits. */
export type Words = readonly number[];

/**
 * Types of the tagged fields that we read (BOLT 11, "Tagged Fields"). Fallback addresses (9) and unknown ones are
 * skipped.
 */
export const FIELD = {
  paymentHash: 1,
  routeHint: 3,
  features: 5,
  expiry: 6,
  description: 13,
  paymentSecret: 16,
  payee: 19,
  descriptionHash: 23,
  minFinalCltvExpiry: 24,
  metadata: 27,
} as const;

export type FieldName = keyof typeof FIELD;

/** Words of a whole second count, at the front of the data part. */
export const TIMESTAMP_WORDS = 7;
/** Words of the signature (64 bytes) and its recovery id, at the end. */
export const SIGNATURE_WORDS = 104;
/** A field's length has 10 bits. */
export const FIELD_WORDS_MAX = 1023;

/** Numbers have at most 35 bits, like the timestamp: seconds for a thousand years. */
const NUMBER_WORDS_MAX = 7;

/**
 * Reads words as whole bytes.
 * @throws {ProtocolError} `field` when the padding is not zeros, or is a whole word.
 */
export function wordsToBytes(name: FieldName, words: Words): Uint8Array {
  const bytes = bech32.fromWordsUnsafe([...words]);
  if (!bytes) throw new ProtocolError("field", `${name} is not padded with zeros`);
  return bytes;
}

/**
 * Reads a big-endian number of at most 35 bits.
 * @throws {ProtocolError} `field` when it is larger or begins with a zero word.
 */
export function wordsToNumber(name: FieldName, words: Words): number {
  if (words.length > NUMBER_WORDS_MAX) throw new ProtocolError("field", `${name} is too large`);
  if (words[0] === 0) throw new ProtocolError("field", `${name} is not in its shortest form`);
  return words.reduce((value, word) => value * 32 + word, 0);
}

/** The shortest big-endian words of a whole number, at least `length` of them. Zero has none. */
export function numberToWords(value: number, length = 0): Words {
  const words: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 32)) words.unshift(rest % 32);
  while (words.length < length) words.unshift(0);
  return words;
}

/**
 * Numbers of the bits that are set in a feature vector, ascending. The last word's lowest bit is number 0 (BOLT 11,
 * "Feature Bits").
 * @throws {ProtocolError} `field` when it begins with a zero word.
 */
export function wordsToBits(name: FieldName, words: Words): readonly number[] {
  if (words[0] === 0) throw new ProtocolError("field", `${name} is not in its shortest form`);
  return words
    .toReversed()
    .flatMap((word, i) => [0, 1, 2, 3, 4].filter((bit) => (word >> bit) & 1).map((bit) => i * 5 + bit));
}

export function bitsToWords(bits: readonly number[]): Words {
  const words: number[] = new Array(Math.floor(Math.max(-1, ...bits) / 5) + 1).fill(0);
  for (const bit of bits) {
    const at = words.length - 1 - Math.floor(bit / 5);
    words[at] = (words[at] ?? 0) | (1 << (bit % 5));
  }
  return words;
}

/**
 * The bytes that an invoice's signature covers: the prefix, then the words, filled up with zero bits to a whole byte.
 */
export function signedBytes(prefix: string, words: Words): Uint8Array {
  const bytes = new Uint8Array(prefix.length + Math.ceil((words.length * 5) / 8));
  bytes.set(new TextEncoder().encode(prefix));
  let at = prefix.length;
  let carry = 0;
  let bits = 0;
  for (const word of words) {
    carry = ((carry << 5) | word) & 0xfff;
    bits += 5;
    if (bits < 8) continue;
    bits -= 8;
    bytes[at++] = (carry >> bits) & 0xff;
  }
  if (bits > 0) bytes[at] = (carry << (8 - bits)) & 0xff;
  return bytes;
}
