import { decodeLnurl } from "#protocol/lnurl.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

/** A claim token, alone or behind the `#` of a link. */
const TOKEN = /^[A-Za-z0-9_-]{22}$/;
const WITHDRAW = /^\/v0\/lnurl\/withdraw\/([A-Za-z0-9_-]{22})$/;

/**
 * The claim token in what a person has pasted: a claim link of this service, its LNURL-withdraw, or the token alone.
 * Undefined: the text is none of them.
 */
export function claimTokenIn(text: string, baseUrl: string): string | undefined {
  const bare = text.trim().replace(/^lightning:/i, "");
  if (TOKEN.test(bare)) return bare;
  const url = /^lnurl1/i.test(bare) ? lnurlIn(bare) : URL.parse(bare);
  if (url === undefined || url === null || url.origin !== new URL(baseUrl).origin) return undefined;
  const token = url.pathname === "/claim" ? url.hash.slice(1) : (WITHDRAW.exec(url.pathname)?.[1] ?? "");
  return TOKEN.test(token) ? token : undefined;
}

function lnurlIn(text: string): URL | undefined {
  try {
    return decodeLnurl(text);
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}
