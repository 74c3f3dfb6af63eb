import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isOfMakers, isUnread, prune } from "./prune.ts";

it("of packages a release has what is run, and the licences", () => {
  const unread = [
    "a.d.ts",
    "a.d.mts",
    "a.ts",
    "a.js.map",
    "README.md",
    "a.cc",
    "a.h",
    ".travis.yml",
    ".eslintrc",
    "a.gyp",
    "a.test.js",
    "a.spec.cjs",
  ];
  expect(unread.filter((name) => !isUnread(name))).toEqual([]);
  const kept = ["a.js", "a.mjs", "a.cjs", "a.json", "a.node", "a.wasm", "a.css", "test.js", "LICENSE", "license.h"];
  expect(kept.filter(isUnread)).toEqual([]);
});

it("of packages a release has no tests, and nothing else that their makers alone need", () => {
  const theirs = [
    "test",
    "tests",
    "__tests__",
    "benchmarks",
    "examples",
    "docs",
    ".github",
    "spec",
    "test.js",
    "test-node.js",
  ];
  expect(theirs.filter((name) => !isOfMakers(name))).toEqual([]);
  expect(["lib", "dist", "node_modules", "testing", "prebuilds", "doctor", "latest.js"].filter(isOfMakers)).toEqual([]);
});

it("removes it at every depth, and nothing else", () => {
  const folder = mkdtempSync(join(tmpdir(), "leyden-prune-"));
  const inside = join(folder, "a/node_modules/b");
  mkdirSync(inside, { recursive: true });
  for (const name of ["b.js", "b.js.map", "test.js"]) writeFileSync(join(inside, name), "");
  mkdirSync(join(folder, "types.ts")); // a folder may have such a name
  for (const place of ["test/deep", "lib/test", "prebuilds/linux-arm", "prebuilds/linux-arm64", "lib/linux-arm"]) {
    mkdirSync(join(inside, place), { recursive: true });
    writeFileSync(join(inside, place, "a.js"), "");
  }
  writeFileSync(join(inside, "package.json"), "{}");
  prune(folder);
  expect(["test", "test.js", "lib/test/a.js"].map((name) => existsSync(join(inside, name)))).toEqual([
    false,
    false,
    true,
  ]);
  const places = ["prebuilds/linux-arm", "prebuilds/linux-arm64", "lib/linux-arm"];
  expect(places.map((name) => existsSync(join(inside, name)))).toEqual([false, true, true]);
  expect(["b.js", "b.js.map"].map((name) => existsSync(join(inside, name)))).toEqual([true, false]);
  expect(existsSync(join(folder, "types.ts"))).toBe(true);
  rmSync(folder, { recursive: true });
});

it("keeps the README of a package that has its licence in no file of its own", () => {
  const folder = mkdtempSync(join(tmpdir(), "leyden-prune-"));
  for (const [name, licence] of [
    ["with", "LICENSE"],
    ["without", "index.js"],
  ] as const) {
    mkdirSync(join(folder, name));
    for (const file of ["package.json", "README.md", licence]) writeFileSync(join(folder, name, file), "");
  }
  prune(folder);
  expect(["with", "without"].map((name) => existsSync(join(folder, name, "README.md")))).toEqual([false, true]);
  rmSync(folder, { recursive: true });
});
