import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob } from "node:path";
import { text } from "node:stream/consumers";
import { beforeAll, describe, expect, it } from "vitest";
import { LAYERS } from "./plants.ts";
import { ROOT, trackedFiles } from "./repository.ts";
import { type Plant, RULES } from "./rule-plants.ts";

/**
 * The architecture is Biome's configuration, so this test lints a small house that breaks every rule of it once: each
 * layer's file imports all that it must not, in every form that an import can have, and all that it may. What Biome
 * reports must be exactly what is planted.
 */

const BIOME = join(ROOT, "node_modules/@biomejs/biome/bin/biome");
const IMPORTS = "lint/style/noRestrictedImports";

/** Biome reads some hundred files: seconds, or minutes where the machine has other work. */
const PATIENCE_MS = 600_000;

/** One line of a planted file: an import that must be red or green. */
type Line = { readonly title: string; readonly code: string; readonly red: boolean };

/** Lines by the path of the file that they are planted in; the first is line 1. */
type Imports = ReadonlyMap<string, readonly Line[]>;

/**
 * The forms of an import. `name from specifier` takes one name; the whole forms take everything, names we forbid
 * included.
 */
const FORMS: Record<string, (specifier: string, name: string) => string> = {
  import: (specifier, name) => `import { ${name} } from "${specifier}";`,
  "import type": (specifier, name) => `import type { ${name} } from "${specifier}";`,
  "re-export": (specifier, name) => `export { ${name} } from "${specifier}";`,
  "dynamic import": (specifier, name) => `const { ${name} } = await import("${specifier}");`,
};
const WHOLE_FORMS: typeof FORMS = {
  "import of all": (specifier) => `import * as all from "${specifier}";`,
  "import of all types": (specifier) => `import type * as all from "${specifier}";`,
  "import for its effect": (specifier) => `import "${specifier}";`,
  "re-export of all": (specifier) => `export * from "${specifier}";`,
  "re-export of all under a name": (specifier) => `export * as all from "${specifier}";`,
  "dynamic import of all": (specifier) => `export const all = import("${specifier}");`,
};

const ALL_IMPORTS = plantImports(FORMS, WHOLE_FORMS);

