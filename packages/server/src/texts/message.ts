/** A text with `{name}` where a value goes; forms by number where the language has them (CLDR plural rules). */
export type Message = string | Forms;

/** By the value `count`. What a language has more, such as `many` in French, is as `other`. */
export type Forms = { readonly one: string; readonly other: string };

/** Another language has the same keys; a text is a text, and forms are forms. */
export type Translated<T> = { readonly [K in keyof T]: T[K] extends string ? string : Forms };

type NamesOfText<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesOfText<Rest> : never;

/** Names of the values of a message; forms have `count` as well. */
export type NamesOf<M> = M extends { readonly one: infer One; readonly other: infer Other }
  ? NamesOfText<One> | NamesOfText<Other> | "count"
  : NamesOfText<M>;

/** The form of a message for the value `count`, by the rules of its language. */
export function formOf(message: Message, plural: Intl.PluralRules, { count }: { readonly count?: unknown }): string {
  if (typeof message === "string") return message;
  return plural.select(Number(count)) === "one" ? message.one : message.other;
}

const VALUE = /\{(\w+)\}/;

/** The text, cut where values go, with the values between. */
export function fill<T>(text: string, values: Readonly<Record<string, T>>): readonly (string | T)[] {
  return text.split(VALUE).map((piece, i) => (i % 2 === 0 ? piece : (values[piece] ?? `{${piece}}`)));
}
