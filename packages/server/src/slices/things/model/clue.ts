import { sha256 } from "@noble/hashes/sha2.js";
import { hexToBytes } from "@noble/hashes/utils.js";
import { isUuid } from "#kernel/ids.ts";
import { decodeUnverified } from "#protocol/bolt11.ts";
import { decodeLnurl } from "#protocol/lnurl.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";

/** What a text that somebody searches for may be. One text may be several. */
export type Clue =
  /** Of any kind of thing, or of what moved its money. */
  | { readonly kind: "id"; readonly id: string }
  /** A payment hash, or a preimage, whose hash is `hashed`; or a transaction of the chain. */
  | { readonly kind: "hash"; readonly hash: Uint8Array; readonly hashed: Uint8Array }
  | { readonly kind: "invoice"; readonly paymentHash: Uint8Array }
  /** A Lightning address, an e-mail address, an LNURL or the key of a node, without upper case. */
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "name"; readonly gamertag: string }
  /** Of a voucher: 8 upper-case hexadecimal digits. */
  | { readonly kind: "code"; readonly code: string }
  /** Of a purchase: the last 12 digits of its id. */
  | { readonly kind: "number"; readonly digits: string }
  /** What its owner calls it. */
  | { readonly kind: "own_name"; readonly name: string }
  /** `X-Request-Id` of an answer. */
  | { readonly kind: "request"; readonly id: string };

export type ClueKind = Clue["kind"];

/** Longer texts name nothing. An invoice, or a link with one in it. */
export const SEARCH_CHARACTERS_MAX = 8_000;
const OWN_NAME_CHARACTERS_MAX = 255;

const UUID_INSIDE = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const ADDRESS = /^[^\s@]{1,64}@[^\s@]{1,255}$/;
const LNURL = /^lnurl1[a-z0-9]+$/;
const NODE = /^0[23][0-9a-f]{64}$/;
const GAMERTAG = /^@?([A-Za-z0-9_.-]{3,20})$/;
const NUMBER = /^[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}$/i;
/** As the service echoes it. */
const REQUEST = /^[A-Za-z0-9._:/+=-]{1,128}$/;

/** All that a text may be, the surest first. */
export function recognize(input: string): readonly Clue[] {
  const text = input.trim().replace(/^lightning:/i, "");
  if (text === "") return [];
  const lower = text.toLowerCase();
  if (isUuid(lower)) return [{ kind: "id", id: lower }, ...ownNames(text), { kind: "request", id: text }];
  const invoice = paymentHashIn(lower);
  if (invoice !== undefined) return [{ kind: "invoice", paymentHash: invoice }];
  const inLink = idsInLink(text);
  if (inLink.length > 0) return [...inLink, ...addresses(lower)];
  return [...hashes(lower), ...codes(text), ...addresses(lower), ...names(text), ...ownNames(text), ...requests(text)];
}

function paymentHashIn(lower: string): Uint8Array | undefined {
  if (!/^ln(bc|tb|bcrt|sb)/.test(lower)) return undefined;
  try {
    return decodeUnverified(lower).paymentHash;
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

/** Links of ours, also as an LNURL, name a thing by its id. */
function idsInLink(text: string): readonly Clue[] {
  const link = /^https?:\/\//i.test(text) ? text : lnurlIn(text);
  const ids = new Set(link?.toLowerCase().match(UUID_INSIDE) ?? []);
  return [...ids].map((id) => ({ kind: "id", id }));
}

function lnurlIn(text: string): string | undefined {
  if (!/^lnurl1/i.test(text)) return undefined;
  try {
    return decodeLnurl(text).href;
  } catch (error) {
    if (error instanceof ProtocolError) return undefined;
    throw error;
  }
}

function hashes(lower: string): readonly Clue[] {
  if (!/^[0-9a-f]{64}$/.test(lower)) return [];
  const hash = hexToBytes(lower);
  return [{ kind: "hash", hash, hashed: sha256(hash) }];
}

function codes(text: string): readonly Clue[] {
  return [
    ...(/^[0-9a-f]{8}$/i.test(text) ? [{ kind: "code", code: text.toUpperCase() } as const] : []),
    ...(NUMBER.test(text) ? [{ kind: "number", digits: text.toLowerCase().replaceAll("-", "") } as const] : []),
  ];
}

function addresses(lower: string): readonly Clue[] {
  return [ADDRESS, LNURL, NODE].some((form) => form.test(lower)) ? [{ kind: "address", address: lower }] : [];
}

function names(text: string): readonly Clue[] {
  const [, gamertag] = GAMERTAG.exec(text) ?? [];
  return gamertag === undefined ? [] : [{ kind: "name", gamertag }];
}

function ownNames(text: string): readonly Clue[] {
  return text.length <= OWN_NAME_CHARACTERS_MAX ? [{ kind: "own_name", name: text }] : [];
}

function requests(text: string): readonly Clue[] {
  return REQUEST.test(text) ? [{ kind: "request", id: text }] : [];
}
