import { describe, expect, it } from "vitest";
import type { OpenApi, Operation } from "../openapi.ts";
import { highlight } from "./code.ts";
import { fieldTable } from "./fields.ts";
import { headingsOf, inline, markdown } from "./markdown.ts";
import { requestSamples } from "./samples.ts";

/** What a reader sees of markup. */
function textOf({ markup }: { readonly markup: string }): string {
  return markup
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
}

describe("highlight", () => {
  it.each([
    '{"a": "<script>", "b": [1, true, null], "c": "it\'s // no comment"}',
    'curl http://127.0.0.1:8080/v0/x \\\n  -d \'{\n    "a": "b & c"\n  }\' # a comment',
    'import os\nprint("x", None)  # done',
    "const { data } = await f(`x`); // it's done",
  ])("changes nothing that a reader copies: %s", (text) => {
    const html = highlight(text);
    expect(textOf(html)).toBe(text);
    expect(html.markup.replaceAll(/<\/?span[^>]*>/g, "")).not.toMatch(/[<>"']/);
  });

  it("marks names, strings, numbers, words and comments", () => {
    const { markup } = highlight('{"a": "b", "c": 1} // await\nawait x');
    expect([...markup.matchAll(/class="(\w)">([^<]+)</g)].map(([, kind, text]) => `${kind} ${text}`)).toEqual([
      "k &#34;a&#34;",
      "s &#34;b&#34;",
      "k &#34;c&#34;",
      "n 1",
      "c // await",
      "w await",
    ]);
  });
});

describe("the fields of a body", () => {
  const document = {
    components: { schemas: { Part: { type: "object", properties: { kind: { type: "string" } } } } },
  } as unknown as OpenApi;
  const object = (properties: object, required: readonly string[] = []) => ({ type: "object", properties, required });
  const rows = (properties: object) =>
    [...fieldTable("Body", "required", object(properties), document).markup.matchAll(/<dt>(.+?)<\/dt>/gs)].map(
      ([, row = ""]) => textOf({ markup: row }),
    );

  it("are also those of objects in a list, with how many it takes", () => {
    const items = object({ amount: { type: "string" }, text: { type: "string", maxLength: 1 } }, ["amount"]);
    expect(rows({ things: { type: "array", minItems: 1, maxItems: 1_000, items } })).toEqual([
      "things array, 1 to 1,000 items",
      "things[].amount string required",
      "things[].text string, at most 1 character",
    ]);
  });

  it("are found behind references, in lists of lists and in lists that may be null", () => {
    const parts = { type: "array", items: { $ref: "#/components/schemas/Part" } };
    const list = { anyOf: [{ type: "array", maxItems: 1, items: object({ parts }) }, { type: "null" }] };
    expect(rows({ list, words: { type: "array", minItems: 2, items: { type: "string" } } })).toEqual([
      "list array, at most 1 item, or null",
      "list[].parts array",
      "list[].parts[].kind string",
      "words array, at least 2 items",
    ]);
  });
});

describe("markdown", () => {
  it("gives headings the anchors that code hosts give them", () => {
    const text = "## Two words, `code` and I/O\n\ntext\n\n### third level";
    expect(headingsOf(text)).toEqual([{ text: "Two words, `code` and I/O", id: "two-words-code-and-io" }]);
    expect(markdown(text).markup).toContain('<h2 id="two-words-code-and-io">');
    expect(markdown(text).markup).toContain('<h3 id="third-level">');
  });

  it("makes tabs of code blocks that follow each other in several languages", () => {
    const block = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n`;
    const { markup } = markdown(["sh", "ts", "python", "sh"].map((name) => block(name, name)).join("\n"));
    expect([...markup.matchAll(/value="(\w+)"/g)].map(([, label]) => label)).toEqual(["curl", "TypeScript", "Python"]);
    expect(markup.match(/<pre/g)).toHaveLength(4);
    expect(markdown(`${block("sh", "a")}\ntext\n\n${block("ts", "b")}`).markup).not.toContain("radio");
  });

  it("leads to pages that are served, and leaves the text of other links", () => {
    expect(inline("[a](integrate.md#fees) [b](#c) [d](operate.md)").markup).toBe(
      '<a href="/docs/guide#fees">a</a> <a href="#c">b</a> d',
    );
  });
});

describe("the samples of a call", () => {
  const operation = {
    security: [{ projectKey: [] }],
    parameters: [
      { name: "id", in: "path", required: true, schema: { examples: ["a b"] } },
      { name: "Idempotency-Key", in: "header", required: false, schema: {} },
    ],
    requestBody: {
      content: { "application/json": { schema: { examples: [{ text: "it's", on: true, none: null }] } } },
    },
  } as unknown as Operation;
  const document = { servers: [{ url: "https://leyden.example" }], components: { schemas: {} } } as unknown as OpenApi;
  const [curl, javaScript, python] = requestSamples({ method: "post", path: "/v0/things/{id}", operation }, document);

  it("quote a body for the shell", () => {
    expect(curl?.text).toBe(`curl https://leyden.example/v0/things/a%20b \\
  -H "apikey: $LEYDEN_KEY" \\
  -H 'Idempotency-Key: order-4711' \\
  -H 'Content-Type: application/json' \\
  -d '{
    "text": "it'\\''s",
    "on": true,
    "none": null
  }'`);
  });

  it("are JavaScript that runs", async () => {
    const calls: unknown[] = [];
    const fetch = async (...words: unknown[]) => {
      calls.push(words);
      return { json: async () => ({ success: true }) };
    };
    const run = new Function("fetch", "process", `return (async () => { ${javaScript?.text}; return success; })()`);
    expect(await run(fetch, { env: { LEYDEN_KEY: "ley_x" } })).toBe(true);
    expect(calls).toEqual([
      [
        "https://leyden.example/v0/things/a%20b",
        {
          method: "POST",
          headers: { apikey: "ley_x", "Idempotency-Key": "order-4711", "Content-Type": "application/json" },
          body: '{"text":"it\'s","on":true,"none":null}',
        },
      ],
    ]);
  });

  it("write Python's own words", () => {
    expect(python?.text).toContain('"on": True,\n        "none": None\n');
    expect(python?.text).toContain('headers={"apikey": os.environ["LEYDEN_KEY"], "Idempotency-Key": "order-4711"},');
  });
});
