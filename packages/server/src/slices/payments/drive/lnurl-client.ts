import type { Clock } from "#kernel/clock.ts";
import type { Msats } from "#kernel/money.ts";
import type { Network } from "#lightning";
import { type Outbound, type OutboundAnswer, OutboundFailed, OutboundRefused } from "#platform/outbound/outbound.ts";
import { decodeInvoice, type Invoice } from "#protocol/bolt11.ts";
import { type LightningAddress, lnurlpUrl } from "#protocol/lightning-address.ts";
import {
  checkInvoice,
  commitsTo,
  type PayParams,
  parsePayInvoice,
  parsePayParams,
  payCallbackUrl,
  safeText,
} from "#protocol/lnurl.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import type { AskingFailureCode } from "../model/failure-codes.ts";
import { INVOICE_PROBLEM_CODES } from "../model/invoice.ts";

/** The recipient's server did not give what was needed. Nothing is paid; `detail` is one safe line for people. */
export type LnurlFailure = {
  readonly kind: "failed";
  readonly code: AskingFailureCode;
  readonly detail: string;
};

export type FetchedPayParams = { readonly kind: "pay_params"; readonly payParams: PayParams };

export type FetchedInvoice = {
  readonly kind: "invoice";
  /** Decoded, verified, and compared with what was asked. */
  readonly invoice: Invoice;
  readonly descriptionHashMatches: boolean;
};

type Asking = Pick<Outbound, "request" | "allows">;
/** `baseUrl`: where this service is reached, to tell a mistyped address of its own. */
type AskingDeps = { readonly outbound: Asking; readonly baseUrl?: string | undefined };
type Recipient = LightningAddress | URL;

/** LUD-06 metadata may carry an image of 136,536 characters. */
const PAY_REQUEST_BYTES_MAX = 256 * 1024;
const INVOICE_BYTES_MAX = 64 * 1024;
const DEADLINE_MS = 10_000;

/**
 * Asks the recipient's server what it takes (LUD-06, steps 1 to 3; LUD-16).
 * @throws {OutboundFailed} with reason `aborted` when `signal` aborts: that says nothing about the recipient.
 */
export function fetchPayParams(
  { outbound, baseUrl }: AskingDeps,
  target: Recipient,
  signal?: AbortSignal,
): Promise<FetchedPayParams | LnurlFailure> {
  return orFailure(notPublic(target, baseUrl), async () => {
    const url = target instanceof URL ? target : addressUrl(outbound, target);
    const answer = await get(outbound, { url, maxBytes: PAY_REQUEST_BYTES_MAX, redirects: "one-same-host" }, signal);
    if (answer.status === 404) return failed("address_not_found", "the recipient's server does not know this address");
    try {
      return { kind: "pay_params", payParams: parsePayParams(answer.body) };
    } catch (error) {
      if (error instanceof ProtocolError && error.problem === "service_error" && answer.status < 500)
        return failed("address_not_found", said(error));
      throw error;
    }
  });
}

/**
 * Gets an invoice over exactly `amount` from the recipient's server (LUD-06, LUD-12). The comment is sent when the
 * server takes comments, and otherwise left out.
 * @throws {OutboundFailed} with reason `aborted` when `signal` aborts: that says nothing about the recipient.
 */
export async function fetchInvoice(
  { outbound, baseUrl, clock, network }: AskingDeps & { clock: Clock; network: Network },
  { target, amount, comment }: { target: Recipient; amount: Msats; comment?: string | undefined },
  signal?: AbortSignal,
): Promise<FetchedInvoice | LnurlFailure> {
  const fetched = await fetchPayParams({ outbound, baseUrl }, target, signal);
  if (fetched.kind === "failed") return fetched;

  const { payParams } = fetched;
  const { minSendable, maxSendable, commentAllowed } = payParams;
  if (amount < minSendable || amount > maxSendable)
    return failed("amount_out_of_range", `the recipient takes ${minSendable} to ${maxSendable} msats`);
  const commentSent = comment !== undefined && comment !== "" && commentAllowed > 0;
  if (commentSent && comment.length > commentAllowed)
    return failed("comment_too_long", `the recipient takes comments of at most ${commentAllowed} characters`);

  return await orFailure(notPublic(target, baseUrl), async () => {
    const url = payCallbackUrl(payParams, commentSent ? { amount, comment } : { amount });
    const answer = await get(outbound, { url, maxBytes: INVOICE_BYTES_MAX, redirects: "none" }, signal);
    const invoice = readInvoice(parsePayInvoice(answer.body));
    if (invoice instanceof ProtocolError) return failed("invoice_invalid", invoice.message);
    const check = checkInvoice(invoice, { amount, network, now: clock.now() });
    if (check.kind === "refused") return failed(INVOICE_PROBLEM_CODES[check.problem], check.detail);
    return { kind: "invoice", invoice, descriptionHashMatches: commitsTo(invoice, payParams) };
  });
}

/** Over http only where the operator allows that host and port, for instance the merchant of the embedded network. */
function addressUrl(outbound: Asking, address: LightningAddress): URL {
  return lnurlpUrl(address, { insecure: outbound.allows(address.host) });
}

function get(
  outbound: Asking,
  request: { url: URL; maxBytes: number; redirects: "none" | "one-same-host" },
  signal: AbortSignal | undefined,
): Promise<OutboundAnswer> {
  const headers = { accept: "application/json" };
  return outbound.request({ ...request, method: "GET", headers, deadlineMs: DEADLINE_MS }, signal);
}

function readInvoice(text: string): Invoice | ProtocolError {
  try {
    return decodeInvoice(text);
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}

function failed(code: LnurlFailure["code"], detail: string): LnurlFailure {
  return { kind: "failed", code, detail };
}

/** What is said of a server that is not called. */
function notPublic({ host }: Recipient, baseUrl: string | undefined): string {
  const own = baseUrl === undefined ? undefined : new URL(baseUrl).host;
  const hint =
    own !== undefined && isThisMachine(host) && isThisMachine(own) && portIn(host) === portIn(own)
      ? `addresses of this service end in @${own}`
      : "the operator can allow a host and port (LEYDEN_OUTBOUND_ALLOW)";
  return `the recipient's server is not public; ${hint}`;
}

/** Names of the machine itself, as they stand in an address, with a port or without. */
function isThisMachine(host: string): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/.test(host);
}

function portIn(host: string): string | undefined {
  return /:(\d+)$/.exec(host)?.[1];
}

/** What went wrong on the way to the server, or in its answer, is its failure to be reached as LNURL-pay asks. */
async function orFailure<T>(notPublic: string, work: () => Promise<T | LnurlFailure>): Promise<T | LnurlFailure> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutboundRefused) return failed("address_unreachable", notPublic);
    if (error instanceof OutboundFailed && error.reason !== "aborted")
      return failed("address_unreachable", `the recipient's server did not answer (${error.reason})`);
    if (error instanceof ProtocolError)
      return failed("address_unreachable", error.problem === "service_error" ? said(error) : error.message);
    throw error;
  }
}

function said({ message }: ProtocolError): string {
  return message === "" ? "the recipient's server refused" : `the recipient's server says: ${safeText(message)}`;
}
