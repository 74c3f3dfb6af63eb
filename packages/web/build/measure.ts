/** How much script a browser gets for a page, and how much it may be. */
import { gzipSync } from "node:zlib";
import type { Rolldown } from "vite";

/** Names of the pages: each has an entry of its own. */
export type PageName = "ramp" | "wallet" | "dashboard";

/** Bytes of script after gzip at the first view. Source: docs/decisions/0071, and 0031 for the on-ramp. */
export const FIRST_VIEW_MAX: Readonly<Record<PageName, number>> = {
  ramp: 90_000,
  wallet: 150_000,
  dashboard: 250_000,
};
/** Bytes of script after gzip that a page which is opened later loads beside that. */
export const LATER_MAX = 60_000;

/** What is measured of a chunk. */
export type Chunk = Pick<
  Rolldown.OutputChunk,
  "fileName" | "code" | "isEntry" | "imports" | "dynamicImports" | "moduleIds"
> & { readonly modules: Readonly<Record<string, { readonly renderedLength: number }>> };

/** What a page loads, in bytes after gzip. */
export type Measure = {
  readonly firstView: number;
  /** What each chunk that is loaded later adds to the first view, with what it imports. */
  readonly later: ReadonlyMap<string, number>;
  /** Of the first view, by library; what is ours is `ours`. Largest first. */
  readonly shares: ReadonlyMap<string, number>;
};

/** `texts`: names of the chunks with texts, of which a browser loads one at its first view. */
export function measure(chunks: readonly Chunk[], texts: readonly string[]): Measure {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const sizes = new Map(chunks.map(({ fileName, code }) => [fileName, gzipSync(code, { level: 9 }).length]));
  const sizeOf = (names: Iterable<string>) => [...names].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0);
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error("the build has no entry");
  const first = withImports(entry.fileName, byName);
  const largest = texts.toSorted((a, b) => sizeOf([b]) - sizeOf([a])).slice(0, 1);
  const seen = new Set([...first, ...texts]);
  const later = chunks
    .filter(({ fileName }) => !seen.has(fileName) && chunks.some((one) => one.dynamicImports.includes(fileName)))
    .map(({ fileName }) => {
      const more = [...withImports(fileName, byName)].filter((name) => !seen.has(name));
      return [fileName, sizeOf(more)] as const;
    });
  return {
    firstView: sizeOf([...first, ...largest]),
    later: new Map(later),
    shares: sharesOf(
      [...first, ...largest].flatMap((name) => byName.get(name) ?? []),
      sizes,
    ),
  };
}

/** A chunk and all that it imports at once. */
export function withImports(name: string, chunks: ReadonlyMap<string, Pick<Chunk, "imports">>): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (one: string) => {
    if (found.has(one)) return;
    found.add(one);
    for (const other of chunks.get(one)?.imports ?? []) add(other);
  };
  add(name);
  return found;
}

const LIBRARY = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** A module has the share of its chunk's bytes that it has of the chunk's text before it was minified. */
function sharesOf(chunks: readonly Chunk[], sizes: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const { fileName, modules } of chunks) {
    const entries = Object.entries(modules);
    const total = entries.reduce((sum, [, { renderedLength }]) => sum + renderedLength, 0);
    for (const [id, { renderedLength }] of entries) {
      const name = LIBRARY.exec(id.replaceAll("\\", "/"))?.[1] ?? "ours";
      const bytes = total === 0 ? 0 : ((sizes.get(fileName) ?? 0) * renderedLength) / total;
      shares.set(name, (shares.get(name) ?? 0) + bytes);
    }
  }
  return new Map([...shares].toSorted(([, a], [, b]) => b - a));
}

const kB = (bytes: number) => (bytes / 1_000).toFixed(1);
/** Libraries below it are counted together. */
const SHOWN_MIN = 500;

/** One line on what a page loads, such as "wallet: 98.2 of 150 kB (react-dom 60.1, …)". */
export function reportOf(page: PageName, { firstView, later, shares }: Measure): string {
  const shown = [...shares].filter(([, bytes]) => bytes >= SHOWN_MIN);
  const rest = [...shares].filter(([, bytes]) => bytes < SHOWN_MIN).reduce((sum, [, bytes]) => sum + bytes, 0);
  const parts = [...shown.map(([name, bytes]) => `${name} ${kB(bytes)}`), ...(rest > 0 ? [`others ${kB(rest)}`] : [])];
  const largest = Math.max(0, ...later.values());
  const more = later.size === 0 ? "" : `; later pages at most ${kB(largest)} of ${kB(LATER_MAX)} kB`;
  return `${page}: ${kB(firstView)} of ${kB(FIRST_VIEW_MAX[page])} kB (${parts.join(", ")})${more}`;
}

/** @throws {Error} when a page loads more than it may. */
export function refuseTooMuch(page: PageName, { firstView, later, shares }: Measure): void {
  const most = FIRST_VIEW_MAX[page];
  if (firstView > most)
    throw new Error(
      `the script of ${page} is too large at its first view. ${reportOf(page, { firstView, later, shares })}`,
    );
  for (const [name, bytes] of later)
    if (bytes > LATER_MAX) throw new Error(`${name} of ${page} adds ${kB(bytes)} kB, and may add ${kB(LATER_MAX)}`);
}
