import { bytesToHex } from "@noble/hashes/utils.js";

/**
 * A place in a list of the node: the number that the node gave the item, and the begin of its payment hash. A node that
 * went back to an earlier state gives the same numbers again, to other items: so the hash is compared. "" is the
 * beginning.
 */
export type Place = { readonly index: number; readonly mark: string };

const CURSOR = /^([1-9][0-9]{0,15})-([0-9a-f]{16})$/;

export function cursorOf(index: number, paymentHash: Uint8Array): string {
  return `${index}-${markOf(paymentHash)}`;
}

/** Undefined: the beginning; so is what another backend has made. */
export function placeIn(cursor: string): Place | undefined {
  const [, index, mark] = CURSOR.exec(cursor) ?? [];
  return index === undefined || mark === undefined ? undefined : { index: Number(index), mark };
}

export function markOf(paymentHash: Uint8Array): string {
  return bytesToHex(paymentHash).slice(0, 16);
}
