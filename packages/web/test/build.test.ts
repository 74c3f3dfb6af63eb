import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltFile, readBuiltFiles } from "../../server/src/platform/built-files.ts";
import { buildPages, type Manifest } from "../build/build.ts";
import { LANGUAGES } from "../src/ramp/text.ts";

/** Bytes after gzip. Source: docs/decisions/0031. */
const LOADER_MAX = 3_000;
const PAGE_MAX = 90_000;

describe("the build", () => {
  const dist = mkdtempSync(join(tmpdir(), "leyden-web-"));
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  let assets: Manifest;
  let files: ReadonlyMap<string, BuiltFile>;

  beforeAll(async () => {
    assets = await buildPages({ dist, say });
    files = await readBuiltFiles(pathToFileURL(join(dist, "manifest.json")), assets.files);
  });
  afterAll(() => rmSync(dist, { recursive: true, force: true }));

  const sizeOf = (name: string) => files.get(name)?.gzip.length ?? Number.NaN;
  const textOf = (name: string) => Buffer.from(files.get(name)?.body ?? []).toString();
  const scripts = () => [...files.keys()].filter((name) => name.endsWith(".js") && name !== assets.loader);

  it("has a loader of at most 3 kB, and at most 90 kB of scripts for the page", () => {
    expect(sizeOf(assets.loader)).toBeLessThanOrEqual(LOADER_MAX);
    const languages = scripts().filter((name) => name !== assets.ramp.script);
    expect(languages).toHaveLength(LANGUAGES.length);
    const page = sizeOf(assets.ramp.script) + Math.max(...languages.map(sizeOf));
    expect(page).toBeLessThanOrEqual(PAGE_MAX);
    expect(page).toBeGreaterThan(40_000); // else something is missing
  });

  it("says what it does when it takes time, and does nothing when it is done", async () => {
    expect(said).toHaveLength(2);
    const again = await buildPages({ dist, say });
    expect(said).toHaveLength(2);
    expect(again.ramp).toEqual(assets.ramp);
  });

  it("builds again when it is of other sources, or when a file is missing, and leaves nothing old", async () => {
    const path = join(dist, "manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(join(dist, "ramp.old.js"), "");
    writeFileSync(path, JSON.stringify({ ...manifest, sources: "older" }));
    await Promise.all([buildPages({ dist, say }), buildPages({ dist, say })]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(manifest);
    expect((await readdir(dist)).toSorted()).toEqual(["licences.txt", "manifest.json", ...manifest.files].toSorted());
    rmSync(join(dist, manifest.loader));
    expect((await buildPages({ dist })).loader).toBe(assets.loader);
  });

  it("has the licences of its libraries beside it, and not among the files for browsers", () => {
    const text = readFileSync(join(dist, "licences.txt"), "utf8");
    expect([...text.matchAll(/^## (\S+) - /gm)].map(([, name]) => name)).toEqual(["react-dom", "react", "scheduler"]);
    expect(text.match(/permission is hereby granted/gi)).toHaveLength(3);
    expect([...files.keys()]).not.toContain("licences.txt");
  });

  it("is for people, whatever NODE_ENV says", () => {
    for (const name of scripts()) expect(textOf(name), name).not.toMatch(/jsxDEV|react\.development/);
  });

  it("has names that change with the content, and nothing inside that a policy would refuse", () => {
    for (const [name, { type }] of files) {
      expect(name).toMatch(/^[a-z-]+\.[\w-]{8}\.(js|css)$/);
      expect(type).toMatch(name.endsWith(".js") ? /^text\/javascript/ : /^text\/css/);
    }
    for (const name of scripts()) expect(textOf(name), name).not.toMatch(/\beval\(|new Function\(/);
  });

  it("makes `window.Leyden` of the loader, in a page without modules, and asks the service that it came from", () => {
    const frames: { src?: string }[] = [];
    const document = {
      currentScript: { src: "https://pay.example/leyden/widget/v1/leyden-ramp.js" },
      createElement: () => ({ style: {} }),
    };
    const sandbox: Record<string, unknown> = {
      document,
      URL,
      URLSearchParams,
      crypto: globalThis.crypto,
      Uint8Array,
      TypeError,
      location: { origin: "https://shop.example" },
      addEventListener: () => undefined,
      setTimeout: () => 0,
    };
    sandbox["window"] = sandbox;
    runInNewContext(textOf(assets.loader), sandbox);
    const { createRamp } = sandbox["Leyden"] as typeof import("../../widget/src/global.ts");
    const container = { append: (frame: object) => frames.push(frame) } as unknown as HTMLElement;
    createRamp({ sessionToken: `rst_${"0".repeat(32)}_${"A".repeat(43)}`, container }).mount();
    expect(frames[0]?.src).toMatch(
      /^https:\/\/pay\.example\/leyden\/ramp\/00000000-0000-0000-0000-000000000000#token=rst_/,
    );
  });
});
