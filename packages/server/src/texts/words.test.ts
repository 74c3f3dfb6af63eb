import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { wordsIn } from "./testing/words.harness.ts";

const SLICES = join(import.meta.dirname, "../slices");
/** For developers, in English: they are in no installation that has real money. */
const OF_DEVELOPMENT = [
  "oauth/templates/try-page.ts",
  "ramp/templates/game-page.ts",
  "sandbox/templates/sandbox-page.ts",
];
/** Pages and mails for people. */
const FILES = [
  ...globSync("*/templates/*.ts", { cwd: SLICES }).filter((name) => !name.endsWith(".test.ts")),
  "mails/unsubscribe-routes.ts",
  "notices/receipt-mail-routes.ts",
  "../platform/http/one-click-pages.ts",
  "sandbox/challenge-routes.ts",
].filter((name) => !OF_DEVELOPMENT.includes(name));

describe("what pages and mails say", () => {
  it.each(FILES)("stands in the texts, and not in %s", (name) => {
    expect(wordsIn(readFileSync(join(SLICES, name), "utf8"))).toEqual([]);
  });

  it("is looked for in every slice that has pages", () => {
    expect(FILES.length).toBeGreaterThan(20);
    for (const name of OF_DEVELOPMENT) expect(wordsIn(readFileSync(join(SLICES, name), "utf8")), name).not.toEqual([]);
  });

  /** `VALUE(x)` stands for a value in a template. */
  it.each([
    ["html`<p>Hello</p>`", ["Hello"]],
    ["html`<p>VALUE(name) is here</p>`", ["is here"]],
    ["html`<p>VALUE(on && html`<b>Press</b>`)</p>`", ["Press"]],
    ["html`<ul>VALUE(all.map((one) => html`<li>Item VALUE(one)</li>`))</ul>`", ["Item"]],
    ['html`<input aria-label="Amount">`', ["Amount"]],
    ['html`<button aria-label="Remove it">VALUE(x.text("y", { z }))</button>`', ["Remove it"]],
    ["x ? none : html`at most VALUE(y)`", ["at most"]],
    ['const title = "Log in again";', ["Log in again"]],
    ['const said = isOne ? "that did it" : x;', ["that did it"]],
    ['{ label: "code" }', ["code"]],
    ["{ hint: `from VALUE(x)` }", ["from"]],
    ['html`VALUE(a && html`<p>VALUE(b)</p>`)<p class="soft small">VALUE(c.text("d"))</p>`', []],
    ['html`type="email" autocomplete="email" required`', []],
    ['/** html`Hello` */\nimport "A word of this.";', []],
  ])("is found wherever it stands: %s", (source, words) => {
    let code = source;
    while (code.includes("VALUE(")) code = withValue(code);
    expect(wordsIn(code)).toEqual(words);
  });
});

/** With the last `VALUE(x)` as a value of a template. */
function withValue(source: string): string {
  const from = source.lastIndexOf("VALUE(");
  let to = from + "VALUE(".length;
  for (let depth = 1; depth > 0; to += 1) depth += source[to] === "(" ? 1 : source[to] === ")" ? -1 : 0;
  return `${source.slice(0, from)}\u0024{${source.slice(from + "VALUE(".length, to - 1)}}${source.slice(to)}`;
}
