import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const TEMPLATES = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));

/** The text of the innermost templates of a source, without what is put into them. */
function* markupIn(source: string): Generator<string> {
  let rest = source.replaceAll(/^import [\s\S]*?;$/gm, "").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
  for (let before = ""; before !== rest; ) {
    before = rest;
    rest = rest.replaceAll(/(?<!html)`[^`$]*`/g, '""').replaceAll(/\$\{[^{}`]*(?:\{[^{}`]*\}[^{}`]*)*\}/g, "");
    for (const [, markup = ""] of rest.matchAll(/html`([^`$]*)`/g)) yield markup;
    rest = rest.replaceAll(/html`[^`$]*`/g, '""');
  }
}

/** What a person reads or hears: between tags, and in attributes that are read aloud. */
function wordsIn(markup: string): string[] {
  const spoken = [...markup.matchAll(/\b(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(([, text = ""]) => text);
  const seen = markup.replaceAll(/<style>[\s\S]*?<\/style>/g, "").split(/<[^>]*>/);
  const isAttributes = !markup.includes("<");
  return [...spoken, ...(isAttributes ? [] : seen)].filter((text) => /\p{L}/u.test(text));
}

/** Labels, hints and titles that are written out, and texts that are chosen between. */
const LITERAL = /\b(?:label|hint|title|text|subject|known):\s*["'`]|\?\s*"[^"]* [^"]*"|=\s*"[A-Z][^"]* [^"]*"/;

describe("the templates of the account", () => {
  it.each(TEMPLATES)("%s has no words of its own: they are in the texts", (name) => {
    const source = readFileSync(`${import.meta.dirname}/${name}`, "utf8");
    expect([...markupIn(source)].flatMap(wordsIn)).toEqual([]);
    expect(source.split("\n").filter((line) => LITERAL.test(line))).toEqual([]);
  });

  it.each([
    ["html`<p>Hello</p>`", ["Hello"]],
    ["html`<p>${a} left</p>`", [" left"]],
    ['html`<ul>${all.map((one) => html`<li>Item ${one}</li>`)}</ul>`', ["Item "]],
    ['html`<button aria-label="Remove it">${x.text("y", { z })}</button>`', ["Remove it"]],
    ['html`${a && html`<p>${b}</p>`}<p class="soft small">${c.text("d")}</p>`', []],
    ['html`type="email" autocomplete="email" required`', []],
  ])("would be found with words: %s", (source, words) => {
    expect([...markupIn(source)].flatMap(wordsIn)).toEqual(words);
  });
});
