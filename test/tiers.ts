import { globSync, readFileSync } from "node:fs";

/**
 * The tiers of the tests. A test file says by its ending in which one it is.
 *
 * Fast is what proves that the code is correct, each file within seconds. Slow is what needs a browser, a whole
 * installation, real channels, a client as it is published, kills, a database for each state of a thing, or what a
 * compiler, a bundler, the linter or the test runner says of the whole checkout. What needs real nodes of LND or of
 * Core Lightning, which no package brings, is a tier of its own.
 */
export const ENDINGS = {
  fast: [".test.ts", ".db.test.ts", ".sql.test.ts"],
  slow: [
    ".browser.test.ts",
    ".channels.test.ts",
    ".clients.test.ts",
    ".installation.test.ts",
    ".kill.test.ts",
    ".states.test.ts",
    ".tools.test.ts",
  ],
  lnd: [".lnd.test.ts"],
  cln: [".cln.test.ts"],
} as const;

export type Tier = keyof typeof ENDINGS;

const PLACES = ["packages/*/{src,test}", "bench/src", "test"];

/** Where Vitest finds the files that have one of these endings. Of a name it takes no part for an ending. */
export function globsOf(endings: readonly string[], places: readonly string[] = PLACES): string[] {
  return places.map((place) => `${place}/**/+([a-z0-9-])@(${endings.join("|")})`);
}

/** Where the programs with statements of SQL are. */
export const HOMES_OF_SQL = ["packages/server/src/slices", "packages/server/src/platform"] as const;

/**
 * What the slow tier runs again on PostgreSQL 15, the oldest that is supported: the first each time, and all that has a
 * database and statements of its own too when SQL may have changed.
 */
export const PROVES_SQL = globsOf([".sql.test.ts"]);
export const HAS_SQL = globsOf([".db.test.ts"], HOMES_OF_SQL);

/**
 * Each takes minutes, and what it proves breaks seldom. Where the machine is slow `.ci/run` runs every third of them,
 * and one where it is slower still; others with each commit.
 */
export const IN_TURN = [
  "bench/src/short.installation.test.ts",
  "packages/release/test/http.installation.test.ts",
  "packages/release/test/remade.installation.test.ts",
  "packages/server/test/parts.installation.test.ts",
  "packages/server/test/backup.kill.test.ts",
  "packages/server/src/platform/postgres/backup.kill.test.ts",
  "packages/server/test/restores/payments.states.test.ts",
  "packages/release/test/upgrade-backup.installation.test.ts",
  "packages/server/test/restores/purchases.states.test.ts",
] as const;

/** Which of them do not run. `CI_IN_TURN`: the commit; undefined where all of them run. */
export function leftOut({ CI_IN_TURN: commit, CI_TURNS }: NodeJS.ProcessEnv = process.env): readonly string[] {
  if (commit === undefined) return [];
  const turns = Number(CI_TURNS);
  const turn = Number.parseInt(commit.slice(0, 8), 16) % turns;
  return IN_TURN.filter((_, i) => i % turns !== turn);
}

/** The files of the fast tier that draw random values. */
export function filesWithProperties(root: string): string[] {
  const files = globSync(globsOf(ENDINGS.fast), { cwd: root });
  return files.filter((file) => readFileSync(`${root}/${file}`, "utf8").includes('from "fast-check"'));
}
