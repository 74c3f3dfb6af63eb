import { LeydenError } from "./errors.ts";

/** Millisatoshis in a request: a bigint, a string of digits, or a whole number that JavaScript can hold exactly. */
export type Amount = bigint | string | number;

/** Fields of request bodies that hold an amount. */
type AmountField = "amount" | "maxFee" | "minAmount" | "maxAmount";
const AMOUNT_FIELDS: readonly string[] = ["amount", "maxFee", "minAmount", "maxAmount"] satisfies AmountField[];

/**
 * A request body as callers may write it: amounts in any of the three forms, and `undefined` where a field is optional.
 */
export type InputOf<Body> = {
  readonly [Field in keyof Body]: Body extends Record<Field, unknown>
    ? InputField<Body, Field>
    : InputField<Body, Field> | undefined;
};
type InputField<Body, Field extends keyof Body> = Field extends AmountField ? Amount : Body[Field];

const MSATS_PER_SAT = 1_000n;
const MSATS_MAX = 21_000_000n * 100_000_000n * MSATS_PER_SAT;

/**
 * Reads an amount of an answer, such as `payment.amount`, to calculate with it. Millisatoshis.
 *
 * @throws {LeydenError} `invalid_amount` when it is no whole number from 0 to 21 million BTC.
 */
export function msats(amount: Amount): bigint {
  const value = wholeNumber(amount);
  if (value === undefined || value > MSATS_MAX) throw invalidAmount("amount", amount);
  return value;
}

/**
 * Whole satoshis as millisatoshis: `sats(10)` is `10000n`.
 *
 * @throws {LeydenError} `invalid_amount` when it is no whole number from 0 to 21 million BTC.
 */
export function sats(amount: Amount): bigint {
  const value = wholeNumber(amount);
  if (value === undefined || value * MSATS_PER_SAT > MSATS_MAX) throw invalidAmount("amount", amount);
  return value * MSATS_PER_SAT;
}

/**
 * The body as it goes over the wire, with its amounts as strings of digits.
 *
 * @throws {LeydenError} `invalid_amount` when one is not a whole number above 0; nothing was sent.
 */
export function wireBody(input: object): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(input).map(([field, value]) => [
      field,
      AMOUNT_FIELDS.includes(field) && value !== undefined && value !== null ? amountText(field, value) : value,
    ]),
  );
}

function amountText(field: string, amount: unknown): string {
  const value = wholeNumber(amount);
  if (value === 0n) throw invalidAmount(field, amount, "must be above zero");
  if (value === undefined || value > MSATS_MAX) throw invalidAmount(field, amount);
  return String(value);
}

function wholeNumber(amount: unknown): bigint | undefined {
  switch (typeof amount) {
    case "bigint":
      return amount < 0n ? undefined : amount;
    case "number":
      return Number.isSafeInteger(amount) && amount >= 0 ? BigInt(amount) : undefined;
    case "string":
      return /^(?:0|[1-9][0-9]{0,18})$/.test(amount) ? BigInt(amount) : undefined;
    default:
      return undefined;
  }
}

const FORMS =
  'must be whole millisatoshis up to 21 million BTC, as a bigint, as a string such as "1500", or as a safe integer';

function invalidAmount(field: string, amount: unknown, issue = FORMS): LeydenError {
  return new LeydenError({
    code: "invalid_amount",
    message: `${field} ${issue}; it is ${String(amount)}`,
    details: [{ field, issue }],
    money: "nothing_moved",
    moneyText: "Nothing was sent.",
  });
}
