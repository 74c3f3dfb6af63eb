import { AppError } from "#kernel/errors.ts";
import { decimalOf, type Minor, minor, minorShare } from "#kernel/fiat.ts";
import { type Msats, msats } from "#kernel/money.ts";

/** How long a quote holds. Source: docs/contract.md, state `quoted`. */
export const QUOTE_MS = 60_000;

/** Of one bitcoin. */
const MSATS = 100_000_000_000n;
const MSATS_PER_SAT = 1_000n;

/** What the operator takes of each purchase: a share, and at least an amount. */
export type RampFees = { readonly basisPoints: bigint; readonly minimum: Minor };

export type Offer = { readonly fee: Minor; readonly amount: Msats };

/**
 * What a person gets for `source`, our fee in it. The fee is rounded up, the bitcoin down to whole sats.
 * @throws {AmountTooSmall} when nothing is left of it.
 */
export function offerFor(source: Minor, price: Minor, fees: RampFees): Offer {
  const share = minorShare(source, fees.basisPoints);
  const fee = share > fees.minimum ? share : fees.minimum;
  const sats = fee >= source ? 0n : ((source - fee) * MSATS) / price / MSATS_PER_SAT;
  if (sats === 0n) throw new AmountTooSmall(fees.minimum);
  return { fee, amount: msats(sats * MSATS_PER_SAT) };
}

/** The least that `offerFor` turns into `wanted` or more; what is no whole sat is rounded up to one. */
export function sourceFor(wanted: Msats, price: Minor, { basisPoints, minimum }: RampFees): Minor {
  const sats = (wanted + MSATS_PER_SAT - 1n) / MSATS_PER_SAT;
  const value = (sats * MSATS_PER_SAT * price + MSATS - 1n) / MSATS;
  const withShare = (value * 10_000n + 9_999n - basisPoints) / (10_000n - basisPoints);
  const withMinimum = value + minimum;
  return minor(withShare > withMinimum ? withShare : withMinimum);
}

/** The same amount in another currency by the prices of a bitcoin in both, rounded up: for limits. */
export function worthIn(amount: Minor, from: Minor, to: Minor): Minor {
  return minor((amount * to + from - 1n) / from);
}

export class AmountTooSmall extends AppError {
  constructor(minimum: Minor) {
    super("invalid_amount", `the amount must be at least ${decimalOf(minimum)}`, {
      details: [{ field: "amount", issue: `must be at least ${decimalOf(minimum)}` }],
    });
  }
}

/** One holds for a minute. */
export class QuoteExpired extends AppError {
  constructor() {
    super("quote_expired", "the price was good for 60 seconds; ask for another one");
  }
}
