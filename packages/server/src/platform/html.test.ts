import { describe, expect, it } from "vitest";
import { html } from "./html.ts";

describe("html", () => {
  it("escapes text, in content and in attributes", () => {
    const evil = `<script>alert("1")</script>'&`;
    const { markup } = html`<p title="${evil}">${evil}</p>`;
    expect(markup).toBe(`<p title="${ESCAPED}">${ESCAPED}</p>`);
  });

  it("puts pieces, lists and numbers in as they are, and leaves out what is not there", () => {
    expect(html`<ul>${[1, 2].map((n) => html`<li>${n}</li>`)}</ul>${undefined}${false}`.markup).toBe(
      "<ul><li>1</li><li>2</li></ul>",
    );
  });
});

const ESCAPED = "&#60;script&#62;alert(&#34;1&#34;)&#60;/script&#62;&#39;&#38;";
