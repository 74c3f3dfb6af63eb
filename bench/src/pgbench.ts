import { type ExecFileSyncOptionsWithStringEncoding, execFile, execFileSync } from "node:child_process";
import { existsSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { Contender, Rate } from "./contender.ts";
import type { Environment } from "./environment.ts";

const run = promisify(execFile);

const CLIENTS = 32;

const LONGEST_SECONDS = 60;

/**
 * TPC-B as PostgreSQL's own `pgbench` does it over TCP, with prepared statements: the yardstick that every machine has,
 * its own PostgreSQL or ours.
 */
export function tpcb(environment: Environment, program: string): Contender {
  const url = new URL(environment.url);
  url.pathname = "/tpcb";
  url.search = ""; // not the Unix socket, which we ourselves use where there is one
  return {
    name: `TPC-B over TCP, ${CLIENTS} clients`,
    async prepare() {
      await environment.admin.query({ text: "create database tpcb", values: [] });
      await run(program, ["--initialize", "--quiet", `--scale=${environment.scale.branches}`, url.href]);
    },
    measure: (seconds) => measureSpeed(program, url.href, Math.max(1, Math.round(seconds))),
    close: async () => undefined,
  };
}

/** A slow machine ends no transaction in a short time, and pgbench then says no speed: it gets twice the time. */
async function measureSpeed(program: string, url: string, seconds: number): Promise<Rate> {
  const options = ["--no-vacuum", "--protocol=prepared", `--client=${CLIENTS}`, "--jobs=2", `--time=${seconds}`];
  const { stdout } = await run(program, [...options, url]);
  const found = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
  if (found !== undefined) return { perSecond: Number(found) };
  if (seconds >= LONGEST_SECONDS) throw new Error(`pgbench did not say its speed: ${stdout}`);
  return await measureSpeed(program, url, seconds * 2);
}

/** Where pgbench is, or why there is none. */
export function findPgbench(): { readonly program: string } | { readonly missing: string } {
  const program = onPath() ?? newest(globSync("/usr/lib/postgresql/*/bin/pgbench"));
  if (program !== undefined) return { program };
  return fromDebian();
}

function onPath(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.map((folder) => join(folder, "pgbench")).find((file) => existsSync(file));
}

function newest(files: readonly string[]): string | undefined {
  return [...files].sort((a, b) => a.localeCompare(b, undefined, { numeric: true })).at(-1);
}

/**
 * Debian has pgbench in the package of the server. As root we take it out of there into a folder of ours; installing
 * the package would start another server.
 */
function fromDebian(): { readonly program: string } | { readonly missing: string } {
  const hint = "install PostgreSQL's contrib programs (Debian: `apt-get install postgresql-contrib`)";
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return { missing: `pgbench was not found: ${hint}` };
  try {
    const folder = mkdtempSync(join(tmpdir(), "leyden-pgbench-"));
    process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
    const options: ExecFileSyncOptionsWithStringEncoding = {
      cwd: folder,
      stdio: ["ignore", "pipe", "ignore"],
      encoding: "utf8",
    };
    execFileSync("apt-get", ["update"], options);
    execFileSync("apt-get", ["install", "--yes", "--no-install-recommends", "libpq5"], options);
    const [, name] =
      /Depends: (postgresql-\d+)/.exec(execFileSync("apt-cache", ["depends", "postgresql"], options)) ?? [];
    execFileSync("apt-get", ["download", name ?? "postgresql"], options);
    execFileSync("dpkg", ["--extract", ...globSync("postgresql-*.deb", { cwd: folder }), "."], options);
    const program = newest(globSync(join(folder, "usr/lib/postgresql/*/bin/pgbench")));
    return program === undefined ? { missing: `no package has pgbench: ${hint}` } : { program };
  } catch (error) {
    return { missing: `pgbench could not be fetched (${(error as Error).message.split("\n")[0]}): ${hint}` };
  }
}
