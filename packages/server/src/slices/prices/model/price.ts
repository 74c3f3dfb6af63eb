import type { Brand } from "#kernel/brand.ts";
import { AppError } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";

/** Whole cents of a US dollar, more than none. */
export type UsdCents = Brand<bigint, "UsdCents">;

/** What one bitcoin costs. */
export type Price = {
  readonly cents: UsdCents;
  /** When it was read. */
  readonly at: Date;
  /** `fixed`: made up for development, where nothing is asked. */
  readonly source: "market" | "fixed";
};

/** A price that was read longer ago is none. */
export const PRICE_AGE_MAX_MS = 600_000;

/** No price is known, or the last one is too old. */
export class PriceUnavailable extends AppError {
  constructor() {
    super("price_unavailable", "no price of the last ten minutes is known", { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

const RETRY_AFTER_SECONDS = 30;

/** Up to a thousand million of a currency. What is beyond is a mistake of the source. */
const PRICE = /^([0-9]{1,9})(?:\.([0-9]{1,20}))?$/;

/** Reads "97123.456" as hundredths of the currency. Undefined when it is no price. */
export function hundredthsOf(text: string, rounding: "down" | "up"): bigint | undefined {
  const [, whole, decimals = ""] = PRICE.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const down = BigInt(whole) * 100n + BigInt(decimals.padEnd(2, "0").slice(0, 2));
  const isExact = !/[1-9]/.test(decimals.slice(2));
  const rounded = isExact || rounding === "down" ? down : down + 1n;
  return rounded > 0n ? rounded : undefined;
}

/** Reads "97123.456" as cents, rounded down. Undefined when it is no price. */
export function centsOf(text: string): UsdCents | undefined {
  return hundredthsOf(text, "down") as UsdCents | undefined;
}

/** "97123.45". */
export function dollarsText(cents: bigint): string {
  return `${cents / 100n}.${String(cents % 100n).padStart(2, "0")}`;
}

/** What an amount is worth in dollars, "0.97", rounded down; "0.00" is less than a cent. */
export function worthOf({ cents }: Pick<Price, "cents">, amount: Msats): string {
  return dollarsText((amount * cents) / MSATS_PER_BITCOIN);
}

const MSATS_PER_BITCOIN = 100_000_000_000n;

/** The one in the middle; of an even number the lower of the two. One source that is far off changes little. */
export function medianOf(prices: readonly UsdCents[]): UsdCents | undefined {
  return prices.toSorted((a, b) => (a < b ? -1 : Number(a > b)))[Math.floor((prices.length - 1) / 2)];
}
