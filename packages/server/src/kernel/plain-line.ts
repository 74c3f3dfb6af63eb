/**
 * Text that a project wrote, for a mail or a page of ours: one line in which programs find no link and people see none,
 * and that cannot turn the text around it. Characters get the plain form that programs read in a link (Unicode, NFKC):
 * "．" and "․" are a dot. At most `charactersMax` characters of that (Unicode code points).
 */
export function plainLine(text: string, charactersMax: number): string {
  const characters = [...visibleLine(text.normalize("NFKC"))];
  const cut =
    characters.length > charactersMax
      ? `${characters.slice(0, charactersMax).join("").trimEnd()}…`
      : characters.join("");
  return cut
    .replaceAll(AT, " $1 ")
    .replaceAll(SCHEME, "$1 ")
    .replaceAll(SLASHES, "/ ")
    .replaceAll(NUMBERS, (address) => address.replaceAll(/[.。]/g, "$& "))
    .replaceAll(WWW, "$1 ")
    .replaceAll(DOT, "$1 ");
}

/**
 * `text` on one line, without what is not seen and what can turn the text around it. For wallets, which show plain
 * text.
 */
export function visibleLine(text: string): string {
  return text.replaceAll(UNSEEN, " ").replaceAll(/\s+/g, " ").trim();
}

/**
 * `text` with its lines and tabs. What else is not seen, or can turn the text around it, becomes U+FFFD: for what other
 * people's servers say.
 */
export function visibleText(text: string): string {
  const unseen = (character: string) => (character === "\n" || character === "\t" ? character : "\uFFFD");
  return text.replaceAll(/\r\n?/g, "\n").replaceAll(UNSEEN, unseen);
}

/**
 * Control characters, marks of direction and other characters that are not seen, and halves of a character. The joiner
 * inside emoji (U+200D) stays.
 */
const UNSEEN = /(?!\u200d)[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;
/** Of "alice@example.com". */
const AT = /\s*(@)\s*/gu;
/** Of "https://", "lightning:", "mailto:". */
const SCHEME = /(?<=\p{L}[\p{L}\p{N}+.-]*)(:)(?=\S)/gu;
/** Of "//example". */
const SLASHES = /\/(?=\/)/gu;
/** IP addresses of version 4. "1.2.3" stays. */
const NUMBERS = /\d+(?:[.。]\d+){3,}/gu;
/** Before anything. */
const WWW = /(?<=www)([.。])(?=\S)/giu;
/**
 * Inside "example.com", also after a number; "0.5" stays. The dots are those that a host's name may have (UTS 46), and
 * the letters that look like one (Unicode, confusables.txt).
 */
const DOT = /(?<=[\p{L}\p{N}\p{M}\p{S}\u200d])([.。\u0701\u0702\ua4f8\ua60e\u{10a50}])(?=[\p{L}\p{M}\u200d])/gu;
