import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it } from "vitest";
import { isAlive } from "#platform/machine/process.ts";

const PROCESSES = join(import.meta.dirname, "process.harness.ts");
const TIER = join(import.meta.dirname, "tier.harness.ts");
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGKILL"] as const;
const LIVES = "setInterval(() => undefined, 1_000)";

/** Runs code until it has written a line of JSON. */
async function given(code: string, through: readonly string[] = []) {
  const [program = "", ...words] = [...through, process.execPath, "--input-type=module", "-e", code];
  const child = spawn(program, words, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(child, "exit");
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  return { child, ended, told: JSON.parse(line) };
}

describe("a test with programs", () => {
  it.each(SIGNALS)("that is stopped by %s leaves none of them and no file", async (signal) => {
    const { child, ended, told } = await given(`
      import { createPrograms } from ${JSON.stringify(PROCESSES)};
      const programs = createPrograms();
      const start = () => programs.runAt(process.execPath, programs.folder, ["-e", ${JSON.stringify(LIVES)}]);
      const [one, two] = [start(), start()];
      console.log(JSON.stringify({ pids: [one.pid, two.pid], folder: programs.folder }));
      ${LIVES}`);
    expect(told.pids.every(isAlive)).toBe(true);
    child.kill(signal);
    await ended;
    await expect.poll(() => told.pids.filter(isAlive)).toEqual([]);
    await expect.poll(() => existsSync(told.folder)).toBe(false);
  });
});

describe("what runs the tests of a tier", () => {
  const code = `
    import { spawn } from "node:child_process";
    import { standFor } from ${JSON.stringify(TIER)};
    const child = spawn(process.execPath, ["-e", ${JSON.stringify(LIVES)}]);
    standFor(child);
    console.log(JSON.stringify({ pid: child.pid }));`;

  it.each(["SIGINT", "SIGTERM", "SIGHUP"] as const)("hands on %s", async (signal) => {
    const { child, ended, told } = await given(code);
    child.kill(signal);
    await ended;
    await expect.poll(() => isAlive(told.pid)).toBe(false);
  });

  it("ends when the shell that started it is gone", async () => {
    const { child, ended, told } = await given(code, ["sh", "-c", '"$@"; exit', "sh"]);
    child.kill("SIGKILL");
    await ended;
    await expect.poll(() => isAlive(told.pid)).toBe(false);
  });

  it("ends as they do", async () => {
    const failing = code.replace(JSON.stringify(LIVES), '"process.exit(3)"');
    const { ended } = await given(failing);
    expect(await ended).toEqual([3, null]);
  });
});
