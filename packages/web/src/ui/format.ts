/**
 * Amounts, prices and times as people read them. Text in, text out: no amount becomes a floating number that is
 * calculated with.
 */
import { numbersIn } from "../../../server/src/texts/numbers.ts";

const MSATS_PER_SAT = 1_000n;
const SATS_PER_BTC = 100_000_000n;

export type Format = ReturnType<typeof formatIn>;

export function formatIn(locale: string) {
  const { locale: numbers, whole } = numbersIn(locale);
  const coins = new Intl.NumberFormat(numbers, { minimumFractionDigits: 8 });
  const typed = new Intl.NumberFormat(numbers, { minimumFractionDigits: 2, useGrouping: false });
  return {
    locale,
    /** An amount as a person would type it. */
    typed: (amount: string): string => typed.format(amount as Intl.StringNumericLiteral),
    /** Without decimals where it has none. */
    round(amount: string, currency: string): string {
      const style = { style: "currency", currency, trailingZeroDisplay: "stripIfInteger" } as const;
      return new Intl.NumberFormat(numbers, style).format(amount as Intl.StringNumericLiteral);
    },
    date(iso: string): string {
      return new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(new Date(iso));
    },
    /** `amount`: decimal text such as "25.00". `Intl` takes decimal text as it is. */
    money(amount: string, currency: string): string {
      const style = { style: "currency", currency } as const;
      return new Intl.NumberFormat(numbers, style).format(amount as Intl.StringNumericLiteral);
    },
    /** `msats`: millisatoshis as text. Rounded down. */
    sats: (msats: string): string => whole(BigInt(msats) / MSATS_PER_SAT),
    btc: (msats: string): string => coins.format(btcText(msats) as Intl.StringNumericLiteral),
    time: (iso: string): string => new Intl.DateTimeFormat(locale, { timeStyle: "short" }).format(new Date(iso)),
  };
}

/** Bitcoin with 8 decimals, rounded down. */
export function btcText(msats: string): string {
  const sats = BigInt(msats) / MSATS_PER_SAT;
  return `${sats / SATS_PER_BTC}.${String(sats % SATS_PER_BTC).padStart(8, "0")}`;
}

/** Between groups of digits: spaces, and the apostrophe of Switzerland, in any form. */
const SPACES = /(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g;
/** In India the higher groups have two digits. Nobody groups after a zero: 0.001 has decimals in all languages. */
const GROUPS = /^[1-9]\d{0,2}([.,])(?:\d{2,3}\1)*\d{3}$/;

/**
 * What a person typed, as digits before and after the mark of decimals; undefined when it is no number. One mark alone
 * is read as the locale writes it: in German 1.234 is a thousand and more, in English it is none and more. Where it can
 * stand for decimals alone, it does, in all languages.
 */
export function digitsOf(typed: string, locale: string): readonly [whole: string, decimals: string] | undefined {
  const { group, decimal } = numbersIn(locale);
  const text = typed.trim().replaceAll(SPACES, "");
  const marks = text.replaceAll(/\d/g, "");
  const last = Math.max(text.lastIndexOf("."), text.lastIndexOf(","));
  const isGroup = marks.length === 1 ? marks === group && GROUPS.test(text) : marks.length > 1 && GROUPS.test(text);
  if (marks.length === 1 && marks !== decimal && marks !== group && GROUPS.test(text)) return undefined;
  const cut = last < 0 || isGroup ? text.length : last;
  const whole = text.slice(0, cut);
  const decimals = text.slice(cut + 1);
  const isWhole = /^\d{1,12}$/.test(whole) || (GROUPS.test(whole) && GROUPS.exec(whole)?.[1] !== text[last]) || isGroup;
  return isWhole && /^\d*$/.test(decimals) ? [String(BigInt(whole.replaceAll(/[.,]/g, ""))), decimals] : undefined;
}

/** What a person typed as an amount of money, as decimal text with two decimals; undefined when it is none. */
export function amountText(typed: string, locale: string): string | undefined {
  const [whole, decimals = ""] = digitsOf(typed, locale) ?? [];
  return whole === undefined || whole.length > 7 || decimals.length > 2
    ? undefined
    : `${whole}.${decimals.padEnd(2, "0")}`;
}

/** What a person typed as whole sats, as digits; undefined when it is none. */
export function satsText(typed: string, locale: string): string | undefined {
  const [whole, decimals] = digitsOf(typed, locale) ?? [];
  return decimals === "" && whole !== "0" ? whole : undefined;
}

/** Seconds as 0:07. */
export function clockText(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The middle of a long destination left out. */
export function shortText(text: string, characters = 34): string {
  if (text.length <= characters) return text;
  const half = Math.floor((characters - 1) / 2);
  return `${text.slice(0, half)}…${text.slice(-half)}`;
}
