import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/**
 * What is called otherwise in a release: parts that a checkout has as packages of their own, compiled files that are
 * named by a URL, and the command line in messages.
 */
const OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/\bimport\("@leyden\/regtest"\)/g, 'import("#regtest")'],
  [/\bresolve\("@leyden\/web\//g, 'resolve("#web/'],
  [/(new URL\(["`]\.\/[^"`]+)\.ts(["`], import\.meta\.url\))/g, "$1.js$2"],
  [/`npm ci` and `npm start`/g, "`leyden start`"],
  [/\bRun `npm ci` again/g, "Install the release again"],
  [/\brun `npm ci` again/g, "install the release again"],
  [/require\("\.\/\.data\//g, 'require(process.env.HOME + "/.local/share/leyden/'],
  [/\bnpm run (?:-s )?leyden -- /g, "leyden "],
  [/\bnpm start\b/g, "leyden start"],
];

/** A source or a document of the checkout, as the release has it. */
export function forRelease(text: string): string {
  return OTHERWISE.reduce((changed, [from, to]) => changed.replaceAll(from, to), text);
}

/** Files that are part of the program: no tests and nothing that only tests use. */
export function isProgram(path: string): boolean {
  return !/\.(?:test|harness|setup)\.tsx?$/.test(path) && !path.includes("/testing/");
}

const OPTIONS = {
  target: "es2024",
  module: "nodenext",
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
  sourceMap: true,
  inlineSources: true,
  noCheck: true, // `npm run check` has done it
  noResolve: true,
  types: [],
};

/**
 * Compiles TypeScript files of the checkout into JavaScript with source maps, each to its place below `to`.
 * @throws when the compiler finds a mistake.
 */
export function compile(root: string, files: readonly string[], to: string): void {
  const sources = `${to}.sources`;
  const outDir = to;
  for (const path of files) {
    mkdirSync(dirname(join(sources, path)), { recursive: true });
    writeFileSync(join(sources, path), forRelease(readFileSync(join(root, path), "utf8")));
  }
  writeFileSync(join(sources, "package.json"), '{ "type": "module" }\n');
  writeFileSync(
    join(sources, "tsconfig.json"),
    JSON.stringify({ compilerOptions: { ...OPTIONS, rootDir: ".", outDir }, files }),
  );
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { status, stdout } = spawnSync(process.execPath, [compiler, "-p", sources], { encoding: "utf8" });
  rmSync(sources, { recursive: true });
  if (status !== 0) throw new Error(`the compiler refuses: ${stdout}`);
}
