import { spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ROOT } from "./repository.ts";

/**
 * What each command of the script does, as lines of a shell: `npm test` has counted two tests of which one failed, …
 */
const GOOD = {
  ci: "exit 0",
  test: 'echo "2 0 a.test.ts" >>$TALLY; echo end >>$TALLY',
  "run test:all": 'echo "3 0 b.kill.test.ts" >>$TALLY; echo end >>$TALLY',
  "run test:all -- --project=postgres-15": 'echo "4 0 c.db.test.ts" >>$TALLY; echo end >>$TALLY',
  "run check": "exit 0",
};

describe.skipIf(process.platform === "win32")(".ci/run", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "leyden-ci-"));
    cpSync(join(ROOT, ".ci"), join(folder, ".ci"), { recursive: true });
    mkdirSync(join(folder, "bin"));
    writeFileSync(join(folder, "run.js"), ""); // of the search for a browser
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Its last line, its status, and all that it wrote. */
  async function run(npm: Partial<typeof GOOD> = {}, limitSeconds = 60, againSeconds = 40, quickSeconds = 60) {
    const cases = Object.entries({ ...GOOD, ...npm }).map(([words, code]) => `"${words}"*) ${code} ;;`);
    writeFileSync(join(folder, "bin/npm"), `#!/bin/sh\ncase "$*" in\n${cases.toReversed().join("\n")}\nesac\n`);
    chmodSync(join(folder, "bin/npm"), 0o755);
    const env = {
      PATH: `${join(folder, "bin")}:${process.env["PATH"]}`,
      CI_LIMIT_SECONDS: String(limitSeconds),
      CI_AGAIN_UNTIL_SECONDS: String(againSeconds),
      CI_QUICK_SECONDS: String(quickSeconds),
      CI_COMMIT: "one",
    };
    const child = spawn(join(folder, ".ci/run"), { env, stdio: ["ignore", "pipe", "pipe"] });
    const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
    const [output] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { status: await ended, output, last: output.trimEnd().split("\n").at(-1) };
  }

  it("adds up install, both tiers and the check, and says how long each took", async () => {
    const { status, output, last } = await run();
    expect({ status, last }).toEqual({ status: 0, last: "11 passed, 0 failed" });
    for (const part of [
      "npm ci: passed",
      "fast tier: 2 passed, 0 failed",
      "slow tier: 3 passed, 0 failed",
      "once more: 4 passed, 0 failed",
    ])
      expect(output).toMatch(new RegExp(`^== ${part}, \\d+ s$`, "m"));
    expect(output).toMatch(/^== npm run check: passed, \d+ s$/m);
  });

  it.each([
    ["all of what takes minutes", 60, "."],
    ["a part of what takes minutes, in the turn of the commit, where the fast tier was slow", -1, "one.3"],
    ["less of it where the fast tier was slower", -999, "one.9"],
  ])("runs %s", async (_what, quick, turn) => {
    const say = 'echo "in turn: $CI_IN_TURN.$CI_TURNS"; echo end >>$TALLY';
    const { output } = await run({ "run test:all": say }, 60, 40, quick);
    expect(output).toContain(`in turn: ${turn}\n`);
  });

  it("does not run the fast tier twice, and counts the tests of both", async () => {
    const say = 'echo "with: $*"; echo end >>$TALLY';
    const { output } = await run({ test: say, "run test:all": say });
    const reporters = "--reporter=default --reporter=./.ci/tally.mjs";
    expect(output).toContain(`with: test -- ${reporters}\n`);
    expect(output).toContain(`with: run test:all -- --project=slow ${reporters}\n`);
  });

  it.each([
    ["the install", { ci: "exit 1" }, "0 passed, 1 failed"],
    ["a test", { test: 'echo "2 1 a.test.ts" >>$TALLY; echo end >>$TALLY; exit 1' }, "11 passed, 1 failed"],
    ["the check", { "run check": "exit 1" }, "10 passed, 1 failed"],
    ["a tier that crashes", { "run test:all": 'echo "3 0 b.kill.test.ts" >>$TALLY; exit 1' }, "11 passed, 1 failed"],
    ["a tier that says nothing", { test: "exit 0" }, "9 passed, 1 failed"],
    ["a tier that is red without a failed test", { test: "echo end >>$TALLY; exit 1" }, "9 passed, 1 failed"],
  ])("is red when %s fails", async (_what, npm, line) => {
    const { status, last } = await run(npm);
    expect({ status, last }).toEqual({ status: 1, last: line });
  });

  it("names what failed, and why, before its last line", async () => {
    const test = 'printf "failed a.test.ts adds\\nwhy 3 4\\n2 1 a.test.ts\\nend\\n" >>$TALLY; exit 1';
    const { output } = await run({ test, "run check": "exit 1" });
    expect(output).toContain("\nfailed a.test.ts adds\nwhy 3 4\nfailed npm run check\n10 passed, 2 failed\n");
  });

  it("stops what hangs, counts what had passed by then, and still ends with its line", async () => {
    const hanging = 'echo "3 0 b.kill.test.ts" >>$TALLY; exec sleep 300';
    const { status, output, last } = await run({ "run test:all": hanging, "run check": "exec sleep 300" }, 3);
    expect(output).toContain("slow tier: stopped, its time is over");
    expect(output).toContain("once more: no time is left for it");
    expect({ status, last }).toEqual({ status: 1, last: "6 passed, 2 failed" });
  });

  const MORE = "run test:all -- --project=postgres-15";

  it("tests once more what there is time for, in an order of the commit, and is green with what has passed by then", async () => {
    const slow = 'echo "order $CI_ORDER"; echo "4 0 c.db.test.ts" >>$TALLY; exec sleep 300';
    const { status, output, last } = await run({ [MORE]: slow }, 60, 3);
    expect(output).toContain("order one\n");
    expect(output).toContain("once more: stopped, its time is over");
    expect({ status, last }).toEqual({ status: 0, last: "11 passed, 0 failed" });
  });

  it.each([
    ["fails in time", 'echo "3 1 c.db.test.ts" >>$TALLY; echo end >>$TALLY; exit 1', "10 passed, 1 failed"],
    ["failed before its time was over", 'echo "3 1 c.db.test.ts" >>$TALLY; exec sleep 300', "10 passed, 1 failed"],
    ["cannot begin", "exit 1", "7 passed, 1 failed"],
  ])("is red when what is tested once more %s", async (_what, code, line) => {
    const { status, last } = await run({ [MORE]: code }, 60, 3);
    expect({ status, last }).toEqual({ status: 1, last: line });
  });
});
