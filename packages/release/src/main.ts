/** `npm run release -- --out <folder>`: makes the files of a release. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { LIBRARIES, stageLibrary } from "./library.ts";
import { librariesIn, licencesOf, partsIn } from "./licences.ts";
import { notesOf } from "./notes.ts";
import { prune } from "./prune.ts";
import { type Sbom, sbomOf } from "./sbom.ts";
import { INSTALL, type Release, releaseOf, stage } from "./stage.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const PAGES_LICENCES = "packages/web/dist/licences.txt";
const CHECKSUMS = "SHA256SUMS";

const { values } = parseArgs({ options: { out: { type: "string" } } });
if (values.out === undefined) refuse("Name a folder: npm run release -- --out <folder>");
else if (existsSync(values.out) && readdirSync(values.out).length > 0)
  refuse(`${values.out} is not empty: name a folder of its own, or remove what is in it.`);
else await makeRelease(resolve(values.out));

function refuse(text: string): void {
  console.error(text);
  process.exitCode = 2;
}

async function makeRelease(out: string): Promise<void> {
  process.umask(0o022); // modes are in the packed file: the same file for everybody
  const release = releaseOf(ROOT);
  const work = mkdtempSync(join(tmpdir(), "leyden-release-"));
  mkdirSync(out, { recursive: true });
  try {
    console.log(`Leyden ${release.version}, commit ${release.commit}: compiling and building pages …`);
    const folder = join(work, "leyden");
    const fetched = await stage(ROOT, folder, release);
    console.log("Fetching the packages that lie in it …");
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", "--prefer-offline"], {
      cwd: folder,
      stdio: ["ignore", "ignore", "inherit"],
    });
    // npm packs none of it
    for (const place of fetched) rmSync(join(folder, place), { recursive: true, force: true });
    prune(join(folder, "node_modules"));
    const pages = readFileSync(join(folder, PAGES_LICENCES), "utf8");
    writeFileSync(join(folder, "LICENCES.txt"), licencesOf(partsIn(folder), pages));
    for (const path of LIBRARIES) stageLibrary(ROOT, path, join(work, path));
    for (const place of [folder, ...LIBRARIES.map((path) => join(work, path))]) pack(place, out);
    cpSync(INSTALL, out, { recursive: true });
    writeFileSync(join(out, "parts.spdx.json"), partsOf(folder, release, pages));
    writeFileSync(join(out, "NOTES.txt"), notesOf(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"), release.version));
  } finally {
    rmSync(work, { recursive: true });
  }
  writeFileSync(join(out, CHECKSUMS), checksums(out));
  for (const name of readdirSync(out)) console.log(`  ${name}  ${Math.ceil(statSync(join(out, name)).size / 1000)} kB`);
}

function pack(folder: string, out: string): void {
  execFileSync("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", out], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Every package that an installation may have, and every library in its pages, with its licence, as SPDX. */
function partsOf(folder: string, { version, commit, committedAt }: Release, pages: string): string {
  const written = execFileSync("npm", ["sbom", "--sbom-format=spdx", "--package-lock-only"], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  const sbom = sbomOf(JSON.parse(written) as Sbom, { version, commit, committedAt, libraries: librariesIn(pages) });
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** As `sha256sum --check` reads them. */
function checksums(out: string): string {
  const names = readdirSync(out).filter((name) => name !== CHECKSUMS);
  const lines = names.map((name) => {
    const hash = createHash("sha256").update(readFileSync(join(out, name)));
    return `${hash.digest("hex")}  ${name}\n`;
  });
  return lines.join("");
}
