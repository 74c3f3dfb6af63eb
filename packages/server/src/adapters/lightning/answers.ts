import { createHash } from "node:crypto";
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { YEAR_10000_MS } from "#kernel/clock.ts";
import { MSATS_MAX, type Msats, msats } from "#kernel/money.ts";
import { NodeUnavailable } from "#lightning";

/**
 * Reads answers of a node as what they are: input from outside. Each reader throws `NodeUnavailable` for a value that
 * is not as the protocol says, so that nonsense is never taken for an answer.
 */
export type Fields = Readonly<Record<string, unknown>>;

/** A list longer than we asked for is nonsense. Pages of us are at most so long. */
export const LIST_MAX = 1_000;
const MSATS = /^(0|[1-9][0-9]{0,18})$/;
const HEX = /^([0-9a-f]{2})*$/;
const HASH_BYTES = 32;
/** No block has room for more (MAX_BLOCK_WEIGHT of Bitcoin Core). */
const BYTES_MAX = 4_000_000;
const DETAIL_MAX = 300;

export function fieldsOf(value: unknown): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw nonsense("an object", value);
  return value as Fields;
}

export function listOf(value: unknown, max = LIST_MAX): readonly Fields[] {
  if (!Array.isArray(value) || value.length > max) throw nonsense("a list", value);
  return value.map(fieldsOf);
}

export function textOf(value: unknown): string {
  if (typeof value !== "string" || value === "" || value.length > 10_000) throw nonsense("a text", value);
  return value;
}

export function oneOf<const Word extends string>(words: readonly Word[], value: unknown): Word {
  const word = words.find((known) => known === value);
  if (word === undefined) throw nonsense(words.join(" or "), value);
  return word;
}

export function amountOf(value: unknown): Msats {
  const amount = typeof value === "string" && MSATS.test(value) ? BigInt(value) : undefined;
  if (amount === undefined || amount > MSATS_MAX) throw nonsense("an amount", value);
  return msats(amount);
}

export function countOf(value: unknown): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw nonsense("a number", value);
  return value;
}

export function yesOrNo(value: unknown): boolean {
  if (typeof value !== "boolean") throw nonsense("yes or no", value);
  return value;
}

/** Milliseconds since 1970. */
export function dateOf(value: unknown): Date {
  const ms = countOf(value);
  if (ms >= YEAR_10000_MS) throw nonsense("a time", value);
  return new Date(ms);
}

/** An item of a list as what it is, or as one that cannot be read. */
export function readItem<Item, Unreadable>(
  read: () => Item,
  unreadable: (detail: string) => Unreadable,
): Item | Unreadable {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof NodeUnavailable)) throw error;
    return unreadable(error.message.slice(0, DETAIL_MAX));
  }
}

/** What a reader makes of a value; undefined where it cannot be read. */
export function ifReadable<Value>(read: (value: unknown) => Value, value: unknown): Value | undefined {
  return readItem(
    () => read(value),
    () => undefined,
  );
}

/** A payment hash or a preimage. */
export function bytes32Of(value: unknown): Uint8Array {
  if (typeof value !== "string" || value.length !== HASH_BYTES * 2 || !HEX.test(value))
    throw nonsense("32 bytes", value);
  return hexToBytes(value);
}

/** Whether it is the preimage of the hash: no payment with it is proved to have failed. */
export function isPreimageOf(value: unknown, paymentHash: Uint8Array): boolean {
  if (typeof value !== "string" || value.length !== HASH_BYTES * 2 || !HEX.test(value)) return false;
  return createHash("sha256").update(hexToBytes(value)).digest().equals(paymentHash);
}

/** Bytes of any length up to 4,000,000: a transaction. */
export function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== "string" || value === "" || value.length > BYTES_MAX * 2 || !HEX.test(value))
    throw nonsense("bytes", value);
  return hexToBytes(value);
}

/** The id of a transaction as explorers write it. */
export function txidOf(value: unknown): string {
  return bytesToHex(bytes32Of(value));
}

export function nonsense(expected: string, value: unknown): NodeUnavailable {
  return new NodeUnavailable(`the node answered ${typeof value} instead of ${expected}`);
}
