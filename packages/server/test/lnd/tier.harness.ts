import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../../../..");

/**
 * Runs the tests of a tier that needs programs which no package brings. What stands behind `--` goes to Vitest. Where
 * programs are missing it says which, and how to get them.
 */
export function runTier(project: "lnd" | "cln", missing: readonly string[]): void {
  if (missing.length > 0) {
    process.stderr.write(`${missing.join("\n")}\n`);
    process.exitCode = 1;
    return;
  }
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", `--project=${project}`, ...process.argv.slice(2)];
  standFor(spawn(process.execPath, args, { cwd: ROOT, stdio: "inherit" }));
}

const LOOK_FOR_PARENT_MS = 500;

/**
 * Ends as `child` does. Hands on the signals that this process gets, and ends it when npm's shell is gone, which hands
 * on none.
 */
export function standFor(child: ChildProcess): void {
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid !== parent && tell("SIGTERM"), LOOK_FOR_PARENT_MS);
  const tell = (signal: NodeJS.Signals) => {
    clearInterval(watch); // it knows
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, tell);
  child.on("exit", (status) => process.exit(status ?? 1));
}
