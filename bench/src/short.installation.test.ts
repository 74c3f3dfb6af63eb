import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { sharedRelease } from "../../packages/release/test/shared-release.harness.ts";
import { PARTS } from "./parts.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Each contender works for a fraction of a second; PostgreSQL and installations start some fifteen times. */
const RUN_MS = 2_400_000;

it("the benchmark can measure each row and each part", { timeout: RUN_MS }, async () => {
  const { installed } = await sharedRelease();
  const bench = spawn(process.execPath, ["bench/src/main.ts", "--short", `--release=${installed}`], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [printed, complained, [code]] = await Promise.all([
    text(bench.stdout),
    text(bench.stderr),
    once(bench, "exit"),
  ]);
  expect(code, `${printed.slice(-2_000)}\n${complained.slice(-4_000)}`).toBe(0);
  expect(PARTS.filter(({ title }) => !printed.includes(`\n${title}\n`))).toEqual([]);
  expect(printed).toContain("payments over HTTP / a transaction each, one hot wallet");
});
