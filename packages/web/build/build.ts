import { createHash, randomUUID } from "node:crypto";
import { constants, existsSync } from "node:fs";
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { type BrotliOptions, brotliCompress, constants as zlib } from "node:zlib";
import type { Rolldown } from "vite";
import { measure, type PageName, refuseTooMuch, reportOf, withImports } from "./measure.ts";

const PACKAGE = join(import.meta.dirname, "..");
const DIST = join(PACKAGE, "dist");
const WIDGET = join(PACKAGE, "../widget/src");
const SERVER = join(PACKAGE, "../server/src");
/** All that the pages have of the server: colours and sizes, and their texts and numbers in each language. */
const TOKENS = "platform/http/tokens.css";
const TEXTS = /^texts\/([a-z]{2}\/(?:common|money|progress|ramp|wallet)|message|numbers|progress)\.ts$/;
const MANIFEST = "manifest.json";
/** The licences of the libraries that lie in the scripts: in the same folder, and no file for browsers. */
const LICENCES = "licences.txt";
/** Where the service has the files. */
const BASE = "/assets/";

/** The pages, each with its own entry. */
const PAGES: readonly PageName[] = ["ramp", "wallet", "dashboard"];

/** Names of the files that the HTML of a page loads; its script loads the others. */
export type PageFiles = {
  readonly script: string;
  readonly styles: readonly string[];
  /** What the script imports at once. */
  readonly preloads: readonly string[];
  /** By language, where the texts are files of their own: the script loads the one of its language. */
  readonly texts: Readonly<Record<string, string>>;
};

/**
 * What `dist` holds, and of which sources it was made. Names of files hold a hash of the content, so an answer may be
 * kept for ever.
 */
export type Manifest = {
  readonly sources: string;
  /** Name of the widget's loader. */
  readonly loader: string;
  /** Name of the service worker of the wallet. */
  readonly worker: string;
  readonly files: readonly string[];
} & Readonly<Record<PageName, PageFiles>>;

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
  say("Building the pages …");
  const manifest = await build(dist, sources, say);
  say(`Built ${manifest.files.length} files.`);
  return manifest;
}

async function readManifest(dist: string): Promise<Manifest | undefined> {
  if (!existsSync(join(dist, MANIFEST))) return undefined;
  const manifest: Manifest = JSON.parse(await readFile(join(dist, MANIFEST), "utf8"));
  return withCompressed(manifest).every((name) => existsSync(join(dist, name))) ? manifest : undefined;
}