function plantImports(forms: typeof FORMS, forbiddenForms: typeof FORMS): Imports {
  const lines = (targets: readonly string[], red: boolean, use: typeof FORMS): Line[] =>
    targets.flatMap((target) => {
      const [specifier = "", name = "anything"] = target.split(" from ").reverse();
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

async function write(folder: string, path: string, content: string): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

const codeOf = (lines: readonly { code: string }[]) => lines.map(({ code }) => code).join("\n");

/** A tree of its own with the repository's configuration and these files. */
async function buildHouse(files: ReadonlyMap<string, readonly { code: string }[]>): Promise<string> {
  const house = await mkdtemp(join(tmpdir(), "leyden-architecture-"));
  const manifests = ["server", "client", "regtest"].map((name) => `packages/${name}/package.json`);
  for (const path of ["biome.json", "package.json", ...manifests]) await cp(join(ROOT, path), join(house, path));
  await cp(join(ROOT, "test/rules"), join(house, "test/rules"), { recursive: true });
  for (const [path, lines] of files) await write(house, path, codeOf(lines));
  return house;
}

type Finding = { readonly category: string; readonly path: string; readonly line: number };

async function lint(house: string, ...options: string[]): Promise<readonly Finding[]> {
  const args = [BIOME, "lint", "--reporter=json", "--max-diagnostics=none", ...options, "."];
  const child = spawn(process.execPath, args, { cwd: house });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  if (!out.startsWith("{")) throw new Error(`Biome did not lint: ${err}`);
  type Report = { diagnostics: { category: string; location?: { path: string; start?: { line: number } } }[] };
  return (JSON.parse(out) as Report).diagnostics.map(({ category, location }) => ({
    category,
    path: location?.path ?? "",
    line: location?.start?.line ?? 0,
  }));
}

/** The places, as `path:line`, of the imports that Biome refused. */
function refusedImports(findings: readonly Finding[]): ReadonlySet<string> {
  return new Set(findings.filter((f) => f.category === IMPORTS).map((f) => `${f.path}:${f.line}`));
}

/** The planted imports that Biome judged otherwise than the plan, by file. */
function surprises(imports: Imports, refused: ReadonlySet<string>): { path: string; title: string }[] {
  return [...imports].flatMap(([path, lines]) =>
    lines
      .filter((line, i) => refused.has(`${path}:${i + 1}`) !== line.red)
      .map(({ title, red }) => ({ path, title: `${title} must be ${red ? "red" : "green"}` })),
  );
}

type Pattern = { group: string[] };
type ImportRule = "off" | { options: { patterns: Pattern[] } };
type Override = { includes: string[]; linter?: { rules?: { style?: { noRestrictedImports?: ImportRule } } } };
type Config = { overrides: Override[] };

const readConfig = async (): Promise<Config> => JSON.parse(await readFile(join(ROOT, "biome.json"), "utf8"));
const ruleOf = (override: Override | undefined) => override?.linter?.rules?.style?.noRestrictedImports;

function patternsOf(override: Override | undefined): Pattern[] {
  const rule = ruleOf(override);
  return rule === undefined || rule === "off" ? [] : rule.options.patterns;
}

/** Overrides replace each other, so the last one that has the file and says something about imports decides. */
function layerOf(config: Config, path: string): Override | undefined {
  return config.overrides.findLast((override) => isAbout(override, path));
}

function isAbout(override: Override | undefined, path: string): boolean {
  return ruleOf(override) !== undefined && (override?.includes.some((glob) => matchesGlob(path, glob)) ?? false);
}

describe("the architecture", () => {
  let findings: readonly Finding[] = [];

  beforeAll(async () => {
    const files = new Map<string, { code: string }[]>();
    for (const { path, plant } of RULE_PLANTS) files.set(path, [...(files.get(path) ?? []), plant]);
    const house = await buildHouse(files);
    findings = await lint(house);
    await rm(house, { recursive: true });
  }, PATIENCE_MS);

  it("is broken by every forbidden import in every form, and by no other", { timeout: PATIENCE_MS }, async () => {
    const house = await buildHouse(ALL_IMPORTS);
    const found = await lint(house, `--only=${IMPORTS.replace("lint/", "")}`);
    await rm(house, { recursive: true });
    expect(surprises(ALL_IMPORTS, refusedImports(found))).toEqual([]);
  });

  it.each(RULES)("refuses $title", (plant) => {
    const places = RULE_PLANTS.filter((planted) => planted.plant === plant);
    const reported = places.filter(({ path }) =>
      findings.some((finding) => finding.path === path && finding.category === plant.category),
    );
    expect(reported.map(({ path }) => path)).toEqual(places.filter(({ red }) => red).map(({ path }) => path));
  });

  it("has a layer for every source file of the server", async () => {
    const config = await readConfig();
    const sources = (await trackedFiles()).filter((path) => /^packages\/server\/src\/.*\.ts$/.test(path));
    const code = sources.filter((path) => !/\.(test|harness|setup)\.ts$/.test(path));
    expect(code.filter((path) => layerOf(config, path) === undefined)).toEqual([]);
  });
});

/**
 * A rule that nothing would miss is a rule that can be lost. So each glob of a layer's files, each word of its patterns
 * and each choice in braces is taken away once, in a house of its own that holds one file of the layer: some import in
 * it must turn.
 */
describe("the architecture's configuration", () => {
  it("has nothing that could be taken away unnoticed", { timeout: PATIENCE_MS }, async () => {
    const config = await readConfig();
    const plants = plantImports({ import: (specifier, name) => `import { ${name} } from "${specifier}";` }, {});
    const street = await mkdtemp(join(tmpdir(), "leyden-architecture-"));
    const houses: { title: string; plan: Imports; weaker: boolean }[] = [];

    async function build(title: string, { overrides }: Config, path: string, weaker: boolean): Promise<void> {
      const house = `house-${houses.length}`;
      const lines = plants.get(path) ?? [];
      houses.push({ title, plan: new Map([[`${house}/${path}`, lines]]), weaker });
      const layers = overrides.filter((_, o) => isAbout(config.overrides[o], path)).map(onlyImports);
      const rules = { root: false, linter: { rules: { preset: "none" } }, overrides: layers };
      await write(street, `${house}/biome.json`, JSON.stringify(rules));
      await write(street, `${house}/${path}`, codeOf(lines));
    }
    try {
      await write(street, "biome.json", JSON.stringify({ root: true }));
      for (const path of plants.keys()) await build(`${path} as it is`, config, path, false);
      for (const { title, path, weaker } of weakenings(config, [...plants.keys()]))
        await build(title, weaker, path, true);

      const refused = refusedImports(await lint(street));
      const wrong = houses.filter(({ plan, weaker }) => surprises(plan, refused).length > 0 !== weaker);
      expect(wrong.map(({ title }) => title)).toEqual([]);
    } finally {
      await rm(street, { recursive: true });
    }
  });
});

/** Every way to take one thing out of the layers, with a file that must show it. */
function weakenings(config: Config, files: readonly string[]): { title: string; path: string; weaker: Config }[] {
  return config.overrides.flatMap((layer, o) => {
    const own = files.filter((path) => layerOf(config, path) === layer);
    const change = (word: string, weak: string | undefined, path: string | undefined, listOf: ListOf) => {
      const title = `${weak ?? "nothing"} instead of ${word}`;
      if (path === undefined) throw new Error(`nothing is planted for ${title} of ${layer.includes.join(", ")}`);
      const weaker = structuredClone(config);
      const list = listOf(weaker.overrides[o]);
      list.splice(list.indexOf(word), 1, ...(weak === undefined ? [] : [weak]));
      return { title: `${path} with ${title}`, path, weaker };
    };
    const lost = (word: string, weak: string | undefined) =>
      own.find((path) => matchesGlob(path, word) && !(weak !== undefined && matchesGlob(path, weak)));
    if (patternsOf(layer).length === 0) return [];
    return [
      ...layer.includes.flatMap((word) =>
        weakerThan(word).map((weak) => change(word, weak, lost(word, weak), (layer) => layer?.includes ?? [])),
      ),
      ...patternsOf(layer).flatMap(({ group }, p) =>
        group.flatMap((word) =>
          weakerThan(word).map((weak) => change(word, weak, own[0], (layer) => patternsOf(layer)[p]?.group ?? [])),
        ),
      ),
    ];
  });
}

type ListOf = (layer: Override | undefined) => string[];

/** What may stand instead of a word: nothing, and for `{a,b,c}.ts` also `{b,c}.ts`, `{a,c}.ts` and `{a,b}.ts`. */
function weakerThan(word: string): (string | undefined)[] {
  const [, before = "", choices, after = ""] = /^(.*)\{(.*)\}(.*)$/.exec(word) ?? [];
  const all = choices?.split(",") ?? [];
  const fewer = all.map((choice) => all.filter((other) => other !== choice).join(","));
  return [undefined, ...fewer.map((rest) => `${before}${rest.includes(",") ? `{${rest}}` : rest}${after}`)];
}

/** `layer` with its rule about imports alone. */
function onlyImports(layer: Override): Override {
  const rule = ruleOf(layer);
  return {
    includes: layer.includes,
    linter: { rules: { style: rule === undefined ? {} : { noRestrictedImports: rule } } },
  };
}
