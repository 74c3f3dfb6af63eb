import { Marked, type Token, type Tokens } from "marked";
import { type Html, html } from "../../html.ts";
import { codeBlock, type Sample, tabs } from "./code.ts";

/** Markdown that we wrote ourselves, as HTML. Code blocks that follow each other in several languages become tabs. */
export function markdown(text: string): Html {
  const pieces: Html[] = [];
  let samples: Sample[] = [];
  const endSamples = () => {
    if (samples.length > 0) pieces.push(tabs(`sample-${pieces.length}`, samples));
    samples = [];
  };
  for (const token of reader.lexer(text)) {
    if (token.type === "space") continue;
    const sample = sampleOf(token);
    if (sample === undefined || samples.some(({ label }) => label === sample.label)) endSamples();
    if (sample === undefined) pieces.push({ markup: reader.parser([token], reader.defaults) });
    else samples.push(sample);
  }
  endSamples();
  return html`${pieces}`;
}

function sampleOf(token: Token): Sample | undefined {
  const { lang = "", text } = token as Tokens.Code;
  const label = token.type === "code" ? LANGUAGES[lang] : undefined;
  return label === undefined ? undefined : { label, text };
}

/** One line of it, without a paragraph around. */
export function inline(text: string): Html {
  return { markup: reader.parseInline(text, { async: false }) };
}

export type Heading = { readonly text: string; readonly id: string };

/** The headings of the second level. */
export function headingsOf(text: string): readonly Heading[] {
  return reader
    .lexer(text)
    .filter((token): token is Tokens.Heading => token.type === "heading" && token["depth"] === 2)
    .map((token) => ({ text: token.text, id: anchor(token.text) }));
}

/** The anchor that a code host gives to a heading. */
function anchor(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Where the files of `docs/` are served. */
const SERVED: Readonly<Record<string, string>> = { "integrate.md": "/docs/guide", "contract.md": "/docs/contract" };
/** The tab of a code block by its language. */
const LANGUAGES: Readonly<Record<string, string>> = { sh: "curl", ts: "TypeScript", python: "Python" };

const reader = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      return `<h${depth} id="${anchor(text)}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    code({ text }) {
      return codeBlock(text).markup;
    },
    table(token) {
      const cell = ({ text, tokens }: Tokens.TableCell, kind: "th" | "td") => {
        const tag = text === "" ? "td" : kind; // an empty cell is the head of nothing
        return `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
      };
      const row = (cells: readonly Tokens.TableCell[], kind: "th" | "td") =>
        `<tr>${cells.map((one) => cell(one, kind)).join("")}</tr>`;
      const head = token.header.some(({ text }) => text !== "") ? `<thead>${row(token.header, "th")}</thead>` : "";
      return `<div class="table" tabindex="0"><table>${head}<tbody>${token.rows.map((cells) => row(cells, "td")).join("")}</tbody></table></div>`;
    },
    link({ href, tokens }) {
      const [file = "", part] = href.split("#");
      const target =
        file === "" || /^https?:/.test(href) ? href : SERVED[file] && [SERVED[file], part].filter(Boolean).join("#");
      const text = this.parser.parseInline(tokens);
      return target === undefined ? text : `<a href="${target}">${text}</a>`;
    },
  },
});
