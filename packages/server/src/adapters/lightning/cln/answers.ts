import { YEAR_10000_MS } from "#kernel/clock.ts";
import { NodeUnavailable } from "#lightning";
import { type Fields, fieldsOf, nonsense } from "../answers.ts";

/**
 * Reads answers of Core Lightning besides `../answers.ts`. A `groupid` has 64 bits and no `number` holds it, so each
 * number of an answer stays the text that it is.
 */
type Reviver = (key: string, value: unknown) => unknown;

/** No list of a node is longer. Ours. */
const LONG_LIST_MAX = 100_000;
const COUNT = /^(0|[1-9][0-9]{0,15})$/;
const ID_64 = /^(0|[1-9][0-9]{0,19})$/;
const LABEL_MAX = 128;

/** @throws {NodeUnavailable} */
export function parseAnswer(text: string): unknown {
  const keepText = (_: string, value: unknown, context: { readonly source?: string }) =>
    typeof value === "number" ? context.source : value;
  try {
    return JSON.parse(text, keepText as Reviver);
  } catch (cause) {
    throw new NodeUnavailable("the node answered something that is not JSON", { cause, why: "stranger" });
  }
}

/** A list of which the node alone knows the length: channels, coins, tries of a payment. */
export function longListOf(value: unknown): readonly Fields[] {
  if (!Array.isArray(value) || value.length > LONG_LIST_MAX) throw nonsense("a list", value);
  return value.map(fieldsOf);
}

/** A number that we can count with. */
export function numberOf(value: unknown): number {
  const number = typeof value === "string" && COUNT.test(value) ? Number(value) : Number.NaN;
  if (!Number.isSafeInteger(number)) throw nonsense("a number", value);
  return number;
}

/** A number of up to 64 bits that only names something. */
export function id64Of(value: unknown): string {
  if (typeof value !== "string" || !ID_64.test(value)) throw nonsense("a number of 64 bits", value);
  return value;
}

/** From seconds since 1970. */
export function timeOf(value: unknown): Date {
  const ms = numberOf(value) * 1_000;
  if (ms >= YEAR_10000_MS) throw nonsense("a time", value);
  return new Date(ms);
}

/** The label of an invoice: any text, also none. */
export function labelOf(value: unknown): string {
  if (typeof value !== "string" || value.length > LABEL_MAX) throw nonsense("a label", value);
  return value;
}
