import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { LAYERS, type Plant, RULES } from "./plants.ts";
import { ROOT, trackedFiles } from "./repository.ts";

/**
 * The architecture is Biome's configuration, so this test lints a small house that breaks every rule of it once: each
 * layer's file imports all that it must not, in every form that an import can have, and all that it may. What Biome
 * reports must be exactly what is planted.
 */

const BIOME = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
const IMPORTS = "lint/style/noRestrictedImports";

/** One line of a planted file: an import that must be red or green. */
type Line = { readonly title: string; readonly code: string; readonly red: boolean };

/** Lines by the path of the file that they are planted in; the first is line 1. */
type Imports = ReadonlyMap<string, readonly Line[]>;

/** The forms of an import. `specifier#name` takes one name; the whole forms take everything, names we forbid included. */
const FORMS: Record<string, (specifier: string, name: string) => string> = {
  import: (specifier, name) => `import { ${name} } from "${specifier}";`,
  "import type": (specifier, name) => `import type { ${name} } from "${specifier}";`,
  "re-export": (specifier, name) => `export { ${name} } from "${specifier}";`,
  "dynamic import": (specifier, name) => `const { ${name} } = await import("${specifier}");`,
};
const WHOLE_FORMS: typeof FORMS = {
  "import of all": (specifier) => `import * as all from "${specifier}";`,
  "re-export of all": (specifier) => `export * from "${specifier}";`,
  "dynamic import of all": (specifier) => `export const all = import("${specifier}");`,
};

const ALL_IMPORTS = plantImports(FORMS, WHOLE_FORMS);

function plantImports(forms: typeof FORMS, forbiddenForms: typeof FORMS): Imports {
  const lines = (targets: readonly string[], red: boolean, use: typeof FORMS): Line[] =>
    targets.flatMap((target) => {
      const [specifier = "", name = "anything"] = target.split("#");
      return Object.entries(use).map(([form, code]) => ({
        title: `${form} ${target}`,
        code: code(specifier, name),
        red,
      }));
    });
  return new Map(
    LAYERS.flatMap(({ files, may, mayNot }) => {
      const plan = [...lines(mayNot, true, { ...forms, ...forbiddenForms }), ...lines(may, false, forms)];
      return files.map((file) => [file, plan] as const);
    }),
  );
}

/** Every plant in each place where it is red or green: in a file of its own where the place is a folder. */
const RULE_PLANTS: readonly { path: string; plant: Plant; red: boolean }[] = RULES.flatMap((plant, i) => {
  const planted = (place: string, red: boolean) => ({
    path: place.endsWith(".ts") ? place : `${place}/plant-${i}.ts`,
    plant,
    red,
  });
  return [...plant.red.map((place) => planted(place, true)), ...plant.green.map((place) => planted(place, false))];
});

const houses: string[] = [];

async function buildHouse(imports: Imports, plants: typeof RULE_PLANTS): Promise<string> {
  const house = await mkdtemp(join(tmpdir(), "leyden-architecture-"));
  houses.push(house);
  for (const path of ["biome.json", "package.json", "packages/server/package.json", "packages/regtest/package.json"])
    await cp(join(ROOT, path), join(house, path));
  await cp(join(ROOT, "test/rules"), join(house, "test/rules"), { recursive: true });

  const files = new Map([...imports].map(([path, lines]) => [path, lines.map((line) => line.code)]));
  for (const { path, plant } of plants) files.set(path, [...(files.get(path) ?? []), plant.code]);
  for (const [path, lines] of files) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), lines.join("\n"));
  }
  return house;
}

type Finding = { readonly category: string; readonly path: string; readonly line: number };

async function lint(house: string, ...options: string[]): Promise<readonly Finding[]> {
  const child = spawn(process.execPath, [BIOME, "lint", "--reporter=json", "--max-diagnostics=none", ...options, "."], {
    cwd: house,
  });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (!out.startsWith("{")) throw new Error(`Biome did not lint: ${err}`);
  type Report = { diagnostics: { category: string; location?: { path: string; start?: { line: number } } }[] };
  return (JSON.parse(out) as Report).diagnostics.map(({ category, location }) => ({
    category,
    path: location?.path ?? "",
    line: location?.start?.line ?? 0,
  }));
}

/** The planted imports that Biome judged otherwise than the plan, by file. */
function surprises(imports: Imports, findings: readonly Finding[]): { path: string; title: string }[] {
  const reported = new Set(findings.filter((f) => f.category === IMPORTS).map((f) => `${f.path}:${f.line}`));
  return [...imports].flatMap(([path, lines]) =>
    lines
      .filter((line, i) => reported.has(`${path}:${i + 1}`) !== line.red)
      .map(({ title, red }) => ({ path, title: `${title} must be ${red ? "red" : "green"}` })),
  );
}

