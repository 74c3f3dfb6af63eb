/** Amounts as people read and copy them. Text in, text out: nothing is calculated with floating numbers. */
import { numbersIn } from "../../../server/src/texts/numbers.ts";

const MSATS_PER_SAT = 1_000n;
const MSATS_PER_BTC = 100_000_000_000n;

export type Unit = "sat" | "btc";

/** `whole`: before the mark of decimals. `decimals`: behind it; empty where there are none. */
export type AmountParts = {
  readonly sign: "" | "-";
  readonly whole: bigint;
  readonly decimals: string;
};

/** `msats`: millisatoshis as digits, with a minus before them or without. */
export function amountParts(msats: string, unit: Unit): AmountParts {
  const value = BigInt(msats);
  const amount = value < 0n ? -value : value;
  const [per, fixed] = unit === "sat" ? ([MSATS_PER_SAT, 0] as const) : ([MSATS_PER_BTC, 8] as const);
  const all = String(amount % per).padStart(String(per).length - 1, "0");
  const decimals = all.slice(0, fixed) + all.slice(fixed).replace(/0+$/, "");
  return { sign: value < 0n ? "-" : "", whole: amount / per, decimals };
}

/** As it is copied and typed: without anything between the digits, and with a point. */
export function plainAmount({ sign, whole, decimals }: AmountParts): string {
  return `${sign}${whole}${decimals === "" ? "" : `.${decimals}`}`;
}

/** As it is read in a sentence: "1,234.5 sat". */
export function satText(msats: string, locale: string): string {
  return numbersIn(locale).sat(BigInt(msats));
}

/** What an amount is worth, rounded down to hundredths. `price`: of one bitcoin, such as "95000.00". */
export function worthOf(msats: string, price: string): string {
  const [whole = "", part = ""] = price.split(".");
  const hundredths = BigInt(`${whole}${part.slice(0, 2).padEnd(2, "0")}`);
  const worth = (BigInt(msats) * hundredths) / MSATS_PER_BTC;
  const [sign, amount] = worth < 0n ? ["-", -worth] : ["", worth];
  return `${sign}${amount / 100n}.${String(amount % 100n).padStart(2, "0")}`;
}
