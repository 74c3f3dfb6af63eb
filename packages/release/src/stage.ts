import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { buildPages } from "../../web/build/build.ts";
import { compile, forRelease, isProgram } from "./compile.ts";
import { isDocument, linkedWithin } from "./documents.ts";
import { type PartManifest, releaseManifest } from "./manifest.ts";
import { fetchedLater, type Lock, shrinkwrap } from "./shrinkwrap.ts";

const SERVER = "packages/server";
const REGTEST = "packages/regtest";
const PROGRAMS = [`${SERVER}/src/`, `${REGTEST}/src/`, "packages/client/src/"];
/** Files beside the programs that a release has as they are, but for what is called otherwise in it. */
const OTHERS = /^packages\/server\/(?:openapi\.json|migrations\/.*)$/;
const TEXT = /\.(?:md|sql|css|svg|js|json|html|yml)$/;

/** What goes beside the file of a release: its first page goes into it, too. */
export const INSTALL = join(import.meta.dirname, "../install");

/** Of which version and commit a release is. */
export type Release = { readonly version: string; readonly commit: string; readonly committedAt: Date };

const readJson = <T>(root: string, path: string) => JSON.parse(readFileSync(join(root, path), "utf8")) as T;

/** The version of the server's `package.json`, and the commit of the checkout; with `+changes` when it has some. */
export function releaseOf(root: string): Release {
  const git = (...words: string[]) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
  const { version } = readJson<{ version: string }>(root, `${SERVER}/package.json`);
  const changes = git("status", "--porcelain") === "" ? "" : "+changes";
  const committedAt = new Date(git("show", "--no-patch", "--format=%cI", "HEAD"));
  return { version, commit: git("rev-parse", "--short=12", "HEAD") + changes, committedAt };
}

/**
 * Puts together in `folder` what the file of the release has, but for the packages in it.
 * @returns where packages would lie in `folder` that an installation fetches.
 */
export async function stage(root: string, folder: string, release: Release): Promise<readonly string[]> {
  const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n").filter(isProgram);
  const ofPrograms = files.filter((path) => PROGRAMS.some((program) => path.startsWith(program)));
  compile(
    root,
    ofPrograms.filter((path) => path.endsWith(".ts")),
    folder,
  );
  const asTheyAre = ofPrograms.filter((path) => !path.endsWith(".ts"));
  for (const path of [...asTheyAre, ...files.filter((path) => isDocument(path) || OTHERS.test(path))])
    copy(root, folder, path);
  for (const path of files.filter((path) => isDocument(path) && path.endsWith(".md")))
    rewrite(join(folder, path), (text) => linkedWithin(path, text, (target) => existsSync(join(folder, target))));
  cpSync(join(import.meta.dirname, "launcher.js"), join(folder, SERVER, "leyden.js"));
  cpSync(join(INSTALL, "README.md"), join(folder, "README.md"));
  await buildPages({ dist: join(folder, "packages/web/dist") });

  const { description, overrides } = readJson<{ description: string; overrides: object }>(root, "package.json");
  const manifest = releaseManifest({
    version: release.version,
    description,
    overrides: { ...overrides },
    server: readJson<PartManifest>(root, `${SERVER}/package.json`),
    regtest: readJson<PartManifest>(root, `${REGTEST}/package.json`),
  });
  const lock = readJson<Lock>(root, "package-lock.json");
  write(folder, "npm-shrinkwrap.json", shrinkwrap(lock, manifest, [SERVER, REGTEST]));
  write(folder, "package.json", { ...manifest, bundleDependencies: Object.keys(manifest.dependencies) });
  const { version, commit } = release;
  write(folder, "release.json", { version, commit });
  return fetchedLater(lock, manifest, [SERVER, REGTEST]);
}

function write(folder: string, name: string, content: object): void {
  writeFileSync(join(folder, name), `${JSON.stringify(content, null, 2)}\n`);
}

function rewrite(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, "utf8")));
}

function copy(root: string, folder: string, path: string): void {
  const to = join(folder, path);
  if (existsSync(to)) throw new Error(`${path} has the name of a compiled file`);
  mkdirSync(dirname(to), { recursive: true });
  if (TEXT.test(path)) writeFileSync(to, forRelease(readFileSync(join(root, path), "utf8")));
  else cpSync(join(root, path), to);
}
