import { basisPointsOf, type Msats, maxOf, minOf, msats, sats } from "#kernel/money.ts";
import { visibleLine } from "#kernel/plain-line.ts";
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

/** Of small values: the most that is kept back, so that most of them arrives. Ours. */
const FLOOR_BASIS_POINTS_MAX = 1_000n;
const SAT = sats(1n);

/**
 * What can be paid out over Lightning: the value without what is kept back for the route. The taker chooses the route,
 * so its fee never comes from anywhere else. Undefined when nothing is left.
 *
 * `min` is `max` rounded down to whole sats, for wallets whose invoices have no others. Rounded down: `max`.
 */
export function payoutRange(amount: Msats, rules: PayoutRules): PayoutRange | undefined {
  const { wholeSats } = rules.capabilities;
  const most = amount - keptBack(amount, rules);
  if (most <= 0n) return undefined;
  const whole = most - (most % 1_000n);
  if (wholeSats && whole === 0n) return undefined;
  return { min: msats(whole === 0n ? most : whole), max: msats(wholeSats ? whole : most) };
}

/**
 * For the route: the share of payments, and of their floor at most a tenth of the value. One sat can always be paid
 * out, over a channel that costs nothing. A node that takes no fee limit says itself what it may spend.
 */
function keptBack(amount: Msats, { fees, capabilities: { feeLimit } }: PayoutRules): Msats {
  if (feeLimit.kind !== "exact") return feeLimit.reserve(amount);
  const floor = minOf(fees.floor, basisPointsOf(amount, FLOOR_BASIS_POINTS_MAX));
  const wanted = maxOf(floor, basisPointsOf(amount, fees.basisPoints));
  return minOf(wanted, msats(amount - minOf(amount, SAT)));
}

/** Rules by which a process has paid out. `isExact`: the fee limit is ours; else the node keeps back what it wants. */
export type UsedRule = {
  readonly floor: Msats;
  readonly basisPoints: bigint;
  readonly isExact: boolean;
  readonly wholeSats: boolean;
};

export function usedRuleOf({ fees, capabilities: { feeLimit, wholeSats } }: PayoutRules): UsedRule {
  return { floor: fees.floor, basisPoints: fees.basisPoints, isExact: feeLimit.kind === "exact", wholeSats };
}

/**
 * What a payment of the node for this amount may have been, by any of the rules that were ever used. Undefined: none of
 * them pays it out. Where rules are not known, or a node had its own, at least half: no more is kept back.
 */
export function paidOut(
  amount: Msats,
  rules: readonly UsedRule[],
): { readonly least: Msats; readonly most: Msats } | undefined {
  if (rules.length === 0 || rules.some(({ isExact }) => !isExact)) return { least: msats(amount / 2n), most: amount };
  const ranges = rules.flatMap(({ floor, basisPoints, wholeSats }) => {
    const capabilities = { feeLimit: { kind: "exact" }, wholeSats } as const;
    return payoutRange(amount, { fees: { floor, basisPoints }, capabilities }) ?? [];
  });
  const [first, ...others] = ranges;
  return others.reduce<ReturnType<typeof paidOut>>(
    (all, { min, max }) => all && { least: minOf(all.least, min), most: maxOf(all.most, max) },
    first && { least: first.min, most: first.max },
  );
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

/** The page for people. What stands behind the # is sent to no server by a browser. */
export function claimUrl(baseUrl: string, token: string): URL {
  return new URL(`${baseUrl}/claim#${token}`);
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
    defaultDescription: visibleLine(description),
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
