import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { ROOT } from "./repository.ts";

/** For a process that shall find no npm package with PostgreSQL 15. */
const WITHOUT_15 = `
  import Module from "node:module";
  const resolve = Module._resolveFilename;
  Module._resolveFilename = function (name, ...others) {
    if (name.startsWith("postgres-15-")) throw new Error("hidden");
    return resolve.call(this, name, ...others);
  };`;

/** Runs tests as `npm run test:all` does: its status, and what it says. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv) {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST") && name !== "NODE_OPTIONS");
  const vitest = join(ROOT, "node_modules/vitest/vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--reporter=default", ...args], {
    cwd: ROOT,
    env: { ...Object.fromEntries(own), NO_COLOR: "1", FORCE_COLOR: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [status] = await ended;
  return { status, output: output + errors };
}

it.each([
  ["Chromium", ["--project=slow", ".browser.test.ts"], { CHROMIUM_PATH: "/nowhere" }],
  [
    "PostgreSQL 15",
    ["--project=postgres-15"],
    { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(WITHOUT_15)}` },
  ],
])("what a machine without %s leaves out is one test that fails and says so", async (name, args, env) => {
  const { status, output } = await run(args, env);
  expect(output).toMatch(/^ +Tests +1 failed \(1\)$/m);
  expect(output).toContain(`Error: no ${name}: `);
  expect(status).toBe(1);
});
