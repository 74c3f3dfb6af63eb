import { sha256 } from "@noble/hashes/sha2.js";
import { policyOf, type Wallet } from "#kernel/caller.ts";
import { type AppError, InvalidInput } from "#kernel/errors.ts";
import { type Msats, msats } from "#kernel/money.ts";
import { CommentTooLong, isCommentTooLong, payLinkAt } from "#receiving";
import type { InternalRecipient } from "#wallets";
import { bindInvoice, isOwnKey, readInvoice, refusalOfInvoice } from "../model/invoice.ts";
import { type BoundInvoice, feeLimitOf, KEYSEND_AGE_MS, PaymentRefused } from "../model/payment.ts";
import {
  type ByGamertag,
  type Destination,
  destinationOf,
  INTERNAL,
  readTarget,
  type Target,
  type ToAddress,
  type ToInvoice,
  type ToNode,
  type ToWallet,
} from "../model/target.ts";
import type { PayDeps } from "./deps.ts";
import type { PayRequest } from "./request.ts";

/** What of a request decides about the terms. */
type TermsRequest = Pick<PayRequest, "caller" | "destination" | "amount" | "maxFee" | "comment">;

/** With what a payment is reserved: all that is known of it before. */
export type Terms = {
  /** With an invoice in its one form. */
  readonly destination: Destination;
  readonly amount: Msats;
  readonly feeLimit: Msats;
  /** An internal recipient, which is paid immediately. */
  readonly recipient: Wallet | undefined;
  /** What the payment begins with; undefined where a server is asked for an invoice, and where no node takes part. */
  readonly invoice: BoundInvoice | undefined;
  readonly keysendPreimage: Uint8Array | undefined;
  /**
   * As what the policy of a key names the recipient: a Lightning address, the public key of a node, `internal`.
   * Undefined where it has no name for it. A wallet that is paid by its address is internal as well: `recipient` says
   * so.
   */
  readonly allowedAs: string | undefined;
  /** The server that is asked for the invoice; undefined where none is. */
  readonly host?: string | undefined;
};

/**
 * The terms of a payment, or why it cannot be made now: the same request may have made one before. An address of this
 * service takes what its LNURL takes, also where no invoice is made.
 * @throws {InvalidInput} {PaymentRefused} when the request can never have made one.
 */
export function findTerms(deps: PayDeps, request: TermsRequest): Promise<Terms | AppError> {
  const { destination } = request;
  switch (destination.kind) {
    case "address":
      return toAddress(deps, request, destination);
    case "invoice":
      return toInvoice(deps, request, destination);
    case "wallet":
      return toWallet(deps, request, destination);
    case "node":
      return toNode(deps, request, destination);
    case "gamertag":
      return toGamertag(deps, request, destination);
  }
}

async function toAddress(deps: PayDeps, request: TermsRequest, destination: ToAddress): Promise<Terms | AppError> {
  const { lnAddress } = destination;
  const target = readTarget(lnAddress);
  const recipient = await (target instanceof URL ? recipientAt(deps, target) : deps.recipientOf(target));
  if (recipient === "unknown")
    return new PaymentRefused("address_not_found", `no wallet of this service has the address ${lnAddress}`);
  if (recipient !== undefined && isCommentTooLong(request.comment ?? "")) return new CommentTooLong();
  const allowedAs = isOwnStaticCharge(deps, target) ? INTERNAL : destinationOf(target);
  if (recipient !== undefined) return intoWallet(request, recipient, { destination, allowedAs });
  return overLightning(deps, request, { destination, amount: amountOf(request), allowedAs, host: target.host });
}

function isOwnStaticCharge({ baseUrl }: PayDeps, target: Target): boolean {
  return target instanceof URL && payLinkAt(target, baseUrl)?.kind === "static";
}

/** The wallet that an LNURL of this service leads to. A static charge has to make an invoice, for its slot. */
async function recipientAt({ baseUrl, walletOf, recipientOf }: PayDeps, url: URL): Promise<InternalRecipient> {
  const link = payLinkAt(url, baseUrl);
  if (link?.kind === "wallet") return (await walletOf(link.id)) ?? "unknown";
  if (link?.kind === "name")
    return await recipientOf({ text: `${link.name}@${url.host}`, user: link.name, host: url.host });
  return undefined;
}

async function toWallet(deps: PayDeps, request: TermsRequest, destination: ToWallet): Promise<Terms | PaymentRefused> {
  const recipient = await deps.walletOf(destination.walletId);
  if (recipient === undefined) return new PaymentRefused("wallet_not_found", "there is no wallet with this id");
  return intoWallet(request, recipient, { destination, allowedAs: INTERNAL });
}

