import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { LIBRARIES, stageLibrary } from "./library.ts";

const ROOT = join(import.meta.dirname, "../../..");

describe.each(LIBRARIES)("the file of %s", (path) => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-library-"));
    stageLibrary(ROOT, path, folder);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it("has whatever a program can import of it, compiled, with its types", () => {
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
    };
    const named = Object.values(exports).flatMap((to) => (typeof to === "string" ? to : Object.values(to)));
    expect(named).toEqual(expect.arrayContaining(["./dist/index.js", "./dist/index.d.ts"]));
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => `./${name}`);
    expect(files).toEqual(expect.arrayContaining([...named, "./LICENSE", "./README.md"]));
    expect(files.filter((name) => /(?<!\.d)\.ts$|\.(?:test|harness)\./.test(name))).toEqual([]);
  });
});
