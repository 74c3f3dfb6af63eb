import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { HOW_TO_GET, missingPrograms } from "./programs.harness.ts";

/**
 * `npm run test:lnd`: the tests that need real nodes of LND, each file on a network of its own. What stands behind
 * `--` goes to Vitest.
 */
const ROOT = join(import.meta.dirname, "../../../..");
const missing = missingPrograms();

if (missing !== undefined) {
  process.stderr.write(`${missing}.\n${HOW_TO_GET}\n`);
  process.exitCode = 1;
} else {
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const args = [vitest, "run", "--project=lnd", ...process.argv.slice(2)];
  process.exitCode = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" }).status ?? 1;
}
