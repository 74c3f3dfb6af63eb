import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compile, forRelease, isProgram } from "./compile.ts";

describe("what is called otherwise in a release", () => {
  it("is the command line, the parts that are packages of a checkout, and files that a URL names", () => {
    expect(forRelease("Run `npm run leyden -- status`, then `npm start`.")).toBe(
      "Run `leyden status`, then `leyden start`.",
    );
    expect(forRelease("Run `npm ci` again, or run `npm ci` again.")).toBe(
      "Install the release again, or install the release again.",
    );
    expect(forRelease('await import("@leyden/regtest")')).toBe('await import("#regtest")');
    expect(forRelease('import.meta.resolve("@leyden/web/manifest.json")')).toBe(
      'import.meta.resolve("#web/manifest.json")',
    );
    expect(forRelease('new URL("./thread.ts", import.meta.url)')).toBe('new URL("./thread.js", import.meta.url)');
    const named = (ending: string) => ["new URL(`./$", `{name}/main.${ending}\`, import.meta.url)`].join("");
    expect(forRelease(named("ts"))).toBe(named("js"));
  });

  it("is in the guide all that names a checkout", () => {
    const guide = forRelease(readFileSync(join(import.meta.dirname, "../../../docs/integrate.md"), "utf8"));
    expect(guide).toContain("with `leyden start`");
    expect(guide).toContain('require(process.env.HOME + "/.local/share/leyden/development.json")');
    expect(guide).toContain("$ leyden listen --forward-to");
    expect(guide).not.toMatch(/npm (?:ci|start|run)\b|\.\/\.data/);
  });

  it("is nothing else", () => {
    const kept = 'the package @leyden/web; npm run leydens; new URL("../build/now.ts", manifest); npm starter';
    expect(forRelease(kept)).toBe(kept);
  });
});

it("a release has no tests, and nothing that only tests use", () => {
  const tests = ["src/a.test.ts", "src/a.db.test.ts", "src/a.harness.ts", "src/more.setup.ts", "src/testing/a.ts"];
  expect(tests.filter(isProgram)).toEqual([]);
  expect(["src/a.ts", "src/latest.ts", "src/sql/a.sql"].filter(isProgram)).toHaveLength(3);
});

describe("the compiler", () => {
  let root = "";

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), "leyden-compile-"));
    mkdirSync(join(root, "src"));
    symlinkSync(join(import.meta.dirname, "../../../node_modules"), join(root, "node_modules"));
    writeFileSync(
      join(root, "src/a.ts"),
      'import type { B } from "./b.ts";\nimport { two } from "./b.ts";\nimport { c } from "#kernel/c.ts";\n' +
        "/** Says one. */\nexport const one: B = two + c;\n",
    );
    writeFileSync(join(root, "src/b.ts"), "export type B = number;\nexport const two: B = 2;\n");
    writeFileSync(join(root, "src/wrong.ts"), "export const = 1;\n");
  });

  afterAll(() => rmSync(root, { recursive: true }));

  it("makes JavaScript with source maps, and leaves aliases as package.json of the release has them", () => {
    const to = join(root, "out");
    compile(root, ["src/a.ts", "src/b.ts"], to);
    const made = readFileSync(join(to, "src/a.js"), "utf8");
    expect(made).toContain('import { two } from "./b.js";\nimport { c } from "#kernel/c.ts";\n');
    expect(made).toContain("/** Says one. */\nexport const one = two + c;\n//# sourceMappingURL=a.js.map");
    const map = JSON.parse(readFileSync(join(to, "src/a.js.map"), "utf8"));
    expect(map.sourcesContent[0]).toContain("one: B");
    expect(JSON.stringify(map)).not.toContain(root);
  });

  it("refuses what it cannot read", () => {
    expect(() => compile(root, ["src/wrong.ts"], join(root, "none"))).toThrow("wrong.ts");
  });
});
