import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";

/**
 * Tells files apart by what they would pay or make, the same in every browser: SHA-256, in hexadecimal digits. With a
 * library, because a page without TLS, such as that of a service in the own network, has no `crypto.subtle`.
 */
export function printOf(bodies: readonly object[]): string {
  return bytesToHex(sha256(utf8ToBytes(JSON.stringify(bodies))));
}
