import { existsSync, statSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { configReference, SETTINGS } from "../packages/server/src/config.ts";
import { EXPIRY_SECONDS_DEFAULT, EXPIRY_SECONDS_MAX } from "../packages/server/src/slices/receiving/model/charge.ts";
import { LANGUAGES } from "../packages/server/src/texts/language.ts";
import { ROOT, trackedFiles } from "./repository.ts";

const read = (path: string) => readFile(join(ROOT, path), "utf8");

/** The anchor that a code host gives to a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

/** Names of documents that are not in the repository, and how they were cited. */
const ELSEWHERE =
  /\b(?:wire contract|interface description|design: \w+|design\/\w+|design of \w+|the design (?:asks|has|says|wants)|rule \d+)/gi;

/** Parts of the specification of Lightning have names like `11-payment-encoding.md`. */
const BOLT = /^\d\d-[a-z-]+\.md$/;

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

  it("names the languages of the on-ramp's page as they are in the code, wherever it names them", () => {
    const nameOf = new Intl.DisplayNames("en", { type: "language" });
    const names = LANGUAGES.map((code) => nameOf.of(code) ?? code);
    const list = new Intl.ListFormat("en-GB").format(names);
    const lists = pages.flatMap(({ path, text }) =>
      [...text.replaceAll(/\s+/g, " ").matchAll(/\bEnglish(?:, \p{Lu}\p{L}+)* and \p{Lu}\p{L}+/gu)].map(([named]) => [
        path,
        named,
      ]),
    );
    expect(lists).toEqual(lists.map(([path]) => [path, list]));
    expect(lists.map(([path]) => path)).toEqual(expect.arrayContaining(["CHANGELOG.md", "packages/widget/README.md"]));
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

  it("has a guide for each backend with the same parts in the same order, and one page of what is the same", async () => {
    const guides = pages.filter(({ path }) => /^docs\/nodes\/(?!README)/.test(path));
    const partsOf = (text: string) => [...text.matchAll(/^## (.+)$/gm)].map(([, part = ""]) => part);
    const adapters = await readdir(join(ROOT, "packages/server/src/adapters/lightning"), { withFileTypes: true });
    const backends = adapters.filter((entry) => entry.isDirectory() && !/^(?:conformance|embedded)$/.test(entry.name));
    expect(guides.map(({ path }) => basename(path, ".md")).toSorted()).toEqual(
      backends.map(({ name }) => name).toSorted(),
    );
    const [first] = guides;
    const parts = partsOf(first?.text ?? "");
    expect(parts.length).toBeGreaterThan(10);
    for (const { path, text } of guides) {
      expect(partsOf(text), path).toEqual(parts);
      const empty = text.split(/^## .+$/m).filter((part) => part.trim() === "");
      expect(empty, path).toEqual([]);
    }
    const common = partsOf(await read("docs/nodes/README.md"));
    expect(parts.filter((part) => common.includes(part)).length).toBeGreaterThan(3);
  });

  it("has a first page that a reader finishes", async () => {
    expect((await read("README.md")).split("\n").length).toBeLessThanOrEqual(120);
    const pictures = ["reference", "dashboard", "payment", "wallet"].map((name) => `docs/${name}.png`);
    expect(pictures.filter((path) => statSync(join(ROOT, path)).size > 60_000)).toEqual([]);
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

  it("has a changelog by version and capability, with entries of one line", async () => {
    const [, ...versions] = (await read("CHANGELOG.md")).split(/^## /m);
    const released = (await trackedFiles()).flatMap((path) => /^docs\/releases\/(.+)\.sha256$/.exec(path)?.[1] ?? []);
    expect(released).toContain("0.1.0");
    expect(versions.map((text) => /^\[(\S+)\](?: - \d{4}-\d\d-\d\d)?\n/.exec(text)?.[1])).toEqual(
      expect.arrayContaining(["Unreleased", ...released]),
    );
    const sections = versions.flatMap((text) => text.split(/^(?=### )/m).slice(1));
    expect(sections.length).toBeGreaterThan(5);
    for (const section of sections) {
      const [heading = "", ...lines] = section.trimEnd().split("\n");
      expect(heading).toMatch(/^### [A-Z][\w, ]+$/);
      expect(["Added", "Changed", "Fixed", "Removed"]).not.toContain(heading.slice("### ".length));
      const [blank, ...entries] = lines;
      expect(blank).toBe("");
      expect(entries.filter((entry) => !/^- .{1,117}[.]$/.test(entry))).toEqual([]);
      expect(entries.length).toBeGreaterThan(0);
    }
  });

  it("has decisions of one page each, but for the list of libraries", async () => {
    const decisions = pages.filter(({ path }) => /^docs\/decisions\/\d{4}-/.test(path) && !path.includes("/0003-"));
    const wordsIn = (text: string) => text.split(/\s+/).length;
    expect(decisions.filter(({ text }) => wordsIn(text) > 650).map(({ path }) => path)).toEqual([]);
  });

  it("leads a reader through files that are there", async () => {
    const [, walk = ""] = (await read("CONTRIBUTING.md")).split("## A first change, walked through");
    const pathsIn = (text: string) =>
      [...text.matchAll(/`([\w@-]+\/[\w@./-]+\.(?:ts|sql|json))`/g)].map(([, path = ""]) => path);
    const made = /cancel-charge|^(?:model|store)\//;
    const led = pathsIn(walk).filter((path) => !made.test(path));
    const paths = [...pathsIn(await read("docs/reading.md")), ...led];
    expect([paths.length > 60, led.length > 10]).toEqual([true, true]);
    const roots = ["", "packages/server/src/"];
    expect(paths.filter((path) => !roots.some((root) => existsSync(join(ROOT, root, path))))).toEqual([]);
  });

  it("explains each word in one place: that which slices share here, the others at the door of their slice", async () => {
    const [, glossary = ""] = (await read("CONTRIBUTING.md")).split(/^## Glossary$/m);
    const [table = ""] = glossary.split("\n## ", 1);
    const shared = [...table.matchAll(/^\| ([^|]+) \|/gm)].map(([, word = ""]) => word).slice(2);
    expect([shared.length > 20, shared.length <= 30]).toEqual([true, true]);
    const doors = (await trackedFiles()).filter((path) => /^packages\/server\/src\/slices\/\w+\/index\.ts$/.test(path));
    const texts = await Promise.all(doors.map(read));
    const own = texts.flatMap((text) => [...text.matchAll(/^ \* - ([^:]+): /gm)].map(([, word = ""]) => word));
    expect(own.length).toBeGreaterThan(40);
    const words = [...shared, ...own].flatMap((word) => word.split(", "));
    expect(words.filter((word, i) => words.indexOf(word) < i)).toEqual([]);
  });

  it("lists every decision", async () => {
    const index = await read("docs/decisions/README.md");
    const decisions = pages.map(({ path }) => path).filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
    expect(decisions).not.toEqual([]);
    expect(decisions.filter((path) => !index.includes(`](${path.slice("docs/decisions/".length)})`))).toEqual([]);
  });
});
