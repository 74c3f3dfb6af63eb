import type { Key, Texts } from "./texts/en.ts";

export type Translate = (key: Key, values?: Readonly<Record<string, string>>) => string;

/** One file for each language; a browser loads the one that it shows. */
const FILES = {
  en: async () => (await import("./texts/en.ts")).en,
  de: async () => (await import("./texts/de.ts")).de,
  es: async () => (await import("./texts/es.ts")).es,
  fr: async () => (await import("./texts/fr.ts")).fr,
  pt: async () => (await import("./texts/pt.ts")).pt,
} satisfies Record<string, () => Promise<Texts>>;

export type Language = keyof typeof FILES;
export const LANGUAGES = Object.keys(FILES) as readonly Language[];

/** The first wanted language that there is, and the locale for its numbers; English when there is none. */
export function chooseLanguage(wanted: readonly string[]): { readonly language: Language; readonly locale: string } {
  for (const locale of wanted) {
    const [language = ""] = locale.toLowerCase().split(/[-_]/);
    if (Object.hasOwn(FILES, language)) return { language: language as Language, locale: usable(locale, language) };
  }
  return { language: "en", locale: "en" };
}

/** `Intl` throws on what is no locale, such as `de_AT!`. */
function usable(locale: string, fallback: string): string {
  try {
    return Intl.getCanonicalLocales(locale.replace("_", "-"))[0] ?? fallback;
  } catch {
    return fallback;
  }
}

export async function loadTexts(language: Language): Promise<Texts> {
  return await FILES[language]();
}

/** `{name}` in a text stands for a value. */
export function translator(texts: Texts): Translate {
  return (key, values = {}) => texts[key].replaceAll(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
}
