import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, trackedFiles } from "./repository.ts";

const BYTES_MAX = 1_000_000;
/** A source file that is longer does more than one thing. */
const LINES_MAX = 400;
/** Written by a generator; a test of the package compares it. */
const GENERATED = ["packages/client/src/openapi.ts", "packages/web/src/api/openapi-pages.ts"];

const read = (path: string) => readFile(join(ROOT, path), "utf8");

type Manifest = Record<"dependencies" | "devDependencies" | "optionalDependencies", Record<string, string> | undefined>;

async function readManifest(path: string): Promise<Record<string, string>> {
  const manifest: Manifest = JSON.parse(await read(path));
  return { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
}

describe("the repository", () => {
  let files: readonly string[] = [];
  const withEnding = (ending: RegExp) => files.filter((path) => ending.test(path));

  beforeAll(async () => {
    files = await trackedFiles();
  });

  it("pins every dependency to one version", async () => {
    const loose: string[] = [];
    const manifests = withEnding(/(^|\/)package\.json$/);
    const isOurs = (version: string) => manifests.includes(`${version.replace(/^file:/, "")}/package.json`);
    for (const path of manifests)
      for (const [name, version] of Object.entries(await readManifest(path)))
        if (!isOurs(version) && !/^(npm:@?[\w./-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
          loose.push(`${path}: ${name} ${version}`);
    expect(loose).toEqual([]);
  });

  it("says of every dependency why it is here", async () => {
    const page = await read("docs/decisions/0003-libraries.md");
    const names = new Set<string>();
    for (const path of withEnding(/(^|\/)package\.json$/))
      for (const name of Object.keys(await readManifest(path))) if (!name.startsWith("@leyden/")) names.add(name);
    expect([...names].filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
  });

  it("names no package registry, so that everybody's own is asked", async () => {
    const host = /\bregistry\.[a-z-]+\.[a-z]{2,}\b|\bnpmmirror\b/i;
    const naming: string[] = [];
    for (const path of files) if (host.test(await read(path))) naming.push(path);
    const lock: { packages: Record<string, { resolved?: string }> } = JSON.parse(await read("package-lock.json"));
    const resolved = Object.values(lock.packages).filter((entry) => entry.resolved?.includes("://"));
    expect({ naming, resolved }).toEqual({ naming: [], resolved: [] });
  });

  it("runs nothing at install", async () => {
    expect(await read(".npmrc")).toMatch(/^ignore-scripts=true$/m);
  });

  it("has no file that is too big to read", async () => {
    const long: string[] = [];
    for (const path of files) if ((await stat(join(ROOT, path))).size > BYTES_MAX) long.push(path);
    for (const path of withEnding(/\.(ts|sql)$/))
      if (!GENERATED.includes(path) && (await read(path)).split("\n").length > LINES_MAX) long.push(path);
    expect(long).toEqual([]);
  });

  it("has no file that a program packed", () => {
    expect(withEnding(/\.(whl|tgz|tar|gz|zip|jar|wasm|node|so|a|exe|map)$/)).toEqual([]);
  });

  it("leaves nothing marked as unfinished", async () => {
    const mark = /\b(TODO|FIXME|XXX)\b/;
    const marked: string[] = [];
    for (const path of withEnding(/\.(ts|mjs|sql|json|grit|sh|css|html)$/))
      if (path !== "test/repository.test.ts" && path !== "package-lock.json" && mark.test(await read(path)))
        marked.push(path);
    expect(marked).toEqual([]);
  });

  it("numbers its migrations without a gap", () => {
    const numbers = withEnding(/^packages\/server\/migrations\/.*\.sql$/).map((path) =>
      Number(/\/(\d{4})-[a-z0-9-]+\.sql$/.exec(path)?.[1]),
    );
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, i) => i + 1));
  });
});
