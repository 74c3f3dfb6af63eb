import { secp256k1 } from "@noble/curves/secp256k1.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { encodeLnurl } from "./lnurl.ts";

/** Logging in with the key of a Lightning wallet (LUD-04). */

/** What the login is for; a wallet shows it to its user. */
export type AuthAction = "login" | "register" | "link";

export type AuthAnswer = { readonly k1: string; readonly sig: string; readonly key: string };

export const K1_BYTES = 32;
const K1 = /^[0-9a-f]{64}$/i;
const KEY = /^0[23][0-9a-f]{64}$/i;
/** DER of two numbers of up to 33 bytes. */
const SIGNATURE = /^30(?:[0-9a-f]{2}){7,71}$/i;

/** What the wallet is to ask: the same address as an LNURL for QR codes, in upper case, and as a link. */
export function authLnurl(
  baseUrl: string,
  { k1, action }: { readonly k1: Uint8Array; readonly action: AuthAction },
): { readonly url: URL; readonly qr: string; readonly link: string } {
  const url = new URL(`${baseUrl}/v0/lnurl/auth`);
  url.search = new URLSearchParams({ tag: "login", k1: Buffer.from(k1).toString("hex"), action }).toString();
  const lnurl = encodeLnurl(url);
  return { url, qr: lnurl.toUpperCase(), link: `lightning:${lnurl}` };
}

/**
 * Whether `key` has signed `k1`: ECDSA over secp256k1, `k1` itself being the hash, in DER. False for what has not the
 * form.
 */
export function isSigned({ k1, sig, key }: AuthAnswer): boolean {
  if (!K1.test(k1) || !KEY.test(key) || !SIGNATURE.test(sig)) return false;
  try {
    const options = { prehash: false, format: "der", lowS: false } as const;
    return secp256k1.verify(hexToBytes(sig), hexToBytes(k1), hexToBytes(key), options);
  } catch {
    return false; // no point of the curve, or no DER
  }
}
