import { basisPointsOf, type Msats, maxOf, msats } from "#kernel/money.ts";
import type { Capabilities } from "#lightning";
import type { FeePolicy } from "#payments";
import { encodeLnurl } from "#protocol/lnurl.ts";
import { k1OfToken } from "./secrets.ts";
import type { Voucher } from "./voucher.ts";

export type PayoutRules = {
  readonly fees: FeePolicy;
  readonly capabilities: Pick<Capabilities, "feeLimit" | "wholeSats">;
};

/** What an invoice may ask for, in msats. */
export type PayoutRange = { readonly min: Msats; readonly max: Msats };

/**
 * What can be paid out over Lightning: the value without what is kept back for the route. The taker chooses the route, so its fee
 * never comes from anybody else. Undefined when nothing is left.
 *
 * `min` is `max` rounded down to whole sats, for wallets whose invoices have no others. Rounded down: `max`.
 */
export function payoutRange(amount: Msats, { fees, capabilities }: PayoutRules): PayoutRange | undefined {
  const { feeLimit, wholeSats } = capabilities;
  const reserve =
    feeLimit.kind === "exact" ? maxOf(fees.floor, basisPointsOf(amount, fees.basisPoints)) : feeLimit.reserve(amount);
  const most = amount - reserve;
  if (most <= 0n) return undefined;
  const whole = most - (most % 1_000n);
  if (wholeSats && whole === 0n) return undefined;
  return { min: msats(whole === 0n ? most : whole), max: msats(wholeSats ? whole : most) };
}

export type WithdrawOffer = {
  readonly tag: "withdrawRequest";
  readonly callback: string;
  readonly k1: string;
  readonly defaultDescription: string;
  readonly minWithdrawable: number;
  readonly maxWithdrawable: number;
};

/** Where a wallet asks for the offer. The claim token is in it: who has the address can take the money. */
export function withdrawUrl(baseUrl: string, token: string): URL {
  return new URL(`${baseUrl}/v0/lnurl/withdraw/${token}`);
}

/** What LNURL-withdraw answers to the first request (LUD-03, step 3). */
export function withdrawOffer(
  { baseUrl, token }: { readonly baseUrl: string; readonly token: string },
  { description }: Pick<Voucher, "description">,
  { min, max }: PayoutRange,
): WithdrawOffer {
  return {
    tag: "withdrawRequest",
    callback: `${withdrawUrl(baseUrl, token).href}/callback`,
    k1: k1OfToken(token),
    defaultDescription: description,
    minWithdrawable: Number(min),
    maxWithdrawable: Number(max),
  };
}

/** As text for a QR code or a link. The fast one has the offer in it, so that a wallet need not ask for it (LUD-08). */
export function withdrawLinks(baseUrl: string, token: string, offer: WithdrawOffer | undefined) {
  const url = withdrawUrl(baseUrl, token);
  const fast = new URL(url);
  for (const [name, value] of Object.entries(offer ?? {})) fast.searchParams.set(name, String(value));
  const request = encodeLnurl(url);
  const fastRequest = encodeLnurl(fast);
  return { request, fastRequest, uri: `lightning:${request}`, fastUri: `lightning:${fastRequest}` };
}
