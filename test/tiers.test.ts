import { readFile } from "node:fs/promises";
import { join, matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";
import { ROOT, trackedFiles } from "./repository.ts";
import { ENDINGS, globsOf, type Tier } from "./tiers.ts";

const TIERS: readonly Tier[] = ["fast", "slow", "lnd", "cln"];

const tiersOf = (path: string) =>
  TIERS.filter((tier) => globsOf(ENDINGS[tier]).some((glob) => matchesGlob(path, glob)));

describe("the tiers of the tests", () => {
  it("have every test file, each in one of them", async () => {
    const files = (await trackedFiles()).filter((path) => /[._](?:test|spec)\.[cm]?[jt]sx?$/.test(path));
    expect(files.length).toBeGreaterThan(300);
    expect(files.filter((path) => tiersOf(path).length !== 1)).toEqual([]);
  });

  it.each([
    ["packages/server/src/kernel/money.test.ts", ["fast"]],
    ["packages/server/src/slices/wallets/names.db.test.ts", ["fast"]],
    ["packages/server/test/sql-doors.sql.test.ts", ["fast"]],
    ["packages/web/test/page.browser.test.ts", ["slow"]],
    ["packages/server/test/start.installation.test.ts", ["slow"]],
    ["packages/server/test/lnd/conformance.lnd.test.ts", ["lnd"]],
    ["packages/server/test/cln/conformance.cln.test.ts", ["cln"]],
    ["test/run.socket.test.ts", []],
    ["test/run.browser.db.test.ts", []],
    ["test/run.test.tsx", []],
    ["packages/server/start.test.ts", []],
  ])("are seen from the path of a file: %s", (path, tiers) => {
    expect(tiersOf(path)).toEqual(tiers);
  });

  it("give each property more random values in the slow tier, also where its number is its own", async () => {
    const files = (await trackedFiles()).filter((path) => path.endsWith(".ts"));
    const codes = await Promise.all(
      files.map(async (path) => [path, await readFile(join(ROOT, path), "utf8")] as const),
    );
    const numbers = codes.flatMap(([path, code]) =>
      [...code.matchAll(/\bnumRuns:\s*(.+)/g)].map(([, is]) => [path, is]),
    );
    expect(numbers.length).toBeGreaterThan(20);
    expect(numbers.filter(([, is]) => !is?.startsWith('inject("runs") * '))).toEqual([]);
  });

  it("are explained in CONTRIBUTING, ending by ending", async () => {
    const page = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");
    const endings = Object.values(ENDINGS).flat();
    expect(endings.filter((ending) => !page.includes(`\`x${ending}\``))).toEqual([]);
  });
});
