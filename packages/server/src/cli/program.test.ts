import { readFileSync } from "node:fs";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { commands } from "./commands.ts";

const ROOT = new URL("../../../../", import.meta.url);
const NODES = ["README", "lnd", "cln", "phoenixd", "nwc"].map((name) => `docs/nodes/${name}.md`);
const PAGES = ["README.md", "SECURITY.md", "docs/operate.md", "docs/integrate.md", "docs/invariants.md", ...NODES];

/**
 * Every command in the pages: behind `npm run leyden --`, and in the first column of the operator's tables of commands.
 */
function named(path: string): readonly string[] {
  const text = textOf(path);
  const written = [...text.matchAll(/npm run leyden -- ([^`\n]+)/g)].map(([, words = ""]) => words);
  const tables = [...text.matchAll(/^\| Command \|.*\n\|-.*\n((?:\|.*\n)+)/gm)].flatMap(([, rows = ""]) =>
    [...rows.matchAll(/^\| `([a-z][^`]+)`/gm)].map(([, words = ""]) => words),
  );
  return [...written, ...tables].filter((words) => !/^(?:<|npm run)/.test(words));
}

/**
 * What of the words there is not: an unknown command, a command that needs another word, or its first unknown option.
 */
function missing(program: Command, line: string): string | undefined {
  const words = line.split(/\s+/);
  let command = program;
  let path = "";
  while (command.commands.length > 0 && words[0] !== undefined && !words[0].startsWith("-")) {
    const name = words.shift() ?? "";
    path = `${path} ${name}`.trim();
    const next = command.commands.find((candidate) => candidate.name() === name);
    if (next === undefined) return path;
    command = next;
  }
  const isGroup = command.commands.length > 0 && command.options.length === 0; // one with options does something itself
  if (isGroup && path !== "") return `${path} …`;
  const options = words.flatMap((word) => /--[a-z][a-z-]+/.exec(word)?.[0] ?? []).filter((word) => word !== "--help");
  const unknown = options.find((name) => !command.options.some(({ long }) => long === name));
  return unknown === undefined ? undefined : `${path} ${unknown}`.trim();
}

it("the pages name only commands and options that there are", async () => {
  const program = await commands();
  const lines = PAGES.flatMap(named);
  expect(lines.length).toBeGreaterThan(30);
  expect(lines.flatMap((words) => missing(program, words) ?? [])).toEqual([]);
});

const textOf = (path: string) => readFileSync(new URL(path, ROOT), "utf8");

it("help of `resume` names each kind that the pages lift by it", async () => {
  const resume = (await commands()).commands.find((command) => command.name() === "resume");
  const named = resume?.options.find(({ long }) => long === "--kind")?.description ?? "";
  const lifted = PAGES.flatMap((path) => [...textOf(path).matchAll(/resume --kind (\w+)/g)].map(([, kind]) => kind));
  expect(new Set(lifted).size).toBeGreaterThan(2);
  expect(lifted.filter((kind) => !named.includes(`\`${kind}\``))).toEqual([]);
});

it("the table of risks has each option of `payment end` that takes one", async () => {
  const payment = (await commands()).commands.find((command) => command.name() === "payment");
  const end = payment?.commands.find((command) => command.name() === "end");
  const risks = end?.options.flatMap(({ long }) => (/^--(?:although|without)-/.test(long ?? "") ? [long] : [])) ?? [];
  const page = textOf("docs/operate.md");
  const [, table = ""] = /^\| Option \| For \| The risk \|\n\|-.*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  expect(risks.length).toBeGreaterThan(4);
  expect([...table.matchAll(/^\| `(--[a-z-]+)` \|/gm)].map(([, option]) => option).toSorted()).toEqual(
    risks.toSorted(),
  );
});

const wordsOf = ({ commands: parts }: Command): readonly string[] =>
  parts.flatMap((part) => [part.name(), ...wordsOf(part).map((words) => `${part.name()} ${words}`)]);

it("a command has the same parts when it alone is loaded, and nothing else is", async () => {
  const program = await commands();
  const all = wordsOf(program);
  expect(all).toContain("node former settle");
  for (const name of program.commands.map((command) => command.name())) {
    const alone = await commands(name);
    expect(wordsOf(alone).filter((words) => words.split(" ")[0] === name)).toEqual(
      all.filter((words) => words.split(" ")[0] === name),
    );
    expect(alone.commands.length, name).toBeLessThan(6);
  }
});

it.each([undefined, "--help", "voucherr"])("%s, which is no command, finds all of them", async (word) => {
  expect(wordsOf(await commands(word))).toEqual(wordsOf(await commands()));
});
