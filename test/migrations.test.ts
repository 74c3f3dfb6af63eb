import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT } from "./repository.ts";

/** From 0.1.0 on each database has run these files as they are. The list is as `sha256sum` writes it. */
const FOLDER = "packages/server/migrations";
const LIST = "SHA256SUMS";

const sumOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** What is wrong with the migrations, and what to do about each. */
function faultsOf(list: string, texts: ReadonlyMap<string, string>): string[] {
  const lines = list.trimEnd().split("\n");
  const known = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]));
  const faults = [...texts].flatMap(([name, text]) => {
    const add = `cd ${FOLDER} && sha256sum ${name} >> ${LIST}`;
    if (!known.has(name)) return [`${name} is not in ${LIST} yet: ${add}`];
    if (known.get(name) === sumOf(text)) return [];
    return [
      `${name} was edited, and databases have run it as it was: take the edit back (git checkout) and write a migration ` +
        `with the next number. Where no release has the file yet: remove its line from ${LIST}, then ${add}`,
    ];
  });
  const gone = [...known.keys()].filter((name) => !texts.has(name));
  const twice = lines.map((line) => line.slice(66)).filter((name, i, names) => names.indexOf(name) !== i);
  return [
    ...faults,
    ...gone.map((name) => `${name} is in ${LIST} and not there: bring it back, databases have run it`),
    ...twice.map((name) => `${name} stands twice in ${LIST}: leave one line`),
  ];
}

describe("migrations", () => {
  it("stay as they were when databases ran them", () => {
    const read = (name: string) => readFileSync(join(ROOT, FOLDER, name), "utf8").replaceAll("\r\n", "\n");
    const names = globSync("*.sql", { cwd: join(ROOT, FOLDER) }).sort();
    expect(faultsOf(read(LIST), new Map(names.map((name) => [name, read(name)])))).toEqual([]);
  });

  it("that were edited, added, removed or listed twice are found, with what to do", () => {
    const list = `${sumOf("a")}  0001-a.sql\n${sumOf("b")}  0002-b.sql\n`;
    const texts = { "0001-a.sql": "a", "0002-b.sql": "b" };
    const faults = (changed: string, files: object) => faultsOf(changed, new Map(Object.entries(files)));

    expect(faults(list, texts)).toEqual([]);
    expect(faults(list, { ...texts, "0002-b.sql": "c" })).toEqual([
      expect.stringMatching(/0002-b\.sql was edited.*next number/),
    ]);
    expect(faults(list, { ...texts, "0003-c.sql": "c" })).toEqual([
      "0003-c.sql is not in SHA256SUMS yet: cd packages/server/migrations && sha256sum 0003-c.sql >> SHA256SUMS",
    ]);
    expect(faults(list, { "0001-a.sql": "a" })).toEqual([expect.stringContaining("0002-b.sql is in SHA256SUMS and")]);
    expect(faults(list + list.slice(0, 77), texts)).toEqual(["0001-a.sql stands twice in SHA256SUMS: leave one line"]);
  });
});
