import { spawnSync } from "node:child_process";
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
  process.exitCode = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
}
