/** Languages of pages and mails, by their code (ISO 639-1). Each has a folder here. */
export const LANGUAGES = ["en", "de", "es", "fr", "pt"] as const;

export type Language = (typeof LANGUAGES)[number];

/** How each language calls itself. */
export const OWN_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  pt: "Português",
};

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
