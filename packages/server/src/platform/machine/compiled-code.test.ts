import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";

const folder = () => join(root, "compiled");
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "leyden-compiled-"));
});
afterEach(() => rmSync(root, { recursive: true }));

it("writes nothing while the cache is empty: that is left to the end of the process", () => {
  expect(filesAfter("one")).toBe(0);
  expect(filesOf()).toBeGreaterThan(0);
});

it("has Node write what is new, and with that let go of all, once there is a cache", () => {
  filesAfter("one");
  const before = filesOf();
  expect(filesAfter("two")).toBeGreaterThan(before);
});

it("does nothing without a cache, and when its folder is gone", () => {
  expect(run("", {})).toBe("done");
  expect(run(`fs.rmSync(${JSON.stringify(folder())}, { recursive: true });`, cached())).toBe("done");
});

/** How many files the cache has when a process has loaded a module and let go. */
function filesAfter(name: string): number {
  const file = join(root, `${name}.mjs`);
  writeFileSync(file, `export const ${name} = 1;\n`);
  const load = `await import(${JSON.stringify(pathToFileURL(file).href)});`;
  return Number(run(load, cached(), "fs.readdirSync(module.getCompileCacheDir()).length"));
}

function cached() {
  return { NODE_COMPILE_CACHE: folder() };
}

/** Of all versions of Node, each of which has a folder. */
function filesOf(): number {
  return readdirSync(folder(), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;
}

/** What a process prints that does `first` and lets go then. */
function run(first: string, env: Readonly<Record<string, string>>, printed = '"done"'): string {
  const own = pathToFileURL(join(import.meta.dirname, "compiled-code.ts")).href;
  const script = `import fs from "node:fs"; import module from "node:module";
    const { letGoOfCompiledCode } = await import("${own}"); ${first} letGoOfCompiledCode(); console.log(${printed});`;
  const { PATH = "" } = process.env;
  const words = ["--input-type=module", "--eval", script];
  return execFileSync(process.execPath, words, { env: { PATH, ...env }, encoding: "utf8" }).trim();
}
