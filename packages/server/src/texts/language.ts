import * as catalogue from "./catalogue.ts";
import type { en } from "./en/index.ts";
import type { Translated } from "./message.ts";

export type Language = keyof typeof catalogue;

/** Languages of pages and mails, by their code (ISO 639-1). English first, the others by the alphabet. */
export const LANGUAGES: readonly Language[] = (Object.keys(catalogue) as Language[]).toSorted(
  (a, b) => Number(b === "en") - Number(a === "en") || a.localeCompare(b, "en"),
);

export const TEXTS: Readonly<Record<Language, Translated<typeof en>>> = catalogue;

/** How a language calls itself, such as "Deutsch". */
export function ownNameOf(language: Language): string {
  const name = new Intl.DisplayNames(language, { type: "language" }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

export function isLanguage(text: string | undefined): text is Language {
  return LANGUAGES.some((language) => language === text);
}

/** The first wanted language that there is. `wanted`: tags such as "de-AT", the most wanted first (RFC 5646). */
export function chooseLanguage(wanted: readonly string[]): Language | undefined {
  return wanted.map((tag) => tag.toLowerCase().split(/[-_]/, 1)[0]).find(isLanguage);
}

/** More than a browser has. */
const TAGS_MAX = 20;

/** The tags of a header `Accept-Language`, the most wanted first (RFC 9110, section 12.5.4). */
export function acceptedTags(header: string | undefined): readonly string[] {
  return (header ?? "")
    .split(",", TAGS_MAX)
    .map((part) => {
      const [tag = "", weight = "q=1"] = part.split(";").map((piece) => piece.trim());
      return { tag, weight: Number(/^q=([\d.]+)$/.exec(weight)?.[1] ?? "0") };
    })
    .filter(({ tag, weight }) => tag !== "" && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ tag }) => tag);
}
