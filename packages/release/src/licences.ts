import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { LICENCE } from "./prune.ts";

/** A package in the release, and where its licence can be read. */
export type Part = {
  readonly name: string;
  readonly version: string;
  /** As `package.json` declares it: an expression of SPDX. */
  readonly licence: string;
  readonly author: string | undefined;
  readonly repository: string | undefined;
  /** The file with the text of its licence, from the root of the release; undefined where it ships none. */
  readonly text: string | undefined;
};

type PackageJson = {
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly author?: string | { readonly name: string; readonly email?: string };
  readonly repository?: string | { readonly url: string };
};

const PACKAGE_JSON = /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/]+\/package\.json$/;
/** What stands in each text of a licence, and not where a licence is only named. */
const TEXT = /permission is hereby granted|permission to use, copy|redistribution and use/i;

/** Texts of licences whose packages ship none, by the identifier of SPDX. Source: the list of licences of SPDX 3. */
const STANDARD: Readonly<Record<string, string>> = {
  MIT: `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`,
};

/** Every package in `node_modules` of `folder`, in the order of their places. */
export function partsIn(folder: string): readonly Part[] {
  const paths = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) => path.replaceAll("\\", "/"));
  return paths
    .filter((path) => PACKAGE_JSON.test(path))
    .sort()
    .map((path) => partOf(folder, dirname(path)));
}

function partOf(folder: string, place: string): Part {
  const read = (name: string) => readFileSync(join(folder, place, name), "utf8");
  const { name, version, license, author, repository } = JSON.parse(read("package.json")) as PackageJson;
  const files = readdirSync(join(folder, place)).sort();
  const own = files.find((file) => LICENCE.test(file));
  const text = own ?? files.find((file) => /^readme/i.test(file) && TEXT.test(read(file)));
  if (license === undefined) throw new Error(`${name} ${version} declares no licence`);
  return {
    name,
    version,
    licence: license,
    author: typeof author === "object" ? author.name : author?.replace(/ *[<(].*$/, ""),
    repository: typeof repository === "object" ? repository.url : repository,
    text: text && `${place}/${text}`,
  };
}

/**
 * `LICENCES.txt` of a release: where the licence of each package is, and the text of those that ship none. `pages`:
 * the same of the libraries in the built pages, as Vite writes it.
 *
 * @throws when a package ships no text of its licence and we have none of that licence.
 */
export function licencesOf(parts: readonly Part[], pages: string): string {
  const named = ({ name, version, licence }: Part) => `${name} ${version}, ${licence}`;
  const withText = parts.filter(({ text }) => text !== undefined);
  const without = parts.filter(({ text }) => text === undefined);
  return [
    "Leyden is licensed under Apache-2.0: LICENSE. It contains the packages of others below, each with its own licence.",
    "",
    "Packages that ship the text of their licence, and where it is:",
    "",
    ...withText.map((part) => `  ${named(part)}: ${part.text}`),
    "",
    "Packages that ship no text of their licence, but declare one:",
    "",
    ...without.map((part) => `  ${named(part)}: ${whereInstead(part, parts)}`),
    "",
    ...[...new Set(without.filter((part) => sibling(part, parts) === undefined).map(({ licence }) => licence))].flatMap(
      (licence) => [`The text of ${licence}:`, "", STANDARD[licence] ?? ""],
    ),
    "Libraries in the built pages (packages/web/dist):",
    "",
    pages,
  ].join("\n");
}

/** A part for one kind of machine has the licence of the package that it is a part of. */
function sibling({ name, repository }: Part, parts: readonly Part[]): Part | undefined {
  return parts.find((other) => other.text && name.startsWith(`${other.name}-`) && other.repository === repository);
}

function whereInstead(part: Part, parts: readonly Part[]): string {
  const whole = sibling(part, parts);
  if (whole !== undefined) return `a part of ${whole.name}, whose text is ${whole.text}`;
  if (!(part.licence in STANDARD))
    throw new Error(`${part.name} ships no text of its licence (${part.licence}), and licences.ts has none of it`);
  return part.author === undefined ? "names no author; text below" : `Copyright (c) ${part.author}; text below`;
}

/** The libraries that `pages` names, as `name - version (licence)` in its headings. */
export function librariesIn(pages: string): readonly Pick<Part, "name" | "version" | "licence">[] {
  return [...pages.matchAll(/^## (\S+) - (\S+) \((.+)\)$/gm)].map(([, name = "", version = "", licence = ""]) => ({
    name,
    version,
    licence,
  }));
}
