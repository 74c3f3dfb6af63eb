import { hash } from "node:crypto";
import type { Random } from "#kernel/clock.ts";
import type { CodeNetwork } from "./code-network.ts";

const SECRET_BYTES = 32;
/** Of a code, and of one where many wrong ones were shown lately. */
export const CODE_DIGITS = { short: 8, long: 12 } as const;

/** Of a browser's cookie: 256 random bits in base64url. */
export function newSecret(random: Pick<Random, "bytes">): string {
  return Buffer.from(random.bytes(SECRET_BYTES)).toString("base64url");
}

/** What stays of a secret in the database. */
export function hashOf(secret: string | Uint8Array): Uint8Array {
  return hash("sha256", secret, "buffer");
}

/**
 * A hash under the secret key of the service, for what could be guessed from a plain hash. `about` says what it is of.
 */
export type Mac = (text: string, about: string) => Uint8Array;

/** Eight digits or twelve, each code as likely as any other. */
export function newCode(random: Pick<Random, "bytes">, length: keyof typeof CODE_DIGITS): string {
  const digits = CODE_DIGITS[length];
  // Of 2^64 values: no code is likelier than another by more than one in ten million.
  const value = Buffer.from(random.bytes(8)).readBigUInt64BE() % 10n ** BigInt(digits);
  return String(value).padStart(digits, "0");
}

/** A code as a person types it: spaces and dashes between the digits mean nothing. Undefined when it cannot be one. */
export function codeOf(text: string): string | undefined {
  const digits = text.replaceAll(/[\s-]/g, "");
  return /^(?:\d{8}|\d{12})$/.test(digits) ? digits : undefined;
}

export function isShortCode(digits: string): boolean {
  return digits.length === CODE_DIGITS.short;
}

/** Of a code, for the browser that it was sent for: it is worth nothing to another one. */
export function codeMac(mac: Mac, browserHash: Uint8Array, code: string): Uint8Array {
  return mac(`${Buffer.from(browserHash).toString("hex")} ${code}`, "login.code");
}

/** Under which an address is counted. */
export function addressHash(mac: Mac, email: string): Uint8Array {
  return mac(email, "login.address");
}

/** Under which a network is counted. */
export function networkHash(mac: Mac, network: CodeNetwork): Uint8Array {
  return mac(network, "login.network");
}
