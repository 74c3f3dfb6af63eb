import { existsSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { configReference, SETTINGS } from "../packages/server/src/config.ts";
import { EXPIRY_SECONDS_DEFAULT, EXPIRY_SECONDS_MAX } from "../packages/server/src/slices/receiving/model/charge.ts";
import { ROOT, trackedFiles } from "./repository.ts";

const read = (path: string) => readFile(join(ROOT, path), "utf8");

/** The anchor that a code host gives to a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** Names of documents that are not in the repository, and how they were cited. */
const ELSEWHERE = /\b(?:wire contract|interface description|design: \w+|design\/\w+)/gi;

/** Parts of the specification of Lightning have names like `11-payment-encoding.md`. */
const BOLT = /^\d\d-[a-z-]+\.md$/;

/** Files that still cite such documents. */
/** Whether `page`, cited in the file `path`, exists: seen from the root, from the file, or by its name alone. */
function isThere(path: string, page: string): boolean {
  return [join(ROOT, page), join(ROOT, dirname(path), page)].some(existsSync) || !page.includes("/");
}

describe("the documentation", () => {
  let pages: readonly { path: string; text: string }[] = [];

  beforeAll(async () => {
    const paths = (await trackedFiles()).filter((path) => path.endsWith(".md"));
    pages = await Promise.all(paths.map(async (path) => ({ path, text: await read(path) })));
  });

  it("has no link that leads nowhere", () => {
    const dead = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/(?:\]\(|srcset="|src="|href=")([^)"\s]+)/g)]
        .map(([, link = ""]) => link)
        .filter((link) => !/^(https?|mailto):/.test(link))
        .filter((link) => {
          const [file = "", part] = link.split("#");
          const target = file === "" ? path : join(dirname(path), file);
          if (!existsSync(join(ROOT, target))) return true;
          const page = pages.find((other) => other.path === target);
          const headings = [...(page?.text ?? "").matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) => anchor(heading));
          return part !== undefined && !headings.includes(part);
        })
        .map((link) => `${path}: ${link}`),
    );
    expect(dead).toEqual([]);
  });

  it("names only commands that there are", async () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(await read("package.json"));
    const named = pages.flatMap(({ text }) =>
      [...text.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name = ""]) => name),
    );
    expect([...new Set(named)].filter((name) => !(name in scripts))).toEqual([]);
  });

  it("lists for the operator every setting that config.ts reads, with its default", async () => {
    expect(await read("docs/operate.md")).toContain(configReference());
  });

  it("has samples that read settings by their names, and no other variable but the merchant", () => {
    const known = ["MERCHANT", ...Object.values(SETTINGS).map(({ name }) => name)];
    const read = pages.flatMap(({ text }) =>
      [...text.matchAll(/process\.env\.(\w+)|os\.environ\["(\w+)"\]/g)].map(([, node, python]) => node ?? python ?? ""),
    );
    expect(read).toContain("LEYDEN_WEBHOOK_SECRET");
    expect(read.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("shows in the guide the payment that the reference shows", async () => {
    const { components } = JSON.parse(await read("packages/server/openapi.json"));
    const [, answer = ""] = /```json\n(.+?)\n```/s.exec(await read("docs/integrate.md")) ?? [];
    expect(JSON.parse(answer)).toEqual({
      success: true,
      data: components.schemas.Payment.examples[0],
      message: "Payment done.",
    });
  });

  it("says the same bounds in guide, contract and operator's page as the API has", async () => {
    const { paths } = JSON.parse(await read("packages/server/openapi.json"));
    const [limit] = paths["/v0/charges"].get.parameters;
    const bounds = [`${limit.schema.minimum} to ${limit.schema.maximum}`, String(limit.schema.default)];
    const expiry = [EXPIRY_SECONDS_MAX, EXPIRY_SECONDS_DEFAULT].map((seconds) => seconds.toLocaleString("en-US"));
    for (const path of ["docs/integrate.md", "docs/contract.md"]) {
      const page = await read(path);
      for (const bound of [...bounds, expiry[0]]) expect(page, path).toContain(bound);
    }
    for (const bound of expiry) expect(await read("docs/operate.md")).toContain(bound);
    expect(await read("docs/contract.md")).toContain(expiry[1]);
  });

  it("has a first page that a reader finishes", async () => {
    expect((await read("README.md")).split("\n").length).toBeLessThanOrEqual(120);
    expect(statSync(join(ROOT, "docs/reference.png")).size).toBeLessThan(150_000);
  });

  it("is cited, and nothing is that the repository does not have", async () => {
    const files = (await trackedFiles()).filter((path) => /\.(?:ts|js|sql|md|css|grit|mjs)$/.test(path));
    const names = new Set(files.filter((path) => path.endsWith(".md")).map((path) => basename(path)));
    const missing: string[] = [];
    for (const path of files) {
      if (path === "test/documentation.test.ts") continue;
      const text = await read(path);
      const pages = [...text.matchAll(/[\w./-]*\w\.md\b/g)].map(([page]) => page).filter((page) => !BOLT.test(page));
      const phrases = [...text.matchAll(ELSEWHERE)].map(([phrase]) => phrase);
      const dead = pages.filter((page) => !names.has(basename(page)) || !isThere(path, page));
      missing.push(...[...dead, ...phrases].map((citation) => `${path}: ${citation}`));
    }
    expect(missing).toEqual([]);
  });

  it("lists every decision", async () => {
    const index = await read("docs/decisions/README.md");
    const decisions = pages.map(({ path }) => path).filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
    expect(decisions).not.toEqual([]);
    expect(decisions.filter((path) => !index.includes(`](${path.slice("docs/decisions/".length)})`))).toEqual([]);
  });
});
