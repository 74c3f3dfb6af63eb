import { readFileSync } from "node:fs";
import type { Accent } from "#kernel/branding.ts";
import { type Colour, colourOf } from "#kernel/colour.ts";

type Theme = "light" | "dark";

const CSS = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

/** The colours of tokens.css that have six digits, on light and on dark pages. */
const COLOURS: ReadonlyMap<string, Readonly<Record<Theme, Colour>>> = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#\w+), (#\w+)\);/g)].flatMap(([, name = "", first = "", second = ""]) => {
    const [light, dark] = [colourOf(first), colourOf(second)];
    return light === undefined || dark === undefined ? [] : [[name, { light, dark }] as const];
  }),
);

/** @throws when tokens.css has no such colour. */
export function token(name: string): Readonly<Record<Theme, Colour>> {
  const found = COLOURS.get(name);
  if (found === undefined) throw new Error(`tokens.css has no colour --${name}`);
  return found;
}

/** tokens.css, in two themes for every browser. */
export const TOKENS = inTwoThemes(CSS);

/**
 * For browsers of before 2024, which do not know `light-dark(…)`: the light colours, and then the dark ones for who has
 * a dark system.
 */
function inTwoThemes(css: string): string {
  const colours = (which: "$1" | "$2") => css.replaceAll(/light-dark\((#\w+), (#\w+)\)/g, which);
  return `${colours("$1")}@media (prefers-color-scheme: dark) {\n${colours("$2")}}\n`;
}

/** The operator's colour in place of ours, after tokens.css. It is seen on the page, so lines have it as well. */
export function accentTokens({ light, dark }: Accent): string {
  const pair = (part: "colour" | "ink") => `light-dark(${light[part]}, ${dark[part]})`;
  return `:root {
  --accent: ${pair("colour")};
  --on-accent: ${pair("ink")};
  --accent-line: ${pair("colour")};
}
`;
}

export function accentStyle(accent: Accent | undefined): string {
  return accent === undefined ? "" : inTwoThemes(accentTokens(accent));
}

/** Rules with the colours themselves in place of their names, for mail programs, which know no names. */
export function inTheme(css: string, theme: Theme): string {
  return css.replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => token(name)[theme]);
}
