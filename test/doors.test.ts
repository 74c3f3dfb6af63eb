import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { ROOT, trackedFiles } from "./repository.ts";

/** The door of a slice is its `index.ts`. These tests read the imports of all files once. */

type File = { readonly path: string; readonly text: string };

const SLICE = /^packages\/server\/src\/slices\/([a-z-]+)\//;
const DOOR = /^packages\/server\/src\/slices\/[a-z-]+\/index\.ts$/;

const sliceOf = (path: string) => SLICE.exec(path)?.[1];

/** The slice whose door the specifier names: `#events`, or the path of its `index.ts`. */
const doorOf = (specifier: string) =>
  /^#([a-z-]+)$|(?:^#|\/)slices\/([a-z-]+)\/index\.ts$/.exec(specifier)?.slice(1).join("");

/** The names of `{ a, type B, c as d }` as the other file has them: `a`, `B`, `c`. */
const namesIn = (braces: string) =>
  [...braces.matchAll(/(?:\btype )?\b(\w+)(?: as \w+)?/g)].map(([, name = ""]) => name);

/** What this file takes from doors of other slices, as `slice.name`. */
function takenBy({ path, text }: File): string[] {
  const named = [...text.matchAll(/\b(?:import|export)(?: type)? \{([^}]*)\} from "([^"]+)"/g)].flatMap(
    ([, braces = "", specifier = ""]) => namesIn(braces).map((name) => [doorOf(specifier), name] as const),
  );
  const whole = [...text.matchAll(/\bimport(?: type)? \* as (\w+) from "([^"]+)"/g)].flatMap(
    ([, all = "", specifier = ""]) =>
      [...text.matchAll(new RegExp(`\\b${all}\\.(\\w+)`, "g"))].map(
        ([, name = ""]) => [doorOf(specifier), name] as const,
      ),
  );
  return [...named, ...whole]
    .filter(([slice]) => slice !== undefined && slice !== sliceOf(path))
    .map(([slice, name]) => `${slice}.${name}`);
}

/** What a door exports, as `slice.name`: doors consist of `export { … } from "…"` and nothing else. */
function exportedBy({ path, text }: File): string[] {
  return [...text.matchAll(/^export (?:type )?\{([^}]*)\} from /gm)].flatMap(([, braces = ""]) =>
    namesIn(braces.replaceAll(/\b\w+ as (\w+)/g, "$1")).map((name) => `${sliceOf(path)}.${name}`),
  );
}

describe("the doors of slices", () => {
  let files: readonly File[] = [];

  beforeAll(async () => {
    const paths = (await trackedFiles()).filter((path) => /\.tsx?$/.test(path));
    files = await Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), "utf8") })));
  });

  it("are not taken by their own slice", () => {
    const inSlices = files.filter(({ path }) => SLICE.test(path));
    const through = inSlices.filter(({ path, text }) =>
      new RegExp(`from "(?:#${sliceOf(path)}|(?:\\.\\.?/)+index\\.ts)"`).test(text),
    );
    expect(through.map(({ path }) => path)).toEqual([]);
  });

  it("pass names on in one form, which the next test reads", () => {
    const rest = files
      .filter(({ path }) => DOOR.test(path))
      .map(({ path, text }) => ({
        path,
        rest: text.replaceAll(/\/\*\*.*?\*\//gs, "").replaceAll(/^export (?:type )?\{[^}]*\} from "[^"]+";$/gm, ""),
      }));
    expect(rest.filter(({ rest }) => rest.trim() !== "")).toEqual([]);
  });

  it("export only what is imported outside of the slice", () => {
    const taken = new Set(files.flatMap(takenBy));
    const exported = files.filter(({ path }) => DOOR.test(path)).flatMap(exportedBy);
    expect(exported.length).toBeGreaterThan(100);
    expect(exported.filter((name) => !taken.has(name))).toEqual([]);
  });
});
