import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { configReference } from "../packages/server/src/config.ts";
import { ROOT, trackedFiles } from "./repository.ts";

const read = (path: string) => readFile(join(ROOT, path), "utf8");

/** The anchor that a code host gives to a heading. */
const anchor = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

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

  it("lists in the README every setting that config.ts reads, with its default", async () => {
    expect(await read("README.md")).toContain(configReference());
  });

  it("shows in the README the payment that the reference shows", async () => {
    const { components } = JSON.parse(await read("packages/server/openapi.json"));
    const [, answer = ""] = /```json\n(.+?)\n```/s.exec(await read("README.md")) ?? [];
    expect(JSON.parse(answer)).toEqual({
      success: true,
      data: components.schemas.Payment.examples[0],
      message: "Payment done.",
    });
  });

  it("lists every decision", async () => {
    const index = await read("docs/decisions/README.md");
    const decisions = pages.map(({ path }) => path).filter((path) => /^docs\/decisions\/\d{4}-/.test(path));
    expect(decisions).not.toEqual([]);
    expect(decisions.filter((path) => !index.includes(`](${path.slice("docs/decisions/".length)})`))).toEqual([]);
  });
});
