import { execFile, execFileSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";

const ROOT = join(import.meta.dirname, "../../..");
const MIGRATIONS = "packages/server/migrations";
const run = promisify(execFile);

/** How long a release is made and installed at most. */
export const INSTALL_MS = 600_000;

/** What the launcher is in an installed release. */
export const LAUNCHER = "packages/server/leyden.js";

/** The version that a release of this checkout has. */
export const VERSION: string = JSON.parse(readFileSync(join(ROOT, "packages/server/package.json"), "utf8")).version;

/** Makes a release of this checkout. `umask` and `zone` are those of whoever makes it. */
export async function makeRelease(out: string, { umask = "022", zone = "UTC" } = {}): Promise<void> {
  const program = join(ROOT, "packages/release/src/main.ts");
  const words = ["-c", `umask ${umask}; exec "$0" "$1" --out "$2"`, process.execPath, program, out];
  await run("sh", words, { cwd: ROOT, env: { ...process.env, TZ: zone } });
}

/** Installs the release in `out` as an operator does. @returns its folder. */
export async function installRelease(out: string, prefix: string): Promise<string> {
  const file = join(out, `leyden-${VERSION}.tgz`);
  const words = ["install", "--global", "--prefix", prefix, "--ignore-scripts", "--prefer-offline"];
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  await run("npm", [...words, "--no-audit", "--no-fund", file], { cwd: out, env: { ...process.env, PATH: path } });
  return join(prefix, "lib/node_modules/leyden");
}

export async function diskMegabytes(folder: string): Promise<number> {
  const { stdout } = await run("du", ["--summarize", "--block-size=1000000", folder]);
  return Number.parseInt(stdout, 10);
}

/** An installed release with another version and more migrations, in a folder of its own. @returns that folder. */
export function plantRelease(
  installed: string,
  to: string,
  { version, migrations }: { readonly version: string; readonly migrations: Readonly<Record<string, string>> },
): string {
  execFileSync("cp", ["-al", installed, to]); // links: what is changed is made anew
  const replace = (path: string, text: string) => {
    rmSync(join(to, path), { force: true });
    writeFileSync(join(to, path), text);
  };
  const { commit } = JSON.parse(readFileSync(join(to, "release.json"), "utf8"));
  replace("release.json", JSON.stringify({ version, commit }));
  for (const [name, text] of Object.entries(migrations)) replace(join(MIGRATIONS, name), text);
  return to;
}