/** Everything that decides what is built: sources, this file, and versions of libraries. Tests decide nothing. */
async function hashOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const path of [
    join(PACKAGE, "package.json"),
    ...(await sourcesOf(import.meta.dirname)),
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

async function build(dist: string, sources: string, say: (text: string) => void): Promise<Manifest> {
  const pages: BuiltPage[] = [];
  for (const name of PAGES) pages.push(await buildPage(name));
  const loader = await buildLoader();
  const worker = await buildWorker(pages.find(({ name }) => name === "wallet"));
  const chunks = [...pages.flatMap((page) => page.chunks), loader, worker];
  refuseOthersOfServer(chunks.flatMap(({ moduleIds }) => moduleIds));
  for (const { name, chunks, page } of pages) {
    const measured = measure(chunks, Object.values(page.texts));
    say(reportOf(name, measured));
    refuseTooMuch(name, measured);
  }
  const files = [...pages.flatMap((page) => page.files), loader, worker];
  await mkdir(dist, { recursive: true });
  await access(dist, constants.W_OK).catch((cause: unknown) => {
    throw new Error(`${dist} cannot be written. Run "npm run build" as the owner of this installation.`, { cause });
  });
  for (const file of files) await write(dist, file.fileName, contentOf(file));
  await Promise.all(
    files.map(async (file) => await write(dist, `${file.fileName}.br`, await compress(contentOf(file)))),
  );
  await write(dist, LICENCES, licencesOf(pages.map(({ licences }) => licences)));
  const [ramp, wallet, dashboard] = pages.map(({ page }) => page);
  if (ramp === undefined || wallet === undefined || dashboard === undefined) throw new Error("a page is missing");
  const names = [...new Set(files.map((file) => file.fileName))];
  const single = { loader: loader.fileName, worker: worker.fileName };
  const manifest: Manifest = { sources, ramp, wallet, dashboard, ...single, files: names };
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

const brotli = promisify<string | Uint8Array, BrotliOptions, Uint8Array>(brotliCompress);
/** Of 11. The highest takes 20 times as long, and in a checkout the first page waits for it. */
const QUALITY = 9;
const compress = (content: string | Uint8Array) =>
  brotli(content, { params: { [zlib.BROTLI_PARAM_QUALITY]: QUALITY } });

/** Names of the files, and of each as it is sent compressed. */
function withCompressed({ files }: Pick<Manifest, "files">): readonly string[] {
  return files.flatMap((name) => [name, `${name}.br`]);
}

/** Files of earlier builds. */
async function removeOthers(dist: string, manifest: Manifest): Promise<void> {
  const kept = new Set([MANIFEST, LICENCES, ...withCompressed(manifest)]);
  for (const name of await readdir(dist))
    if (!kept.has(name) && !name.startsWith(".")) await rm(join(dist, name), { force: true });
}

const COMMON = { configFile: false, logLevel: "warn", publicDir: false } as const;

/** One page as it was built. `licences`: text with a section for each library in it. */
type BuiltPage = {
  readonly name: PageName;
  readonly page: PageFiles;
  readonly files: readonly Built[];
  readonly chunks: readonly Rolldown.OutputChunk[];
  readonly licences: string;
};

/**
 * Each page is bundled by itself with the same settings: what another page imports changes no byte of it, and its first
 * view is one script.
 */
async function buildPage(name: PageName): Promise<BuiltPage> {
  const { build } = await import("vite"); // here, so that a start without a build does not load it
  const { default: locales } = await import("@react-aria/optimize-locales-plugin");
  const output = outputOf(
    await build({
      ...COMMON,
      root: PACKAGE,
      base: BASE,
      mode: "production",
      define: { "process.env.NODE_ENV": '"production"' },
      plugins: [locales.vite({ locales: ["en-US"] })],
      // Said here, because otherwise the NODE_ENV of who builds decides.
      oxc: { jsx: { runtime: "automatic", development: false } },
      build: {
        write: false,
        modulePreload: false,
        assetsInlineLimit: 0,
        reportCompressedSize: false,
        license: { fileName: LICENCES },
        rolldownOptions: {
          // Libraries say that they are for browsers, to frameworks that run elsewhere too.
          onLog: (level, log, report) => log.code !== "MODULE_LEVEL_DIRECTIVE" && report(level, log),
          input: { [name]: join(PACKAGE, `src/${name}/main.tsx`) },
          output: {
            entryFileNames: "[name].[hash].js",
            chunkFileNames: (chunk) => `${nameOfChunk(name, chunk)}.[hash].js`,
            assetFileNames: "[name].[hash][extname]",
            // What the first view needs is one file, also where later pages need parts of it.
            codeSplitting: { groups: [{ name: "first", tags: ["$initial"] }] },
          },
        },
      },
    }),
  );
  const licences = output.find((file) => file.fileName === LICENCES);
  const files = output.filter((file) => file !== licences);
  const chunks = files.filter((file) => file.type === "chunk");
  return { name, page: filesOf(chunks, files), files, chunks, licences: licences ? String(contentOf(licences)) : "" };
}

const PAGE_FOLDER = /\/src\/[a-z]+\/pages\/([a-z-]+)\/[^/]+$/;

/** Its language, the folder of its page, or what the bundler calls it, after the name of the page. */
function nameOfChunk(page: PageName, { name, facadeModuleId }: Rolldown.PreRenderedChunk): string {
  const language = languageOf(facadeModuleId);
  if (language !== undefined) return `${page}-texts-${language}`;
  const folder = PAGE_FOLDER.exec(facadeModuleId ?? "")?.[1];
  return `${page}-${folder ?? (name.toLowerCase().replaceAll(/[^a-z]+/g, "-") || "part")}`;
}

/** All texts of a page in one language, where it has several files of the server. */
const OWN_TEXTS = /\/src\/[a-z]+\/texts\/([a-z]{2})\.ts$/;

/** Of a file with texts of one language. */
function languageOf(module: string | null | undefined): string | undefined {
  const own = OWN_TEXTS.exec(module ?? "")?.[1];
  if (own !== undefined) return own;
  const path = module ? relative(SERVER, module) : "";
  return TEXTS.test(path) && path.includes("/", "texts/".length) ? basename(dirname(path)) : undefined;
}

function filesOf(chunks: readonly Rolldown.OutputChunk[], files: readonly Built[]): PageFiles {
  const entry = chunks.find((chunk) => chunk.isEntry);
  if (entry === undefined) throw new Error("the build has no entry");
  const first = withImports(entry.fileName, new Map(chunks.map((chunk) => [chunk.fileName, chunk])));
  const styles = chunks.filter(({ fileName }) => first.has(fileName)).flatMap((chunk) => stylesOf(chunk));
  const texts = chunks.flatMap(({ facadeModuleId, fileName }) => {
    const language = languageOf(facadeModuleId);
    return language === undefined ? [] : [[language, fileName] as const];
  });
  if (styles.some((style) => !files.some(({ fileName }) => fileName === style))) throw new Error("a style is missing");
  return {
    script: entry.fileName,
    styles,
    preloads: [...first].filter((name) => name !== entry.fileName),
    texts: Object.fromEntries(texts.toSorted(([a], [b]) => a.localeCompare(b))),
  };
}

/** What Vite notes of a chunk: the styles that belong to it. */
function stylesOf(chunk: Rolldown.OutputChunk): readonly string[] {
  const { viteMetadata } = chunk as { viteMetadata?: { readonly importedCss: ReadonlySet<string> } };
  return [...(viteMetadata?.importedCss ?? [])];
}

/** Each section once. The first lines, which say what follows, are those of the first text. */
function licencesOf(texts: readonly string[]): string {
  const [head = ""] = (texts[0] ?? "").split(/^(?=## )/m);
  const sections = new Set(
    texts.flatMap((text) =>
      text
        .split(/^(?=## )/m)
        .slice(1)
        .map((one) => one.trim()),
    ),
  );
  return `${head}${[...sections].join("\n\n")}\n`;
}

/** One script without imports, which makes `window.Leyden`. */
async function buildLoader(): Promise<Rolldown.OutputChunk> {
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
  return onlyOne(output);
}

function onlyOne([file, ...others]: readonly Built[]): Rolldown.OutputChunk {
  if (file?.type !== "chunk" || others.length > 0) throw new Error("this script must be one file");
  return file;
}

/** One script without imports, which knows the files of the wallet of its own build: another build is another text. */
async function buildWorker(wallet: BuiltPage | undefined): Promise<Rolldown.OutputChunk> {
  if (wallet === undefined) throw new Error("a page is missing");
  const { build } = await import("vite");
  const files = wallet.files.map(({ fileName }) => BASE + fileName).toSorted();
  const version = createHash("sha256").update(files.join("\0")).digest("hex").slice(0, VERSION_LENGTH);
  const output = outputOf(
    await build({
      ...COMMON,
      root: PACKAGE,
      mode: "production",
      define: { WALLET_BUILD: JSON.stringify({ version, script: BASE + wallet.page.script, files }) },
      build: {
        write: false,
        reportCompressedSize: false,
        target: "es2022",
        rolldownOptions: {
          input: { "wallet-worker": join(PACKAGE, "src/wallet/worker/main.ts") },
          output: { format: "iife", entryFileNames: "[name].[hash].js" },
        },
      },
    }),
  );
  return onlyOne(output);
}

const VERSION_LENGTH = 16;

/** `build` answers a list when there are several forms, and a watcher when it watches. */
function outputOf(result: Awaited<ReturnType<typeof import("vite").build>>): readonly Built[] {
  const single = Array.isArray(result) ? result[0] : result;
  if (single === undefined || !("output" in single)) throw new Error("the build has no output");
  return single.output;
}
