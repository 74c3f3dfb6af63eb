import { sha256 } from "@noble/hashes/sha2.js";
import type { Wallet } from "#kernel/caller.ts";
import { AppError, InvalidInput } from "#kernel/errors.ts";
import { type ChargeId, isUuid, type WalletId } from "#kernel/ids.ts";
import { type Msats, minOf, msats, sats } from "#kernel/money.ts";
import { visibleLine } from "#kernel/plain-line.ts";
import { encodeLnurl, type PayParams, safeText } from "#protocol/lnurl.ts";
import type { PayerData } from "./charge.ts";
import { coarseHeadroom } from "./coarse-headroom.ts";
import { SENDABLE_MAX, type StaticCharge, type StaticChargeId } from "./static-charge.ts";

/** How a payer names a pay link. An address may lead to another wallet one day; the id of a wallet never does. */
export type PayLinkRef =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "wallet"; readonly id: WalletId }
  | { readonly kind: "static"; readonly id: StaticChargeId };

/** What a name may have. Checked before its letters change case: a "K" of another script has the lower case "k". */
const NAME = /^[a-z0-9_.-]{1,64}$/i;

/** The pay link that a path of ours names. Undefined when it can name none. */
export function payLinkRefOf(kind: string, text: string): PayLinkRef | undefined {
  const lower = text.toLowerCase();
  if (kind === "name") return NAME.test(text) ? { kind, name: lower } : undefined;
  if (!isUuid(lower)) return undefined;
  if (kind === "wallet") return { kind, id: lower as WalletId };
  return kind === "static" ? { kind, id: lower as StaticChargeId } : undefined;
}

/**
 * The pay link of this service that a web address leads to, as an LNURL holds it. Undefined when it is another
 * server's.
 */
export function payLinkAt({ origin, pathname }: URL, baseUrl: string): PayLinkRef | undefined {
  if (origin !== new URL(baseUrl).origin) return undefined;
  const name = /^\/\.well-known\/lnurlp\/([^/]+)$/.exec(pathname)?.[1];
  if (name !== undefined) return payLinkRefOf("name", name);
  const [, kind = "", text = ""] = /^\/lnurl\/pay\/([a-z]+)\/([^/]+)$/.exec(pathname) ?? [];
  return payLinkRefOf(kind, text);
}

/**
 * Invoices of one pay link that may wait for their payment. Any stranger can ask for them. One more takes the place of
 * the oldest one of the network that has most. Requests that are answered in the same moment do not see each other, so
 * there may be a few more.
 */
export const WAITING_MAX = 1_000;

/** What can be paid over LNURL, and how (LUD-06). */
export type PayLink = {
  readonly ref: PayLinkRef;
  readonly wallet: Wallet;
  /** Undefined for the wallet's own link. */
  readonly staticCharge: StaticCharge | undefined;
  readonly description: string;
  /** The exact text that the payer gets; its bytes are hashed (LUD-06, step 6). */
  readonly metadata: string;
  /** Its invoices that wait for their payment, counted to `WAITING_MAX`. */
  readonly waiting: number;
  readonly minSendable: Msats;
  /** At least `minSendable`. */
  readonly maxSendable: Msats;
};

/** What counts invoices together: all names of a wallet and its id, or a static charge. */
export function placeOf({ wallet, staticCharge }: Pick<PayLink, "wallet" | "staticCharge">): string {
  return staticCharge?.id ?? wallet.id;
}

export class PayLinkNotFound extends AppError {
  constructor() {
    super("not_found", "there is nothing to be paid at this address");
  }
}

/** Less than this is not worth an invoice to a wallet, and many nodes count in sats. Ours. */
export const SENDABLE_MIN = sats(1n);

/**
 * What a payer may send: from `min` to the least of the bounds, which are the operator's or the link's maximum, and the
 * coarse form of what the wallet may still receive (undefined: any amount). The offer and its invoices have the same
 * bound, so asking for invoices shows no more than the offer.
 * @throws {AppError} `receive_limit_exceeded` when that is nothing.
 */
export function sendable(min: Msats, max: Msats, headroom: Msats | undefined) {
  const most = minOf(max, SENDABLE_MAX);
  const maxSendable = headroom === undefined ? most : minOf(most, coarseHeadroom(headroom));
  if (maxSendable < min) throw cannotReceive();
  return { minSendable: min, maxSendable };
}

/** What strangers read when a wallet has no headroom for an amount. It has no number in it. */
export function cannotReceive(): AppError {
  return new AppError("receive_limit_exceeded", "the recipient cannot receive this now");
}

