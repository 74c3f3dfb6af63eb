import type { ramp } from "../../../server/src/texts/en/ramp.ts";
import { fill, formOf, type Message } from "../../../server/src/texts/message.ts";

export type Key = keyof typeof ramp;
type Texts = Readonly<Record<Key, Message>>;
export type Translate = (key: Key, values?: Readonly<Record<string, string>>) => string;

/**
 * The texts of this page in each language that the server has; a browser loads the file of the one that it shows. That
 * none lacks a text, the server's types say.
 */
const FILES = import.meta.glob<Texts>("../../../server/src/texts/*/ramp.ts", { import: "ramp" });
const fileOf = (language: string) => `../../../server/src/texts/${language}/ramp.ts`;

/** The first wanted language that there is, and the locale for its numbers; English when there is none. */
export function chooseLanguage(wanted: readonly string[]): { readonly language: string; readonly locale: string } {
  const parts = wanted.map((locale) => ({ locale, language: locale.toLowerCase().split(/[-_]/)[0] ?? "" }));
  const language = parts.find((part) => Object.hasOwn(FILES, fileOf(part.language)))?.language ?? "en";
  const locales = parts.filter((part) => part.language === language).map(({ locale }) => usable(locale, language));
  // A country says more about numbers than the language of the page.
  return { language, locale: locales.find((locale) => locale !== language) ?? language };
}

/** `Intl` throws on what is no locale, such as `de_AT!`. */
function usable(locale: string, fallback: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replace("_", "-"))[0] ?? fallback;
  } catch {
    return fallback;
  }
}

export async function loadTexts(language: string): Promise<Texts> {
  const load = FILES[fileOf(language)];
  if (load === undefined) throw new Error(`there are no texts in ${language}`);
  return await load();
}

/** `{name}` in a text stands for a value; `count` chooses the form by number, where a text has forms. */
export function translator(texts: Texts, language: string): Translate {
  const plural = new Intl.PluralRules(language);
  return (key, values = {}) => fill(formOf(texts[key], plural, values), values).join("");
}
