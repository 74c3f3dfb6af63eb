/** Amounts as people type them, in the unit that they have chosen. Text in, text out. */
import { numbersIn } from "../../../server/src/texts/numbers.ts";
import { amountParts, plainAmount, worthOf } from "./amount-text.ts";
import { digitsOf } from "./format.ts";
import type { Price, Shown } from "./unit.ts";

const MSATS_PER_SAT = 1_000n;
const SATS_PER_BTC = 100_000_000n;
const HUNDREDTHS_DIGITS = 2;
const BTC_DIGITS = 8;

/** How an amount is typed. `price`: of fiat. */
export type Typing = { readonly unit: Shown; readonly locale: string; readonly price: Price | undefined };

/**
 * What a person typed, as msats; undefined when it is no amount above zero. Whole sats in every unit: fiat is rounded
 * down to them.
 */
export function msatsTyped(typed: string, { unit, locale, price }: Typing): string | undefined {
  const [whole, decimals] = digitsOf(typed, locale) ?? [];
  if (whole === undefined || decimals === undefined) return undefined;
  const sats = satsOf({ whole, decimals }, unit, price);
  return sats === undefined || sats === 0n ? undefined : String(sats * MSATS_PER_SAT);
}

type Digits = { readonly whole: string; readonly decimals: string };

function satsOf({ whole, decimals }: Digits, unit: Shown, price: Price | undefined): bigint | undefined {
  switch (unit) {
    case "sat":
      return decimals === "" ? BigInt(whole) : undefined;
    case "btc":
      return decimals.length > BTC_DIGITS ? undefined : BigInt(whole + decimals.padEnd(BTC_DIGITS, "0"));
    case "fiat": {
      const perBitcoin = hundredthsOf(price?.price ?? "");
      if (decimals.length > HUNDREDTHS_DIGITS || perBitcoin === 0n) return undefined;
      return (BigInt(whole + decimals.padEnd(HUNDREDTHS_DIGITS, "0")) * SATS_PER_BTC) / perBitcoin;
    }
  }
}

function hundredthsOf(price: string): bigint {
  const [whole = "", part = ""] = price.split(".");
  return BigInt(`${whole}${part.slice(0, HUNDREDTHS_DIGITS).padEnd(HUNDREDTHS_DIGITS, "0")}`);
}

/** The amount as a person would type it. What is less than a sat is left out. */
export function typedOf(msats: string, { unit, locale, price }: Typing): string {
  const whole = String(BigInt(msats) - (BigInt(msats) % MSATS_PER_SAT));
  if (unit === "fiat" && price !== undefined) return marked(worthOf(whole, price.price), locale);
  const text = plainAmount(amountParts(whole, unit === "btc" ? "btc" : "sat"));
  return marked(text.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, ""), locale);
}

/** With the mark of decimals that the locale has. */
function marked(text: string, locale: string): string {
  return text.replace(".", numbersIn(locale).decimal);
}