/** The metadata of a pay link: what wallets show, and the address (LUD-16). */
export function metadataOf(description: string, identifier: string | undefined): string {
  const address = identifier === undefined ? [] : [["text/identifier", identifier]];
  return JSON.stringify([["text/plain", visibleLine(description)], ...address]);
}

/**
 * What an invoice commits to: the metadata and, right behind it, the payer data as it was received (LUD-06, LUD-18).
 */
export function committedText(metadata: string, payerData: string | undefined): string {
  return `${metadata}${payerData ?? ""}`;
}

/** The hash that such an invoice has. */
export function commitmentOf(text: string): Uint8Array {
  return sha256(new TextEncoder().encode(text));
}

/** The amount of a callback, in msats. @throws {AppError} `amount_out_of_range` */
export function sendableAmount(text: string, { minSendable, maxSendable }: PayLink): Msats {
  const amount = /^[1-9][0-9]{0,18}$/.test(text) ? BigInt(text) : 0n;
  if (amount < minSendable || amount > maxSendable)
    throw new AppError("amount_out_of_range", `amount must be ${minSendable} to ${maxSendable} msats`);
  return msats(amount);
}

/** Characters of a comment that are kept (LUD-12). Ours. */
export const COMMENT_CHARACTERS_MAX = 280;

export class CommentTooLong extends AppError {
  constructor() {
    super("comment_too_long", `the comment must be at most ${COMMENT_CHARACTERS_MAX} characters long`);
  }
}

/** Whether a pay link of this service takes no comment of this length. */
export function isCommentTooLong(text: string): boolean {
  return [...text].length > COMMENT_CHARACTERS_MAX;
}

/**
 * A payer's comment as it is kept: on one line, without control characters; undefined when nothing is left of it.
 * @throws {CommentTooLong}
 */
export function commentOf(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (isCommentTooLong(text)) throw new CommentTooLong();
  return safeText(text, COMMENT_CHARACTERS_MAX) || undefined;
}

/** Which data of a payer are asked for, none of them necessarily (LUD-18). */
const PAYER_DATA_KINDS = ["name", "identifier", "email"] as const;

const PAYER_DATA_CHARACTERS_MAX = 2_000;
const ENTRY_CHARACTERS_MAX = 255;

/**
 * The entries in a payer's data (LUD-18), each on one line; others than those that are asked for are left out.
 * Undefined when there are none.
 * @throws {InvalidInput} when it is no JSON object, or too long.
 */
export function payerDataOf(text: string | undefined): PayerData | undefined {
  if (text === undefined) return undefined;
  const record = text.length > PAYER_DATA_CHARACTERS_MAX ? undefined : jsonOf(text);
  if (typeof record !== "object" || record === null || Array.isArray(record))
    throw new InvalidInput("payerdata", `must be a JSON object of at most ${PAYER_DATA_CHARACTERS_MAX} characters`);
  const entries = PAYER_DATA_KINDS.flatMap((kind) => {
    const entry = Object.hasOwn(record, kind) ? (record as Record<string, unknown>)[kind] : undefined;
    const kept = typeof entry === "string" ? safeText(entry, ENTRY_CHARACTERS_MAX) : "";
    return kept === "" ? [] : [[kind, kept]];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A pay link as its payers see it. */
export function payParamsOf(
  { ref, metadata, description, minSendable, maxSendable }: PayLink,
  baseUrl: string,
): PayParams {
  return {
    callback: new URL(callbackUrlOf(ref, baseUrl)),
    minSendable,
    maxSendable,
    metadata,
    metadataHash: commitmentOf(metadata),
    description,
    commentAllowed: COMMENT_CHARACTERS_MAX,
    payerData: Object.fromEntries(PAYER_DATA_KINDS.map((kind) => [kind, { mandatory: false }])),
  };
}

/** Where the invoices of a pay link are asked for. */
function callbackUrlOf(ref: PayLinkRef, baseUrl: string): string {
  return `${baseUrl}/lnurl/pay/${ref.kind}/${ref.kind === "name" ? ref.name : ref.id}/callback`;
}

/**
 * Where is asked whether an invoice was paid (LUD-21). Not by its hash, which every node on the way of the payment
 * knows.
 */
export function verifyUrlOf(id: ChargeId, baseUrl: string): string {
  return `${baseUrl}/lnurl/verify/${id}`;
}

/** The pay link of a static charge as a bech32 LNURL (LUD-01), for texts and QR codes. */
export function lnurlOf(ref: Extract<PayLinkRef, { readonly kind: "static" }>, baseUrl: string): string {
  return encodeLnurl(new URL(`${baseUrl}/lnurl/pay/${ref.kind}/${ref.id}`));
}
