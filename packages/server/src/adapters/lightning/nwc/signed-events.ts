import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js";
import { type Event, type EventTemplate, getEventHash } from "nostr-tools/pure";
import { signSchnorr, verifySchnorr, xOnlyPointFromScalar } from "tiny-secp256k1";

/**
 * With its id and its signature (NIP-01, BIP 340). `nostr-tools` hashes it, and does not sign it: that would hold the
 * process for some milliseconds (docs/decisions/0046).
 */
export function signEvent(template: EventTemplate, secret: Uint8Array): Event {
  const unsigned = { ...template, pubkey: publicKeyOf(secret) };
  const id = getEventHash(unsigned);
  return { ...unsigned, id, sig: bytesToHex(signSchnorr(hexToBytes(id), secret)) };
}

/** Its id is its hash, and its signature that of its key. @throws {Error} when it is no event. */
export function isSigned(event: Event): boolean {
  const id = getEventHash(event);
  return id === event.id && verifySchnorr(hexToBytes(id), hexToBytes(event.pubkey), hexToBytes(event.sig));
}

/** 64 hexadecimal digits. */
export function publicKeyOf(secret: Uint8Array): string {
  return bytesToHex(xOnlyPointFromScalar(secret));
}
