import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, it, onTestFinished } from "vitest";
import { scratchFolder } from "../../server/src/platform/machine/testing/scratch-folder.harness.ts";
import { INSTALL_MS } from "./install-release.harness.ts";
import { sharedRelease } from "./shared-release.harness.ts";

const ROOT = join(import.meta.dirname, "../../..");

const run = promisify(execFile);

/** What Vitest says of a run, as far as we read it. */
type HttpResults = {
  readonly numPassedTests: number;
  readonly testResults: readonly { readonly name: string; readonly status: string; readonly message: string }[];
};

it("an installed release passes the tests of the checkout that call its API over HTTP", {
  timeout: 3 * INSTALL_MS,
}, async () => {
  const { installed } = await sharedRelease();
  const folder = mkdtempSync(join(scratchFolder(), "leyden-release-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const words = ["run", "--config", join(ROOT, "packages/release/test/installed.config.ts"), "--reporter=json"];
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST"));
  const env = { ...Object.fromEntries(own), RELEASE: installed };
  const json = join(folder, "http.json");
  await run(process.execPath, [vitest, ...words, `--outputFile=${json}`], { cwd: ROOT, env }).catch(() => undefined);
  const { numPassedTests, testResults } = JSON.parse(readFileSync(json, "utf8")) as HttpResults;
  const failed = testResults.filter(({ status }) => status !== "passed");
  expect(failed.map(({ name, message }) => [name, message])).toEqual([]);
  expect(numPassedTests).toBeGreaterThan(1_000);
});
