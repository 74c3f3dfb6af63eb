/**
 * Text that a project wrote, for a mail or a page of ours: one line in which programs find no link, and that cannot turn the text around it.
 * At most `charactersMax` characters of the original (Unicode code points).
 */
export function plainLine(text: string, charactersMax: number): string {
  const characters = [...visibleLine(text.normalize("NFC"))];
  const cut =
    characters.length > charactersMax
      ? `${characters.slice(0, charactersMax).join("").trimEnd()}…`
      : characters.join("");
  return cut.replaceAll(AT, " $1 ").replaceAll(SCHEME, "$1 ").replaceAll(DOT, "$1 ");
}

/** `text` on one line, without what is not seen and what can turn the text around it. For wallets, which show plain text. */
export function visibleLine(text: string): string {
  return text.replaceAll(UNSEEN, " ").replaceAll(/\s+/g, " ").trim();
}

/**
 * Control characters, marks of direction and other characters that are not seen, and halves of a character. The joiner inside emoji
 * (U+200D) stays.
 */
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Of "alice@example.com", in the forms that stand for one another (Unicode, NFKC). */
const AT = /\s*([@＠﹫])\s*/gu;
/** Of "https://", "lightning:", "mailto:". */
const SCHEME = /(?<=\p{L}[\p{L}\p{N}+.-]*)([:：])(?=\S)/gu;
/** Inside "example.com", also after a number; "0.5" stays. */
const DOT = /(?<=[\p{L}\p{N}\p{M}])([.．。｡])(?=[\p{L}\p{M}])/gu;
