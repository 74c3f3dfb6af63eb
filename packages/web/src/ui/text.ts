import { fill, formOf, type Message } from "../../../server/src/texts/message.ts";
import { numbersIn } from "../../../server/src/texts/numbers.ts";

export type Texts<Key extends string> = Readonly<Record<Key, Message>>;

/** Files with the texts of one page, by language; a browser loads the one of the language that it shows. */
export type TextFiles<Key extends string> = Readonly<Record<string, () => Promise<Texts<Key>>>>;

export type Translate<Key extends string> = (key: Key, values?: Readonly<Record<string, string>>) => string;

/** The first wanted language that there is, and the locale for its dates; English when there is none. */
export function chooseLanguage(
  wanted: readonly string[],
  languages: readonly string[],
): { readonly language: string; readonly locale: string } {
  const parts = wanted.map((locale) => ({ locale, language: locale.toLowerCase().split(/[-_]/)[0] ?? "" }));
  const language = parts.find((part) => languages.includes(part.language))?.language ?? "en";
  const locales = parts.filter((part) => part.language === language).map(({ locale }) => usable(locale, language));
  // A country says more about dates than the language of the page.
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

/** `files`: by path, as the bundler finds them in the folder of each language. */
export function textFiles<Key extends string>(files: TextFiles<Key>): TextFiles<Key> {
  return Object.fromEntries(Object.entries(files).map(([path, load]) => [path.split("/").at(-2) ?? "", load]));
}

/** The same where each language is one file of the page, such as `texts/de.ts`. */
export function textsByLanguage<Key extends string>(files: TextFiles<Key>): TextFiles<Key> {
  return Object.fromEntries(
    Object.entries(files).map(([path, load]) => [path.slice(-"de.ts".length, -".ts".length), load]),
  );
}

export async function loadTexts<Key extends string>(files: TextFiles<Key>, language: string): Promise<Texts<Key>> {
  const load = Object.hasOwn(files, language) ? files[language] : undefined;
  if (load === undefined) throw new Error(`there are no texts in ${language}`);
  return await load();
}

/** `{name}` in a text stands for a value; `count` chooses the form by number, where a text has forms. */
export function translator<Key extends string>(texts: Texts<Key>, language: string): Translate<Key> {
  const plural = new Intl.PluralRules(numbersIn(language).locale);
  return (key, values = {}) => fill(formOf(texts[key], plural, values), values).join("");
}
