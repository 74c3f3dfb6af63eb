import type { AppError, Message, MessageValue, Wait } from "#kernel/errors.ts";
import type { Msats } from "#kernel/money.ts";
import type { en } from "./en/index.ts";
import { failureText } from "./failure-texts.ts";
import { type Language, TEXTS } from "./language.ts";
import { fill, formOf, type NamesOf } from "./message.ts";
import { numbersIn } from "./numbers.ts";

export type TextKey = keyof typeof en;

/** Values of a text by name; none for a text without. */
type Values<K extends TextKey, T> = [NamesOf<(typeof en)[K]>] extends [never]
  ? []
  : [Readonly<Record<NamesOf<(typeof en)[K]>, T>>];

/** What a person is told of a failure, in the language of whoever reads it. */
export function message<K extends TextKey>(key: K, ...[values]: Values<K, MessageValue>): Message {
  return { key, values: values ?? {} };
}

/** For programs and logs. */
export function english(message: Message): string {
  return readerOf("en").write(message);
}

/** Who reads a page or a mail: texts, numbers and times in one language. */
export type Reader = {
  readonly language: Language;
  text<K extends TextKey>(key: K, ...values: Values<K, MessageValue>): string;
  /** With pieces of a page as values. */
  parts<K extends TextKey, T>(key: K, ...values: Values<K, T>): readonly (string | T)[];
  /** What was chosen with `message`. */
  write(message: Message): string;
  /** What is said of a failure: its own text, or that of its code. What programs are told is not for people. */
  failure(failure: Pick<AppError, "code" | "forPeople">): string;
  /** "1,234.5 sat", with as many decimals as there are. */
  sat(amount: Msats): string;
  /** "$1,234.50", of a decimal number and a currency by its code (ISO 4217). */
  fiat(amount: string, currency: string): string;
  /** "20 December 2026 at 16:12 UTC". */
  moment(time: Date): string;
  /** "a, b or c". */
  anyOf<T>(items: readonly T[]): readonly (string | T)[];
};

const READERS = new Map<Language, Reader>();

export function readerOf(language: Language): Reader {
  const known = READERS.get(language) ?? makeReader(language);
  READERS.set(language, known);
  return known;
}

function makeReader(language: Language): Reader {
  const { locale: numbers, whole, sat } = numbersIn(language);
  const plural = new Intl.PluralRules(numbers);
  // English dates as in Europe: the day comes first, as in the four other languages.
  const dates = language === "en" ? "en-GB" : numbers;
  const time = new Intl.DateTimeFormat(dates, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  const duration = new Intl.DurationFormat(numbers, { style: "long" });
  const list = new Intl.ListFormat(numbers, { type: "disjunction" });

  const parts = <T>(key: string, values: Readonly<Record<string, T>> = {}) =>
    fill(formOf(TEXTS[language][key as TextKey], plural, values), values);
  const written = (value: MessageValue) => {
    if (typeof value === "string") return value;
    if (typeof value === "bigint") return sat(value);
    return typeof value === "number" ? whole(value) : duration.format(roughly(value));
  };
  const text = (key: string, values: Readonly<Record<string, MessageValue>> = {}) =>
    parts(key, values).map(written).join("");

  return {
    language,
    text,
    parts,
    write: ({ key, values }) => text(key, values),
    failure: ({ code, forPeople }) =>
      forPeople === undefined ? text(failureText(code)) : text(forPeople.key, forPeople.values),
    sat,
    fiat: (amount, currency) =>
      new Intl.NumberFormat(numbers, { style: "currency", currency }).format(amount as Intl.StringNumericLiteral),
    moment: (at) => `${time.format(at)} UTC`,
    anyOf: (items) =>
      list
        .formatToParts(items.map((_, i) => String(i)))
        .map(({ type, value }) => (type === "element" ? (items[Number(value)] ?? value) : value)),
  };
}

/** From two hours on, in hours. */
function roughly({ minutes }: Wait): { readonly minutes: number } | { readonly hours: number } {
  return minutes < 120 ? { minutes } : { hours: Math.ceil(minutes / 60) };
}
