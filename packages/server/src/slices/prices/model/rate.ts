import type { Currency } from "#kernel/fiat.ts";
import { hundredthsOf } from "./price.ts";

/** What a bitcoin costs in a currency, for who sells it. */
export type Rate = {
  /** Minor units of the currency for one bitcoin; all currencies here have two decimals. */
  readonly minorPerBtc: bigint;
  /** The oldest time among the tickers that agree. */
  readonly at: Date;
  /** `fixed`: made up, where money is worth nothing. */
  readonly source: "market" | "fixed";
};

/** What one ticker says. */
export type Vote = {
  /** Rounded up. */
  readonly minorPerBtc: bigint;
  /** When it was so: the ticker's own time where it says one, else when it was read. */
  readonly at: Date;
};

/** What a ticker said longer ago does not count (decision 0030). */
export const RATE_AGE_MAX_MS = 60_000;

/** Tickers that agree are this near to the median, in percent of it (decision 0030). */
const DISTANCE_MAX_PERCENT = 1n;

/** One ticker alone is not believed (decision 0030). */
const AGREEING_MIN = 2;

/** What a bitcoin costs where nothing is asked. Ours. */
export const FIXED_PRICES: Readonly<Record<Currency, string>> = {
  USD: "100000",
  EUR: "92000",
  GBP: "79000",
  CHF: "90000",
  CAD: "137000",
  AUD: "152000",
  BRL: "540000",
};

/**
 * Reads "97123.456" as minor units, rounded up: the seller never gives a bitcoin for less. Undefined when it is no
 * price.
 */
export function minorPerBtcOf(text: string): bigint | undefined {
  return hundredthsOf(text, "up");
}

/** A time that lies ahead by as much is none either: it would stay young for as long as it likes. */
export function isYoung(at: Date, now: Date): boolean {
  return Math.abs(now.getTime() - at.getTime()) <= RATE_AGE_MAX_MS;
}

/**
 * The median of what is young, when it has another vote within 1 % of it; of an even number the higher of the two in
 * the middle. What is further off supports nothing. It is not a second median of those within 1 %: a liar close to one
 * of two that disagree could move that beyond both, and one liar among three never moves this one beyond the other two.
 */
export function agreedRate(votes: readonly Vote[], now: Date): Rate | undefined {
  const young = votes.filter(({ at }) => isYoung(at, now));
  const median = medianOf(young.map(({ minorPerBtc }) => minorPerBtc));
  if (median === undefined) return undefined;
  const agreeing = young.filter(({ minorPerBtc }) => isNear(minorPerBtc, median));
  if (agreeing.length < AGREEING_MIN) return undefined;
  const at = new Date(Math.min(now.getTime(), ...agreeing.map((vote) => vote.at.getTime())));
  return { minorPerBtc: median, at, source: "market" };
}

function medianOf(prices: readonly bigint[]): bigint | undefined {
  return prices.toSorted((a, b) => (a < b ? -1 : Number(a > b)))[Math.floor(prices.length / 2)];
}

function isNear(price: bigint, median: bigint): boolean {
  const distance = price < median ? median - price : price - median;
  return distance * 100n <= median * DISTANCE_MAX_PERCENT;
}

const SECONDS = /^[0-9]{10}(?:\.[0-9]{1,9})?$/;
const MILLISECONDS = /^[0-9]{13}$/;
const ISO = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

/** Reads the time of a ticker: seconds or milliseconds since 1970, or ISO 8601 with its zone. */
export function timeOf(text: string): Date | undefined {
  if (MILLISECONDS.test(text)) return new Date(Number(text));
  if (SECONDS.test(text)) return new Date(Math.floor(Number(text) * 1000));
  const ms = ISO.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? undefined : new Date(ms);
}