type Pattern = { group: string[] };
type Override = {
  includes: string[];
  linter?: { rules?: { style?: { noRestrictedImports?: { options?: { patterns: Pattern[] } } } } };
};
type Config = { overrides: Override[] };

const readConfig = async (): Promise<Config> => JSON.parse(await readFile(join(ROOT, "biome.json"), "utf8"));
const patternsOf = (override: Override) => override.linter?.rules?.style?.noRestrictedImports?.options?.patterns ?? [];
const layersOf = (config: Config) => config.overrides.filter((override) => patternsOf(override).length > 0);

/** Overrides replace each other, so the last one whose list has the file decides. */
function layerOf(config: Config, path: string): Override | undefined {
  return layersOf(config).findLast((layer) => layer.includes.some((glob) => matchesGlob(path, glob)));
}

describe("the architecture", () => {
  let findings: readonly Finding[] = [];

  beforeAll(async () => {
    findings = await lint(await buildHouse(ALL_IMPORTS, RULE_PLANTS));
    return removeHouses;
  });

  it("is broken by every forbidden import in every form, and by no other", () => {
    expect(surprises(ALL_IMPORTS, findings)).toEqual([]);
  });

  it.each(RULES)("refuses $title", (plant) => {
    const places = RULE_PLANTS.filter((planted) => planted.plant === plant);
    const reported = places.filter(({ path }) =>
      findings.some((finding) => finding.path === path && finding.category === plant.category),
    );
    expect(reported.map(({ path }) => path)).toEqual(places.filter(({ red }) => red).map(({ path }) => path));
  });

  it("names as nouns only files that there are", async () => {
    const named = layersOf(await readConfig()).flatMap((layer) => layer.includes);
    const nouns = named.filter((path) => path.includes("/slices/") && !path.includes("*"));
    expect(nouns).not.toEqual([]);
    expect(nouns.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  it("has a layer for every source file of the server", async () => {
    const config = await readConfig();
    const sources = (await trackedFiles()).filter((path) => /^packages\/server\/src\/.*\.ts$/.test(path));
    const code = sources.filter((path) => !/\.(test|harness|setup)\.ts$/.test(path));
    expect(code.filter((path) => layerOf(config, path) === undefined)).toEqual([]);
  });
});

/**
 * A rule that nothing would miss is a rule that can be lost. So each word of the layers is taken away once, and the
 * plants must show it. Layers do not touch each other: one word of each goes in the same run.
 */
describe("the architecture's configuration", () => {
  const imports = plantImports({ import: FORMS["import"] ?? String }, {});
  afterEach(removeHouses);

  /** Lints with `weaker` and tells which of `layers` nothing speaks for. */
  async function unnoticed(weaker: Config, layers: readonly Override[]): Promise<Override[]> {
    const config = await readConfig();
    const house = await buildHouse(imports, []);
    await writeFile(join(house, "biome.json"), JSON.stringify({ ...weaker, plugins: [] }));
    const noticed = surprises(imports, await lint(house, "--only=style/noRestrictedImports"));
    const touched = new Set(noticed.map(({ path }) => JSON.stringify(layerOf(config, path))));
    return layers.filter((layer) => !touched.has(JSON.stringify(layer)));
  }

  it("has no word that could be taken away unnoticed", async () => {
    const words = layersOf(await readConfig()).map((layer) =>
      patternsOf(layer).flatMap((pattern, p) => pattern.group.map((word, w) => ({ layer, word, p, w }))),
    );
    const rounds = Math.max(...words.map((ofLayer) => ofLayer.length));
    const lost: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const taken = words.flatMap((ofLayer) => ofLayer[round] ?? []);
      const weaker = await readConfig();
      for (const { layer, p, w } of taken) {
        const twin = layersOf(weaker).find((other) => other.includes.join() === layer.includes.join());
        if (twin !== undefined) patternsOf(twin)[p]?.group.splice(w, 1);
      }
      const silent = await unnoticed(
        weaker,
        taken.map(({ layer }) => layer),
      );
      lost.push(
        ...taken.filter(({ layer }) => silent.includes(layer)).map(({ layer, word }) => `${layer.includes}: ${word}`),
      );
    }
    expect(lost).toEqual([]);
  });

  it("has no layer, and no file in a layer's list, that could be taken away unnoticed", async () => {
    const lost: string[] = [];
    for (const layer of layersOf(await readConfig())) {
      for (const glob of layer.includes) {
        const weaker = await readConfig();
        const twin = layersOf(weaker).find((other) => other.includes.join() === layer.includes.join());
        if (twin !== undefined) twin.includes = twin.includes.filter((other) => other !== glob);
        if ((await unnoticed(weaker, [layer])).length > 0) lost.push(glob);
      }
    }
    expect(lost).toEqual([]);
  });
});

async function removeHouses(): Promise<void> {
  for (const house of houses.splice(0)) await rm(house, { recursive: true });
}
