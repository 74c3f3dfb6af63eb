import { readFile } from "node:fs/promises";
import { join, matchesGlob } from "node:path";
import { describe, expect, it } from "vitest";
import { inOrder, rankOf } from "./longest-first.ts";
import { ROOT, trackedFiles } from "./repository.ts";
import { ENDINGS, globsOf, HAS_SQL, HOMES_OF_SQL, IN_TURN, leftOut, PROVES_SQL, type Tier } from "./tiers.ts";

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

  it("have on PostgreSQL 15 the tests of each place with a statement of SQL", async () => {
    const sources = (await trackedFiles()).filter((path) => /^packages\/[a-z]+\/src\/.*\.ts$/.test(path));
    const programs = sources.filter((path) => !/\.(?:test|harness|setup)\.ts$|\/testing\//.test(path));
    const codes = await Promise.all(
      programs.map(async (path) => [path, await readFile(join(ROOT, path), "utf8")] as const),
    );
    const places = codes.filter(([, code]) => code.includes("sql`")).map(([path]) => path);
    expect(places.length).toBeGreaterThan(100);
    expect(places.filter((path) => !HOMES_OF_SQL.some((home) => path.startsWith(`${home}/`)))).toEqual([]);
    const runs = (path: string) => [...PROVES_SQL, ...HAS_SQL].some((glob) => matchesGlob(path, glob));
    expect(HOMES_OF_SQL.map((home) => runs(`${home}/things/routes.db.test.ts`))).toEqual([true, true]);
    expect(runs("packages/server/test/sql-doors.sql.test.ts")).toBe(true);
    expect(runs("packages/server/src/cli/user.db.test.ts")).toBe(false);
  });

  it("begin with what takes minutes", () => {
    const files = [
      "packages/server/src/slices/users/routes.db.test.ts",
      "packages/web/test/page.browser.test.ts",
      "packages/server/test/backup.kill.test.ts",
      "packages/server/test/start.installation.test.ts",
      "bench/src/short.installation.test.ts",
      "packages/release/test/http.installation.test.ts",
      "packages/release/test/release.installation.test.ts",
    ];
    expect(files.toSorted((a, b) => rankOf(a) - rankOf(b))).toEqual(files.toReversed());
  });

  it("run a part of what takes minutes where the machine is slow, each in its turn, and elsewhere all", async () => {
    const files = await trackedFiles();
    expect(IN_TURN.filter((path) => !files.includes(path))).toEqual([]);
    expect(leftOut({})).toEqual([]);
    for (const turns of [3, 9]) {
      const ran = Array.from({ length: turns }, (_, i) => {
        const left = leftOut({ CI_IN_TURN: `0000000${i}abc`, CI_TURNS: String(turns) });
        return IN_TURN.filter((path) => !left.includes(path));
      });
      expect(ran.flat().toSorted()).toEqual(IN_TURN.toSorted());
      expect(ran.map(({ length }) => length)).toEqual(Array(turns).fill(IN_TURN.length / turns));
    }
  });

  it("tests once more in the order that is asked for, another one each time", () => {
    const files = Array.from({ length: 20 }, (_, i) => `${i}.test.ts`);
    const [first, second, again] = ["one", "two", "one"].map((order) => inOrder(files, order, (name) => name));
    expect(first).not.toEqual(second);
    expect(again).toEqual(first);
    expect(first?.toSorted()).toEqual(files.toSorted());
  });

  it("are explained in CONTRIBUTING, ending by ending", async () => {
    const page = await readFile(join(ROOT, "CONTRIBUTING.md"), "utf8");
    const endings = Object.values(ENDINGS).flat();
    expect(endings.filter((ending) => !page.includes(`\`x${ending}\``))).toEqual([]);
  });
});
