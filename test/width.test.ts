import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, trackedFiles } from "./repository.ts";

const WIDTH_MAX = 120;
const GENERATED = ["packages/client/src/openapi.ts", "packages/web/src/api/openapi-pages.ts"];

type Line = { readonly text: string; readonly isCode: boolean };

/** Tables, code, HTML and the addresses of links cannot be broken. */
function proseOf(markdown: string): readonly string[] {
  let isCode = false;
  const lines = markdown.split("\n").map((text): Line => {
    const isFence = text.trimStart().startsWith("```");
    if (isFence) isCode = !isCode;
    return { text, isCode: isCode || isFence };
  });
  return lines
    .filter(({ text, isCode }) => !isCode && !/^\s*[|<]/.test(text))
    .map(({ text }) => text.replaceAll(/\]\([^)]*\)/g, "]"));
}

/** Of a migration the comments alone: its statements stay as they were. */
function sqlOf(path: string, sql: string): readonly string[] {
  const lines = sql.split("\n");
  return path.includes("/migrations/") ? lines.filter((line) => /--/.test(line)) : lines;
}

/** Of code its comments: Biome breaks the rest, but for texts. A directive of Biome is one line. */
function commentsOf(code: string): readonly string[] {
  return code
    .split("\n")
    .filter((line) => /^\s*(?:\/\/|\/?\*)|\S \/\/ [^"'`]*$/.test(line) && !line.includes("biome-ignore"));
}

async function tooWide(ending: RegExp, linesOf: (path: string, text: string) => readonly string[]) {
  const paths = (await trackedFiles()).filter((path) => ending.test(path) && !GENERATED.includes(path));
  const files = await Promise.all(
    paths.map(async (path) => ({ path, lines: linesOf(path, await readFile(join(ROOT, path), "utf8")) })),
  );
  return {
    count: files.reduce((sum, { lines }) => sum + lines.length, 0),
    found: files.flatMap(({ path, lines }) =>
      lines.filter(({ length }) => length > WIDTH_MAX).map((line) => `${path}: ${line}`),
    ),
  };
}

describe("the lines of the repository", () => {
  it("are at most 120 wide in prose", async () => {
    const { count, found } = await tooWide(/\.md$/, (_, text) => proseOf(text));
    expect(count).toBeGreaterThan(2_000);
    expect(found).toEqual([]);
  });

  it("are at most 120 wide in SQL", async () => {
    const { count, found } = await tooWide(/\.sql$/, sqlOf);
    expect(count).toBeGreaterThan(5_000);
    expect(found).toEqual([]);
  });

  it("are at most 120 wide in the comments of code", async () => {
    const { count, found } = await tooWide(/\.(?:tsx?|m?js)$/, (_, text) => commentsOf(text));
    expect(count).toBeGreaterThan(8_000);
    expect(found).toEqual([]);
  });

  it("count what can be broken, and nothing else", () => {
    const wide = "word ".repeat(30);
    const text = ["```sh", wide, "```", `| ${wide}`, `<p alt="${wide}">`, wide, `[a](https://x.example/${wide})`].join(
      "\n",
    );
    expect(proseOf(text).filter(({ length }) => length > WIDTH_MAX)).toEqual([wide]);
    const sql = ["select 1;", `-- ${wide}`, `  a int, -- ${wide}`, `check (${wide})`].join("\n");
    expect(sqlOf("packages/server/migrations/0001-x.sql", sql)).toEqual([`-- ${wide}`, `  a int, -- ${wide}`]);
    expect(sqlOf("x/sql/y.sql", sql)).toHaveLength(4);
    const comments = [`// ${wide}`, ` * ${wide}`, `/** ${wide} */`, `f(1); // ${wide}`];
    const others = [`const text = "${wide}";`, `const at = "https://${wide}";`, `// biome-ignore lint/x/y: ${wide}`];
    expect(commentsOf([...comments, ...others].join("\n"))).toEqual(comments);
  });
});
