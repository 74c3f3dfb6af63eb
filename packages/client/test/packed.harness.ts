import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";

const PACKAGE = join(import.meta.dirname, "..");
const ROOT = join(PACKAGE, "../..");

/** An empty project into which the packed library was installed. For tests only. */
export type Consumer = {
  readonly folder: string;
  /** Runs a program in the folder and resolves with what it prints. @throws with what it says when it fails. */
  run(program: string, words: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  write(path: string, content: string): void;
  remove(): void;
};

/**
 * Packs the package by its `prepack`, and installs the file without a network. The library unless another folder is
 * given.
 */
export async function installPacked(source = PACKAGE): Promise<Consumer> {
  const parent = mkdtempSync(join(realpathSync(tmpdir()), "leyden-client-"));
  const folder = join(parent, "shop");
  const run = async (program: string, words: readonly string[], cwd: string, env: Readonly<Record<string, string>>) => {
    const { PATH = "", HOME = "" } = process.env;
    const ended = promisify(execFile)(program, words, { cwd, env: { PATH, HOME, ...env } });
    return (await ended.catch((error) => Promise.reject(new Error(`${error.message}\n${error.stdout}`)))).stdout;
  };
  await run("npm", ["pack", "--ignore-scripts=false", "--loglevel=error", "--pack-destination", parent], source, {});
  const [file = ""] = readdirSync(parent).filter((name) => name.endsWith(".tgz"));

  mkdirSync(folder);
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  await run("npm", ["install", join(parent, file), "--offline", "--no-audit", "--no-fund"], folder, {});
  const programs = join(source, "test/consumer");
  if (existsSync(programs)) cpSync(programs, folder, { recursive: true });

  return {
    folder,
    run: (program, words, env = {}) => run(program, words, folder, env),
    write: (path, content) => {
      mkdirSync(join(folder, path, ".."), { recursive: true });
      writeFileSync(join(folder, path), content);
    },
    remove: () => rmSync(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  };
}

/** The Node that the machine has itself, which may be older than the one that runs the tests; else that one. */
export function machinesNode(): string {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => !folder.startsWith(ROOT));
  const name = process.platform === "win32" ? "node.exe" : "node";
  return folders.map((folder) => join(folder, name)).find(existsSync) ?? process.execPath;
}
