/** Text that is safe to put into a page. Only the `html` tag makes it. */
export type Html = { readonly markup: string };

type Part = Html | string | number | undefined | false | readonly Part[];

/**
 * A page, or a piece of one. Values between the literals are escaped, also inside quoted attributes; pieces and lists of
 * pieces go in as they are, `undefined` and `false` leave nothing.
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
