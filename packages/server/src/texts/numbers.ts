/** How numbers are written and read: the one rule of a language for pages, mails and scripts (docs/decisions/0076). */
export type Numbers = {
  /** For `Intl`. */
  readonly locale: string;
  /** Before decimals. */
  readonly decimal: string;
  /** Between groups of digits, where there are more than one. */
  readonly group: string;
  /** "1.234.567". */
  whole(value: bigint | number): string;
  /** The digits of the same, in their groups: a page may show what is between them and not let it be copied. */
  groups(value: bigint): readonly string[];
  /** "1.234,5 sat", with as many decimals as there are. */
  sat(msats: bigint): string;
};

const KNOWN = new Map<string, Numbers>();

/**
 * `tag`: a language, such as "de", or with a country, such as "de-AT", which changes nothing: the mails know none, and
 * they say the same as the pages. Portuguese is as in Portugal.
 */
export function numbersIn(tag: string): Numbers {
  const [language = "en"] = tag.split("-", 1);
  const known = KNOWN.get(language) ?? makeNumbers(language === "pt" ? "pt-PT" : language);
  KNOWN.set(language, known);
  return known;
}

function makeNumbers(locale: string): Numbers {
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 });
  const marks = new Intl.NumberFormat(locale, { useGrouping: "always" }).formatToParts(1_234_567.8);
  const mark = (type: "group" | "decimal") => marks.find((part) => part.type === type)?.value;
  const decimal = mark("decimal") ?? ".";
  return {
    locale,
    decimal,
    group: mark("group") ?? "",
    whole: (value) => format.format(value),
    groups: (value) =>
      format
        .formatToParts(value)
        .filter(({ type }) => type === "integer")
        .map((part) => part.value),
    sat(msats) {
      const [sign, amount] = msats < 0n ? ["−", -msats] : ["", msats];
      return `${sign}${format.format(amount / 1000n)}${decimalsOf(amount, decimal)} sat`;
    },
  };
}

function decimalsOf(amount: bigint, mark: string): string {
  const decimals = String(amount % 1000n)
    .padStart(3, "0")
    .replace(/0+$/, "");
  return decimals === "" ? "" : `${mark}${decimals}`;
}
