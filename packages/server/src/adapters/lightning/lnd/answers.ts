import { bytesToHex } from "@noble/hashes/utils.js";
import { type Msats, sats } from "#kernel/money.ts";
import { dateOf, nonsense } from "../answers.ts";

/** Readers for the forms that LND's REST interface has besides those of `../answers.ts`. */
const WHOLE = /^(0|[1-9][0-9]{0,19})$/;
const UINT64_MAX = 2n ** 64n - 1n;
const SATS_MAX = 21_000_000n * 100_000_000n;
const NODE_ID = /^0[23][0-9a-f]{64}$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const HASH_BYTES = 32;

/** 64-bit numbers are texts. */
export function uint64Of(value: unknown): bigint {
  const number = typeof value === "string" && WHOLE.test(value) ? BigInt(value) : UINT64_MAX + 1n;
  if (number > UINT64_MAX) throw nonsense("a 64-bit number", value);
  return number;
}

/** Sats as a text, in msats. */
export function satsOf(value: unknown): Msats {
  const number = uint64Of(value);
  if (number > SATS_MAX) throw nonsense("an amount in sats", value);
  return sats(number);
}

/** Sats as a text, in sats; what is less has a minus. */
export function signedSatsOf(value: unknown): bigint {
  const isLess = typeof value === "string" && value.startsWith("-");
  const number = uint64Of(isLess ? value.slice(1) : value);
  if (number > SATS_MAX) throw nonsense("an amount in sats", value);
  return isLess ? -number : number;
}

export function nodeIdOf(value: unknown): string {
  if (typeof value !== "string" || !NODE_ID.test(value)) throw nonsense("a public key", value);
  return value;
}

/** A text that may be absent. */
export function textOrEmpty(value: unknown): string {
  return typeof value === "string" ? value : "";
}

export function base64Of(value: unknown): Uint8Array {
  if (typeof value !== "string" || !BASE64.test(value)) throw nonsense("base64", value);
  return Uint8Array.from(Buffer.from(value, "base64"));
}

/** A hash or a preimage in base64. */
export function base64Bytes32Of(value: unknown): Uint8Array {
  const bytes = base64Of(value);
  if (bytes.length !== HASH_BYTES) throw nonsense("32 bytes", value);
  return bytes;
}

/** Seconds since 1970 as a text. */
export function secondsOf(value: unknown): Date {
  return dateOf(Number(uint64Of(value)) * 1_000);
}

export function toBase64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64");
}

/** For a path: with its padding, without which LND refuses it. */
export function toPathBase64(bytes: Uint8Array): string {
  return toBase64(bytes).replaceAll("+", "-").replaceAll("/", "_");
}

export function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return bytesToHex(one) === bytesToHex(other);
}