/** A former gamertag finds no user: it does not say who is meant. */
async function toGamertag(deps: PayDeps, request: TermsRequest, asked: ByGamertag): Promise<Terms | PaymentRefused> {
  const recipient = await deps.walletOfGamertag(asked.gamertag);
  if (recipient === undefined) return new PaymentRefused("user_not_found", "No user found with this gamertag");
  const destination = { ...asked, userId: recipient.owner.id };
  return intoWallet(request, recipient, { destination, allowedAs: INTERNAL });
}

/** Inside the ledger, without a fee. */
function intoWallet(
  request: TermsRequest,
  recipient: Wallet,
  known: Pick<Terms, "destination" | "allowedAs">,
): Terms | PaymentRefused {
  if (recipient.id === request.caller.wallet.id)
    return new PaymentRefused("self_payment", "payer and recipient are the same wallet");
  const none = { invoice: undefined, keysendPreimage: undefined };
  return { ...known, amount: amountOf(request), feeLimit: msats(0n), recipient, ...none };
}

/** An invoice of our own node is paid inside the ledger, without a fee, once its charge is found. */
async function toInvoice(
  deps: PayDeps,
  request: TermsRequest,
  { invoice: text }: ToInvoice,
): Promise<Terms | PaymentRefused> {
  const invoice = readInvoice(text);
  const amount = amountOf(request, invoice.amount);
  const own = await deps.ownNode();
  if (own === undefined) return new PaymentRefused("unavailable", NODE_UNKNOWN, { retryAfterSeconds: 5 });
  const now = deps.clock.now();
  const refusal = refusalOfInvoice(invoice, own.network, now);
  if (refusal !== undefined) return refusal;
  const bound = bindInvoice(invoice, own, now);
  const allowedAs = bound.isOwn ? INTERNAL : invoice.payee;
  const known = { destination: { kind: "invoice", invoice: invoice.text }, amount, invoice: bound, allowedAs } as const;
  if (!bound.isOwn) return overLightning(deps, request, known);
  return { ...known, feeLimit: msats(0n), recipient: undefined, keysendPreimage: undefined };
}

export const NODE_UNKNOWN = "the Lightning node of this service has not answered yet";

async function toNode(deps: PayDeps, request: TermsRequest, destination: ToNode): Promise<Terms | PaymentRefused> {
  if (!deps.capabilities.keysend)
    return new PaymentRefused("not_supported", "the connected Lightning node pays only invoices");
  const own = await deps.ownNode();
  if (own !== undefined && isOwnKey(destination.nodeId, own))
    return new PaymentRefused("self_payment", "the recipient is the Lightning node of this service");
  const keysendPreimage = deps.random.bytes(32);
  const expiresAt = new Date(deps.clock.now().getTime() + KEYSEND_AGE_MS);
  const invoice = {
    text: undefined,
    paymentHash: sha256(keysendPreimage),
    expiresAt,
    isOwn: false,
    payee: destination.nodeId,
  };
  const known = { destination, amount: amountOf(request), invoice, keysendPreimage, allowedAs: destination.nodeId };
  return overLightning(deps, request, known);
}

type Known = Pick<Terms, "destination" | "amount" | "allowedAs" | "host"> &
  Partial<Pick<Terms, "invoice" | "keysendPreimage">>;

function overLightning(deps: PayDeps, { caller, maxFee }: TermsRequest, known: Known): Terms | PaymentRefused {
  const { amount, invoice, keysendPreimage } = known;
  const { feeCeilingBasisPoints } = policyOf(caller.actor);
  const feeLimit = lightningFeeLimit(deps, amount, { maxFee, ceilingBasisPoints: feeCeilingBasisPoints });
  if (feeLimit instanceof PaymentRefused) return feeLimit;
  return { ...known, feeLimit, recipient: undefined, invoice, keysendPreimage };
}

/** `not_supported` for a wish that the connected node cannot fulfil. */
export function lightningFeeLimit(
  { fees, capabilities: { feeLimit, wholeSats } }: Pick<PayDeps, "fees" | "capabilities">,
  amount: Msats,
  asked: { readonly maxFee?: Msats | undefined; readonly ceilingBasisPoints: bigint },
): Msats | PaymentRefused {
  if (wholeSats && amount % 1_000n !== 0n)
    return new PaymentRefused("not_supported", "the connected Lightning node pays whole sats only");
  if (feeLimit.kind === "exact") return feeLimitOf(amount, fees, asked);
  if (asked.maxFee !== undefined)
    return new PaymentRefused("not_supported", "the connected Lightning node has no fee limit; leave `maxFee` out");
  return feeLimit.reserve(amount);
}

/** The amount of a payment: the invoice's, or the request's where the invoice leaves it to the payer. */
function amountOf({ amount }: Pick<TermsRequest, "amount">, ofInvoice?: Msats): Msats {
  const found = ofInvoice ?? amount;
  if (found === undefined) throw new InvalidInput("amount", "is required: the invoice has none");
  if (amount !== undefined && amount !== found)
    throw new InvalidInput("amount", `must be the invoice's, which is ${found}, or left out`);
  return found;
}
