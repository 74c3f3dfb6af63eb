/** Text that is safe to put into a page. Only the `html` tag makes it. */
export type Html = { readonly markup: string };

type Part = Html | string | number | undefined | false | readonly Part[];

/**
 * A page, or a piece of one. Values between the literals are escaped, also inside quoted attributes; pieces and lists
 * of pieces go in as they are, `undefined` and `false` leave nothing.
 */
export function html(literals: TemplateStringsArray, ...values: Part[]): Html {
  return { markup: literals.reduce((markup, literal, i) => markup + render(values[i - 1]) + literal) };
}

function render(part: Part): string {
  if (part === undefined || part === false) return "";
  if (typeof part === "string") return part.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
  if (typeof part === "number") return String(part);
  if ("markup" in part) return part.markup;
  return part.map(render).join("");
}

/** A time, as the reader of a page writes it. The script of `times.js` writes it anew in the zone of who looks. */
export function timeOf(time: Date, { moment }: { readonly moment: (time: Date) => string }): Html {
  return html`<time datetime="${time.toISOString()}">${moment(time)}</time>`;
}

/** A whole page in HTML: its content in `main`. */
export function htmlPage({ content, ...page }: Omit<HtmlDocument, "body"> & { readonly content: Html }): string {
  return htmlDocument({
    ...page,
    body: html`<main>
${content}
</main>`,
  });
}

export type HtmlDocument = {
  /** Of its texts (BCP 47); English if nothing is said. */
  readonly language?: string;
  readonly title: string;
  readonly style: string;
  readonly script?: string | undefined;
  /** In the head, beside title and style. */
  readonly head?: Html;
  readonly body: Html;
};

export function htmlDocument({ language = "en", title, style, script, head, body }: HtmlDocument): string {
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
<title>${title}</title>
${head}
<style>${{ markup: style }}</style>
</head>
<body>
${body}
${script !== undefined && html`<script>${{ markup: script }}</script>`}
</body>
</html>
`.markup;
}
