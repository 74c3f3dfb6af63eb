import { type Html, html } from "../html.ts";

/** Browsers break a line after the hyphen of "e-mail". */
const WORD = /\be-mail/gi;
/** A tag, or an element whose content is text and no markup. */
const TAGS = /(<(?:textarea|option|script|style|title)\b[\s\S]*?<\/\w+>|<[^>]*>)/i;

/** The same page, with "e-mail" always on one line. What is read, copied and found stays the same. */
export function withWholeWords({ markup }: Html): Html {
  const pieces = markup.split(TAGS); // those at odd places are tags
  return {
    markup: pieces
      .map((piece, i) =>
        i % 2 === 1 ? piece : piece.replaceAll(WORD, (word) => html`<span class="whole">${word}</span>`.markup),
      )
      .join(""),
  };
}
