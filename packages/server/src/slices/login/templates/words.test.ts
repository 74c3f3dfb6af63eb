// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources that are read here stand in strings
import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const TEMPLATES = readdirSync(import.meta.dirname).filter((name) => /(?<!\.test)\.ts$/.test(name));

/** The text of each `html` template of a source, also of those inside others, without what is put into them. */
function templatesIn(source: string): readonly string[] {
  const found: string[] = [];
  let at = 0;
  /** Up to the brace that ends a value, or the end of the source. */
  const readCode = () => {
    for (let depth = 0; at < source.length; at++) {
      const character = source[at];
      if (source.startsWith("//", at)) at = source.indexOf("\n", at);
      else if (source.startsWith("/*", at)) at = source.indexOf("*/", at) + 1;
      else if (character === '"' || character === "'") at = source.indexOf(character, at + 1);
      else if (character === "`") readTemplate(source.slice(0, at).endsWith("html"));
      else if (character === "{") depth++;
      else if (character === "}" && depth-- === 0) return;
    }
  };
  const readTemplate = (isHtml: boolean) => {
    let text = "";
    for (at++; source[at] !== "`"; at++) {
      if (source.startsWith("${", at)) {
        at += 2;
        readCode();
      } else text += source[at];
    }
    if (isHtml) found.push(text);
  };
  readCode();
  return found;
}

const ATTRIBUTES = /^(?:\s*(?:[\w-]+="[^"]*"|required|autofocus|disabled|readonly|hidden|selected))+\s*$/;

/** What a person reads or hears: between tags, and in attributes that are read aloud. */
function wordsIn(markup: string): string[] {
  const spoken = [...markup.matchAll(/\b(?:aria-label|title|alt|placeholder)="([^"]*)"/g)].map(([, text = ""]) => text);
  const seen = ATTRIBUTES.test(markup) ? [] : markup.split(/<[^>]*>/);
  return [...spoken, ...seen].filter((text) => /\p{L}/u.test(text));
}

/** Labels, hints and titles that are written out, and texts that are chosen between. */
const LITERAL = /\b(?:label|hint|title|text|subject|known):\s*(?:["']|`[^$])|\?\s*"[^"]* [^"]*"|=\s*"[A-Z][^"]* [^"]*"/;

describe("the templates of the account", () => {
  it.each(TEMPLATES)("%s has no words of its own: they are in the texts", (name) => {
    const source = readFileSync(`${import.meta.dirname}/${name}`, "utf8");
    expect(templatesIn(source).flatMap(wordsIn)).toEqual([]);
    expect(source.split("\n").filter((line) => LITERAL.test(line))).toEqual([]);
  });

  it.each([
    ["html`<p>Hello</p>`", ["Hello"]],
    ["html`<p>${a} left</p>`", [" left"]],
    ["html`<ul>${all.map((one) => html`<li>Item ${one}</li>`)}</ul>`", ["Item "]],
    ['html`<button aria-label="Remove it">${x.text("y", { z })}</button>`', ["Remove it"]],
    ['html`${a && html`<p>${b}</p>`}<p class="soft small">${c.text("d")}</p>`', []],
    ['html`type="email" autocomplete="email" required`', []],
    ["x ? none : html`at most ${y}`", ["at most "]],
  ])("would be found with words: %s", (source, words) => {
    expect(templatesIn(source).flatMap(wordsIn)).toEqual(words);
  });
});
