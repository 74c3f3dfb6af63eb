import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Random } from "#kernel/clock.ts";

/** 32 bits: enough to tell vouchers apart, few enough to be guessed. */
export function newCode(random: Random): string {
  return bytesToHex(random.bytes(4)).toUpperCase();
}

/** 128 bits in base64url: who has it can take the money. */
export function newToken(random: Random): string {
  return Buffer.from(random.bytes(16)).toString("base64url");
}

const TOKEN = /^[A-Za-z0-9_-]{22}$/;

/** What is kept of a claim token: it has 128 random bits, so no salt is needed. Undefined for a text that is none. */
export function hashOfToken(token: string): Uint8Array | undefined {
  return TOKEN.test(token) ? sha256(utf8ToBytes(token)) : undefined;
}

/** Of the e-mail address that a voucher was sent to, trimmed and in lower case. */
export function hashOfRecipient(email: string): Uint8Array {
  return sha256(utf8ToBytes(email));
}

/** `k1` of LNURL-withdraw (LUD-03): always the same for a token, so that a GET needs to write nothing. */
export function k1OfToken(token: string): string {
  return bytesToHex(sha256(utf8ToBytes(`LNURL-withdraw k1 of ${token}`)));
}

const CODE = /^[0-9A-F]{8}$/;

/** The code in the form in which it is kept; undefined for a text that is none. */
export function readCode(text: string): string | undefined {
  const code = text.trim().toUpperCase();
  return CODE.test(code) ? code : undefined;
}
