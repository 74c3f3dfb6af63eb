import type { Brand } from "./brand.ts";
import { InvalidInput } from "./errors.ts";

/**
 * Amount in the smallest unit of a currency, such as cents: a whole number, never negative. All currencies here have
 * two decimals (ISO 4217).
 */
export type Minor = Brand<bigint, "Minor">;

/** What people can pay with (ISO 4217). */
export const CURRENCIES = ["EUR", "USD", "GBP", "CHF", "CAD", "AUD", "BRL"] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Below ten thousand million of the currency: more is a mistake. */
const MINOR_MAX = 999_999_999_999n;

/** @throws {InvalidInput} when `value` is negative or of ten thousand million or more of the currency. */
export function minor(value: bigint, field = "amount"): Minor {
  if (value < 0n) throw new InvalidInput(field, "must not be negative", "invalid_amount");
  if (value > MINOR_MAX) throw new InvalidInput(field, "is too large", "invalid_amount");
  return value as Minor;
}

const DECIMAL = /^(0|[1-9][0-9]{0,9})(?:\.([0-9]{1,2}))?$/;

/**
 * Reads "25" and "25.5" as 2500 and 2550.
 * @throws {InvalidInput} with code `invalid_amount`.
 */
export function parseMinor(text: string, field = "amount"): Minor {
  const [, whole, decimals = ""] = DECIMAL.exec(text) ?? [];
  if (whole === undefined) throw new InvalidInput(field, 'must be an amount such as "25.00"', "invalid_amount");
  return minor(BigInt(whole) * 100n + BigInt(decimals.padEnd(2, "0")), field);
}

/** 2550 as "25.50". */
export function decimalOf(amount: Minor): string {
  return `${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;
}

/** Share of `amount` in basis points, rounded up to the next minor unit: a fee is never short-charged. */
export function minorShare(amount: Minor, basisPoints: bigint): Minor {
  return minor((amount * basisPoints + 9_999n) / 10_000n);
}
