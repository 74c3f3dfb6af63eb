import type { Clock } from "#kernel/clock.ts";
import { AppError } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";
import type { BoundNode } from "#lightning";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { type LightningAddress, parseLightningAddress } from "#protocol/lightning-address.ts";
import type { PayParams } from "#protocol/lnurl.ts";
import { ProtocolError } from "#protocol/protocol-error.ts";
import { answerPayCallback, findPayLink, type PayCallbackDeps, payLinkAt, payParamsOf } from "#receiving";
import { NODE_UNKNOWN } from "../accept/find-terms.ts";
import { fetchInvoice, fetchPayParams, type LnurlFailure } from "../drive/lnurl-client.ts";
import { PaymentRefused } from "../model/payment.ts";
import { readTarget } from "../model/target.ts";

export type AskAddressDeps = PayCallbackDeps & {
  readonly clock: Clock;
  readonly outbound: Pick<Outbound, "request" | "allows">;
  readonly ownNode: () => Promise<Pick<BoundNode, "network"> | undefined>;
};

/** What an address takes, or why it is none. */
export type AskedAddress =
  | { readonly kind: "valid"; readonly payParams: PayParams }
  | { readonly kind: "invalid"; readonly reason: string };

/**
 * Whether a Lightning address can be paid. An address of this service is looked up here, any other one at its server.
 *
 * @throws {AppError} `address_unreachable` when the server does not answer as LNURL-pay demands: that says nothing
 *   about the address. `receive_limit_exceeded` when its wallet is here and can take no payment now.
 */
export async function askAddress(deps: AskAddressDeps, text: string): Promise<AskedAddress> {
  const address = addressOf(text);
  if (address instanceof ProtocolError) return { kind: "invalid", reason: address.message };
  if (isOwn(deps, address)) return await askHere(deps, address);
  const fetched = await fetchPayParams(deps, address);
  if (fetched.kind === "pay_params") return { kind: "valid", payParams: fetched.payParams };
  if (fetched.code === "address_not_found") return { kind: "invalid", reason: fetched.detail };
  throw refusalOf(fetched);
}

/** What a recipient takes, its server or this service having been asked. */
export type AskedRecipient = {
  readonly payParams: PayParams;
  /** The wallet is one of this service. */
  readonly isHere: boolean;
};

/**
 * What a Lightning address or an LNURL takes, as a person has typed it. One of this service is looked up here, and any
 * other one asked at its server once `admit` lets it.
 *
 * @throws {InvalidInput} when it is neither.
 * @throws {AppError} `address_not_found`, `address_unreachable`, `receive_limit_exceeded`; what `admit` throws.
 */
export async function askRecipient(deps: AskAddressDeps, text: string, admit: () => void): Promise<AskedRecipient> {
  const target = readTarget(text);
  const ref = target instanceof URL ? payLinkAt(target, deps.baseUrl) : nameAt(deps, target);
  if (ref !== undefined) {
    const link = await findPayLink(deps, ref).catch(orNotFound);
    return { payParams: payParamsOf(link, deps.baseUrl), isHere: true };
  }
  admit();
  const fetched = await fetchPayParams(deps, target);
  if (fetched.kind === "failed") throw refusalOf(fetched);
  return { payParams: fetched.payParams, isHere: false };
}

function nameAt(deps: Pick<AskAddressDeps, "baseUrl">, address: LightningAddress) {
  return isOwn(deps, address) ? ({ kind: "name", name: address.user } as const) : undefined;
}

/**
 * An invoice over exactly `amount` of a Lightning address: from its server, compared with what was asked, or made here.
 *
 * @throws {AppError} with what the server did not give; as `answerPayCallback`, for an address of this service.
 */
export async function fetchCharge(
  deps: AskAddressDeps,
  {
    address: text,
    amount,
    comment,
  }: { readonly address: string; readonly amount: Msats; readonly comment?: string | undefined },
): Promise<string> {
  const address = addressOf(text);
  if (address instanceof ProtocolError) throw new PaymentRefused("address_not_found", address.message);
  if (isOwn(deps, address)) {
    const ref = { kind: "name", name: address.user } as const;
    const asked = { ref, amount: String(amount), comment };
    const { invoice } = await answerPayCallback(deps, asked).catch(orNotFound);
    return invoice;
  }
  const own = await deps.ownNode();
  if (own === undefined) throw new PaymentRefused("unavailable", NODE_UNKNOWN, { retryAfterSeconds: 5 });
  const fetched = await fetchInvoice({ ...deps, network: own.network }, { target: address, amount, comment });
  if (fetched.kind === "failed") throw refusalOf(fetched);
  return fetched.invoice.text;
}

async function askHere(deps: AskAddressDeps, { user }: LightningAddress): Promise<AskedAddress> {
  try {
    const link = await findPayLink(deps, { kind: "name", name: user });
    return { kind: "valid", payParams: payParamsOf(link, deps.baseUrl) };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return { kind: "invalid", reason: NOT_HERE };
    throw error;
  }
}

const NOT_HERE = "no wallet of this service has this address";

function orNotFound(error: unknown): never {
  if (error instanceof AppError && error.code === "not_found") throw new PaymentRefused("address_not_found", NOT_HERE);
  throw error;
}

function addressOf(text: string): LightningAddress | ProtocolError {
  try {
    return parseLightningAddress(text);
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}

/** The name that an address of this service has; undefined for every other text. */
export function ownNameOf(deps: Pick<AskAddressDeps, "baseUrl">, text: string): string | undefined {
  const address = addressOf(text);
  return !(address instanceof ProtocolError) && isOwn(deps, address) ? address.user : undefined;
}

function isOwn({ baseUrl }: Pick<AskAddressDeps, "baseUrl">, { host }: LightningAddress): boolean {
  return host === new URL(baseUrl).host;
}

function refusalOf({ code, detail }: LnurlFailure): AppError {
  return new AppError(code, detail);
}
