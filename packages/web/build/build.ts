import { createHash, randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import type { Rolldown } from "vite";

const PACKAGE = join(import.meta.dirname, "..");
const DIST = join(PACKAGE, "dist");
const WIDGET = join(PACKAGE, "../widget/src");
const SERVER = join(PACKAGE, "../server/src");
/** All that the pages have of the server: colours and sizes, and their texts in each language. */
const TOKENS = "platform/http/tokens.css";
const TEXTS = /^texts\/([a-z]{2}\/ramp|message)\.ts$/;
const MANIFEST = "manifest.json";
/** The licences of the libraries that lie in the page's scripts: in the same folder, and no file for browsers. */
const LICENCES = "licences.txt";
/** Where the service has the files of the page. */
const PAGE_BASE = "/ramp/assets/";

/**
 * What `dist` holds, and of which sources it was made. Names of files hold a hash of the content, so an answer may be
 * kept for ever.
 */
export type Manifest = {
  readonly sources: string;
  /** Names of the ramp page's files that its HTML loads; the script loads the others. */
  readonly ramp: { readonly script: string; readonly styles: readonly string[] };
  /** Name of the widget's loader. */
  readonly loader: string;
  readonly files: readonly string[];
};

export type BuildOptions = {
  /** Hears that something is built, which takes seconds. */
  readonly say?: (text: string) => void;
  /** Where the result is kept. */
  readonly dist?: string;
};

/**
 * Builds the pages when they are not built, or of other sources. Several processes may do so at once: each writes the
 * same files, and the manifest is written last, in one step.
 */
export async function buildPages({ say = () => undefined, dist = DIST }: BuildOptions = {}): Promise<Manifest> {
  const sources = await hashOfSources();
  const built = await readManifest(dist);
  if (built?.sources === sources) return built;
  say("Building the pages of the on-ramp …");
  const manifest = await build(dist, sources);
  say(`Built ${manifest.files.length} files.`);
  return manifest;
}

async function readManifest(dist: string): Promise<Manifest | undefined> {
  if (!existsSync(join(dist, MANIFEST))) return undefined;
  const manifest: Manifest = JSON.parse(await readFile(join(dist, MANIFEST), "utf8"));
  return manifest.files.every((name) => existsSync(join(dist, name))) ? manifest : undefined;
}

/** Everything that decides what is built: sources, this file, and versions of libraries. Tests decide nothing. */
async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const path of [
    join(PACKAGE, "package.json"),
    import.meta.filename,
    ...(await sourcesOf(join(PACKAGE, "src"))),
    ...(await sourcesOf(WIDGET)),
    join(SERVER, TOKENS),
    ...(await sourcesOf(join(SERVER, "texts"))).filter((path) => TEXTS.test(relative(SERVER, path))),
  ])
    hash.update(`${relative(PACKAGE, path)}\0`).update(await readFile(path));
  return hash.digest("hex");
}

async function sourcesOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !/\.(test|harness)\.tsx?$/.test(entry.name));
  return files.map((entry) => join(entry.parentPath, entry.name)).sort();
}

async function build(dist: string, sources: string): Promise<Manifest> {
  const [page, loader] = [await buildPage(), await buildLoader()];
  refuseOthersOfServer([...page, loader].flatMap((file) => (file.type === "chunk" ? file.moduleIds : [])));
  const files = [...page, loader];
  await mkdir(dist, { recursive: true });
  await access(dist, constants.W_OK).catch((cause: unknown) => {
    throw new Error(`${dist} cannot be written. Run "npm run build" as the owner of this installation.`, { cause });
  });
  for (const file of files) await write(dist, file.fileName, contentOf(file));
  const entry = page.find((file) => file.type === "chunk" && file.isEntry);
  if (entry === undefined) throw new Error("the build has no entry");
  const manifest: Manifest = {
    sources,
    ramp: { script: entry.fileName, styles: page.map((file) => file.fileName).filter((name) => name.endsWith(".css")) },
    loader: loader.fileName,
    files: files.map((file) => file.fileName).filter((name) => name !== LICENCES),
  };
  await write(dist, MANIFEST, JSON.stringify(manifest, null, 2));
  await removeOthers(dist, manifest);
  return manifest;
}

/** @throws {Error} when browsers would get files of the server that are not for them. */
export function refuseOthersOfServer(modules: readonly string[]): void {
  const ofServer = modules.map((path) => relative(SERVER, path)).filter((path) => !path.startsWith(".."));
  const others = ofServer.filter((path) => path !== TOKENS && !TEXTS.test(path));
  if (others.length > 0) throw new Error(`the pages would hold files of the server: ${others.join(", ")}`);
}

type Built = Rolldown.OutputChunk | Rolldown.OutputAsset;

function contentOf(file: Built): string | Uint8Array {
  return file.type === "chunk" ? file.code : file.source;
}

/** Whole, or not at all: another process may read meanwhile. */
async function write(dist: string, name: string, content: string | Uint8Array): Promise<void> {
  const beside = join(dist, `.${name}.${randomUUID()}`);
  await writeFile(beside, content);
  await rename(beside, join(dist, name));
}

/** Files of earlier builds. */
async function removeOthers(dist: string, { files }: Manifest): Promise<void> {
  const kept = new Set([MANIFEST, LICENCES, ...files]);
  for (const name of await readdir(dist))
    if (!kept.has(name) && !name.startsWith(".")) await rm(join(dist, name), { force: true });
}

const COMMON = { configFile: false, logLevel: "warn", publicDir: false } as const;

async function buildPage(): Promise<readonly Built[]> {
  const { build } = await import("vite"); // here, so that a start without a build does not load it
  const names = "[name].[hash].js";
  return outputOf(
    await build({
      ...COMMON,
      root: PACKAGE,
      base: PAGE_BASE,
      mode: "production",
      define: { "process.env.NODE_ENV": '"production"' },
      // Said here, because otherwise the NODE_ENV of who builds decides.
      oxc: { jsx: { runtime: "automatic", development: false } },
      build: {
        write: false,
        modulePreload: false,
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        license: { fileName: LICENCES },
        rolldownOptions: {
          input: { ramp: join(PACKAGE, "src/ramp/main.tsx") },
          output: {
            entryFileNames: names,
            // A language has its code in the name of its file.
            chunkFileNames: ({ moduleIds: [first = ""] }) => `texts-${basename(dirname(first))}.[hash].js`,
            assetFileNames: "[name].[hash][extname]",
          },
        },
      },
    }),
  );
}

/** One script without imports, which makes `window.Leyden`. */
async function buildLoader(): Promise<Built> {
  const { build } = await import("vite");
  const output = outputOf(
    await build({
      ...COMMON,
      root: PACKAGE,
      build: {
        write: false,
        reportCompressedSize: false,
        target: "es2022",
        rolldownOptions: {
          input: { "leyden-ramp": join(WIDGET, "global.ts") },
          preserveEntrySignatures: "strict",
          output: { format: "iife", name: "Leyden", entryFileNames: "[name].[hash].js" },
        },
      },
    }),
  );
  const [loader, ...others] = output;
  if (loader === undefined || others.length > 0) throw new Error("the loader must be one file");
  return loader;
}

/** `build` answers a list when there are several forms, and a watcher when it watches. */
function outputOf(result: Awaited<ReturnType<typeof import("vite").build>>): readonly Built[] {
  const single = Array.isArray(result) ? result[0] : result;
  if (single === undefined || !("output" in single)) throw new Error("the build has no output");
  return single.output;
}
