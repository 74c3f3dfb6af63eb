import { amountParts, plainAmount } from "../../ui/amount-text.ts";

const MSATS_PER_SAT = 1_000n;
/** More than there are: the service says what is too much. */
const SATS = /^(\d{1,16})(?:\.(\d{1,3}))?$/;
/** Groups as these pages print them. None begins with a zero: 0,001 means a part of a sat, in other languages. */
const GROUPED = /^[1-9]\d{0,2}(?:,\d{3})+(?:\.|$)/;

/** A number without what keeps its groups apart: commas, spaces. Wrong groups, such as 1,23, stay as they are. */
export function ungrouped(typed: string): string {
  const text = typed.replaceAll(/[\s_]/g, "");
  return GROUPED.test(text) ? text.replaceAll(",", "") : text;
}

/** Sats that a person typed, as msats, parts of a sat after a point. Undefined: no amount. */
export function msatsOf(typed: string): string | undefined {
  const [, whole, part = ""] = SATS.exec(ungrouped(typed)) ?? [];
  return whole === undefined ? undefined : String(BigInt(whole) * MSATS_PER_SAT + BigInt(part.padEnd(3, "0")));
}

/** As it is typed. Empty where there is none. */
export function satsOf(msats: string | null | undefined): string {
  return msats === null || msats === undefined ? "" : plainAmount(amountParts(msats, "sat"));
}

/** What is wrong with an amount that may be left out. */
export function wrongSats(typed: string): string | undefined {
  return typed.trim() === "" || msatsOf(typed) !== undefined
    ? undefined
    : "Type sats such as 50000, with a point before parts of one.";
}
