import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runInNewContext } from "node:vm";
import { brotliDecompressSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BuiltFile, readBuiltFiles } from "../../server/src/platform/built-files.ts";
import { LANGUAGES, TEXTS } from "../../server/src/texts/language.ts";
import { buildPages, type Manifest, refuseOthersOfServer } from "../build/build.ts";
import { FIRST_VIEW_MAX, type PageName } from "../build/measure.ts";

/** Bytes after gzip. Source: docs/decisions/0031. */
const LOADER_MAX = 3_000;
/** Below it something is missing. */
const PAGE_MIN = 40_000;

const PAGES = Object.keys(FIRST_VIEW_MAX) as readonly PageName[];
/** With texts of their own in each language. */
const TRANSLATED = [
  ["ramp", "ramp_working_stay"],
  ["wallet", "wallet_no_script_why"],
] as const;

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

  it("has a loader of at most 3 kB", () => {
    expect(sizeOf(assets.loader)).toBeLessThanOrEqual(LOADER_MAX);
  });

  it.each(PAGES)("has a script for %s that is not too large with the texts of any language, and says so", (page) => {
    const { script, preloads, texts } = assets[page];
    const first = [script, ...preloads].map(sizeOf).reduce((sum, size) => sum + size, 0);
    const whole = first + Math.max(0, ...Object.values(texts).map(sizeOf));
    expect(whole).toBeLessThanOrEqual(FIRST_VIEW_MAX[page]);
    expect(whole).toBeGreaterThan(PAGE_MIN);
    const line = said.find((text) => text.startsWith(`${page}: `));
    expect(line).toContain(`${(whole / 1_000).toFixed(1)} of ${(FIRST_VIEW_MAX[page] / 1_000).toFixed(1)} kB`);
    expect(line).toMatch(/react-dom \d+\.\d/);
  });

  it.each(PAGES)("has one style for the first view of %s, which no policy refuses", (page) => {
    expect(assets[page].styles).toHaveLength(1);
    const style = textOf(assets[page].styles[0] ?? "");
    expect(style).toContain("--accent");
    expect(style).not.toMatch(/url\(|@import/);
  });

  it("has the libraries of the dashboard in no other page", () => {
    const holds = (page: string) =>
      [...files.keys()].filter((name) => name.startsWith(page) && textOf(name).includes("data-react-aria-pressable"));
    expect(holds("dashboard")).not.toEqual([]);
    expect([...holds("wallet"), ...holds("ramp")].filter((name) => name.endsWith(".js"))).toEqual([]);
  });

  it.each(TRANSLATED.flatMap(([page, key]) => LANGUAGES.map((language) => [page, language, key] as const)))(
    "has the texts of %s in %s in a file of their own, which no other language loads",
    (page, language, key) => {
      const { [key]: text, login_title: ofServer } = TEXTS[language];
      const withText = [...files.keys()].filter((name) => textOf(name).includes(text));
      expect(withText).toEqual([assets[page].texts[language]]);
      expect([...files.keys()].filter((name) => textOf(name).includes(ofServer))).toEqual([]);
    },
  );

  it("refuses what is of the server and no text of the page", () => {
    const server = join(import.meta.dirname, "../../server/src");
    const page = join(import.meta.dirname, "../src/ramp/main.tsx");
    refuseOthersOfServer([page, join(server, "texts/de/ramp.ts"), join(server, "texts/message.ts")]);
    for (const name of ["wallet", "money", "progress"]) refuseOthersOfServer([join(server, `texts/fr/${name}.ts`)]);
    for (const name of ["progress", "numbers"]) refuseOthersOfServer([join(server, `texts/${name}.ts`)]);
    for (const other of ["texts/language.ts", "texts/de/login.ts", "kernel/money.ts", "slices/ramp/index.ts"])
      expect(() => refuseOthersOfServer([page, join(server, other)]), other).toThrow(`of the server: ${other}`);
  });

  it("says what it does when it takes time, and does nothing when it is done", async () => {
    const count = said.length;
    expect(count).toBe(2 + PAGES.length);
    const again = await buildPages({ dist, say });
    expect(said).toHaveLength(count);
    expect(again).toEqual(assets);
  });

  it("builds again when it is of other sources, or when a file is missing, and leaves nothing old", async () => {
    const path = join(dist, "manifest.json");
    const manifest = JSON.parse(readFileSync(path, "utf8"));
    writeFileSync(join(dist, "ramp.old.js"), "");
    writeFileSync(path, JSON.stringify({ ...manifest, sources: "older" }));
    await Promise.all([buildPages({ dist, say }), buildPages({ dist, say })]);
    expect(JSON.parse(readFileSync(path, "utf8"))).toEqual(manifest);
    const compressed = assets.files.map((name) => `${name}.br`);
    const all = ["licences.txt", "manifest.json", ...assets.files, ...compressed];
    expect((await readdir(dist)).toSorted()).toEqual(all.toSorted());
    for (const name of [manifest.loader, `${manifest.loader}.br`]) {
      rmSync(join(dist, name));
      expect((await buildPages({ dist })).loader).toBe(assets.loader);
      expect(await readdir(dist)).toContain(name);
    }
  });

  it("has the licences of its libraries beside it, and not among the files for browsers", () => {
    const text = readFileSync(join(dist, "licences.txt"), "utf8");
    const names = [...text.matchAll(/^## (\S+) - /gm)].map(([, name]) => name);
    expect(names).toEqual(
      expect.arrayContaining(["react", "react-dom", "wouter", "@tanstack/react-query", "react-aria"]),
    );
    expect(new Set(names).size).toBe(names.length);
    expect(
      text.match(/permission is hereby granted|licensed under the apache license|^apache license/gim)?.length,
    ).toBeGreaterThan(5);
    expect([...files.keys()]).not.toContain("licences.txt");
  });

  it("has each file as Brotli makes it, which is smaller than what gzip makes of them", () => {
    for (const [name, { body, br }] of files) expect(brotliDecompressSync(br).equals(body), name).toBe(true);
    const sum = (form: "br" | "gzip") => [...files.values()].reduce((bytes, file) => bytes + file[form].length, 0);
    expect(sum("br")).toBeLessThan(sum("gzip"));
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
