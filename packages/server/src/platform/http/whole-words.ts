import { type Html, html } from "../html.ts";

/** Browsers break a line after the hyphens of "e-mail" and of the number of a purchase. */
const WORD = /\b[Ee]-[Mm]ail|(?<![\w-])[0-9A-F]{4}(?:-[0-9A-F]{4}){2}(?![\w-])/g;
/** A tag, or an element whose content is text and no markup. */
const TAGS = /(<(?:textarea|option|script|style|title)\b[\s\S]*?<\/\w+>|<[^>]*>)/i;

/** The same page, with such a word always on one line. What is read, copied and found stays the same. */
export function withWholeWords({ markup }: Html): Html {
  const pieces = markup.split(TAGS); // those at odd places are tags
  return { markup: pieces.map((piece, i) => (i % 2 === 1 ? piece : withWholeWordsIn(piece))).join("") };
}

/** The text stays one piece: in a button, which is a flex box, pieces of a sentence would stand apart. */
function withWholeWordsIn(text: string): string {
  const whole = text.replaceAll(WORD, (word) => html`<span class="whole">${word}</span>`.markup);
  return whole === text ? text : `<span>${whole}</span>`;
}
