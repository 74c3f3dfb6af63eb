import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { wordsIn } from "./testing/literals.harness.ts";

/** Below `slices/`: pages and mails for people, with all that they say in `texts/`. */
const FILES = [
  "mails/templates/code-mail.ts",
  "mails/templates/voucher-mail.ts",
  "mails/unsubscribe-routes.ts",
  "oauth/templates/apps-page.ts",
  "oauth/templates/consent-page.ts",
  "sandbox/challenge-routes.ts",
  "vouchers/templates/claim-page.ts",
];

describe("what pages and mails say", () => {
  it.each(FILES)("stands in the catalogue of texts, and not in %s", (file) => {
    expect(wordsIn(readFileSync(`${import.meta.dirname}/../slices/${file}`, "utf8"))).toEqual([]);
  });

  it("is found wherever it stands", () => {
    /** `VALUE(x)` stands for a value in a template. */
    const found = (source: string) => wordsIn(source.replaceAll(/VALUE\((.*?)\)(?=[< `])/g, "$" + "{$1}"));
    expect(found("html`<p>VALUE(name) is here</p>`")).toEqual(["is here"]);
    expect(found("html`<p>VALUE(on && html`<b>Press</b>`)</p>`")).toEqual(["Press"]);
    expect(found('html`<input aria-label="Amount">`')).toEqual(["Amount"]);
    expect(found('const title = "Log in again";')).toEqual(["Log in again"]);
    expect(found('const said = isOne ? "That did it." : x;')).toEqual(["That did it."]);
    expect(found('html`<p class="soft small">VALUE(reader.text("claim_is"))</p>`')).toEqual([]);
  });
});
