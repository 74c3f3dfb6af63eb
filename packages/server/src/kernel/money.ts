import type { Brand } from "./brand.ts";
import { InvalidInput } from "./errors.ts";

/** Amount in millisatoshis: a whole number, never negative. 1 sat = 1000 msats. */
export type Msats = Brand<bigint, "Msats">;

/** 21 million BTC. No amount in the system can be larger, so anything above it is a mistake. */
export const MSATS_MAX = 21_000_000n * 100_000_000n * 1000n;

/** @throws {InvalidInput} when `value` is negative or above 21 million BTC. */
export function msats(value: bigint, field = "amount"): Msats {
  if (value < 0n) throw new InvalidInput(field, "must not be negative", "invalid_amount");
  if (value > MSATS_MAX) throw new InvalidInput(field, "must not exceed 21 million BTC", "invalid_amount");
  return value as Msats;
}

const AMOUNT = /^[1-9][0-9]{0,18}$/;

/**
 * Reads the wire form of an amount: decimal digits, no sign, no leading zero ("1500"). Zero is not an amount.
 * One regular expression decides: `BigInt` alone would take "" for 0 and " 1" for 1.
 * @throws {InvalidInput} with code `invalid_amount`.
 */
export function parseMsats(text: string, field = "amount"): Msats {
  if (text === "0") throw new InvalidInput(field, "must be above zero", "invalid_amount");
  if (!AMOUNT.test(text))
    throw new InvalidInput(
      field,
      'must be a whole number of millisatoshis as a string, such as "1500"',
      "invalid_amount",
    );
  return msats(BigInt(text), field);
}

export function sats(value: bigint): Msats {
  return msats(value * 1000n);
}

/** Share of `amount` in basis points, rounded up to the next msat: a fee is never short-charged. */
export function basisPointsOf(amount: Msats, basisPoints: bigint): Msats {
  return msats((amount * basisPoints + 9_999n) / 10_000n);
}

export function maxOf(a: Msats, b: Msats): Msats {
  return a > b ? a : b;
}

export function minOf(a: Msats, b: Msats): Msats {
  return a < b ? a : b;
}
