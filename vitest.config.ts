import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import { embeddedPackage15, isInstalled } from "./packages/server/src/platform/postgres/programs.ts";
import { findChromium } from "./test/chromium.ts";
import { LongestFirst } from "./test/longest-first.ts";
import { mayHaveOtherSql } from "./test/sql-changes.ts";
import { ENDINGS, filesWithProperties, globsOf, HAS_SQL, leftOut, PROVES_SQL } from "./test/tiers.ts";

const ROOT = import.meta.dirname;

/**
 * No test takes a tenth of it, and nothing that a test waits for. A machine under load is many times slower than an
 * idle one.
 */
const PATIENCE_MS = 120_000;
const POLL_MS = 30_000;

const chromium = findChromium() ?? "";

declare module "vitest" {
  interface ProvidedContext {
    /** The version of PostgreSQL of this run. */
    engine: "18" | "15";
    /** The program of the browser. Empty where there is none. */
    chromium: string;
    /** How many times the usual number of random values a property is given. */
    runs: number;
  }
}

type Kind = {
  readonly engine?: "18" | "15";
  readonly runs?: number;
  readonly exclude?: readonly string[];
  /** How many times the usual patience its tests have. */
  readonly patience?: number;
};

/** Tests of one kind. `npm test` runs `fast`; the others are the slow tier. */
function project(
  name: string,
  include: string[],
  { engine = "18", runs = 1, exclude = [], patience = runs }: Kind = {},
): TestProjectInlineConfiguration {
  return {
    test: {
      name,
      include,
      exclude: [...configDefaults.exclude, ...exclude],
      testTimeout: PATIENCE_MS * patience,
      hookTimeout: PATIENCE_MS * patience,
      expect: { poll: { timeout: POLL_MS } },
      pool: "forks",
      execArgv: ["--max-semi-space-size=32"], // MiB; 7 % less processor time than V8's default
      isolate: false, // a third less processor time; the house has no module state
      setupFiles: runs === 1 ? [] : ["test/more-runs.setup.ts"],
      env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/leyden", import.meta.url)) },
      provide: { engine, chromium, runs },
    },
  };
}

/** Without a browser one test of pages is left, which fails. */
function slowTests(): string[] {
  const [browser = "", ...others] = ENDINGS.slow;
  const pages = chromium === "" ? ["packages/server/test/browser/chromium.browser.test.ts"] : globsOf([browser]);
  return [...pages, ...globsOf(others)];
}

/** Where npm has no PostgreSQL 15 for the machine one test is left, which fails. */
const on15 = isInstalled(embeddedPackage15())
  ? { always: PROVES_SQL, too: mayHaveOtherSql(ROOT) ? HAS_SQL : [] }
  : { always: ["packages/server/src/platform/postgres/version.sql.test.ts"], too: [] };

/** They run only when they are named: `npm run test:lnd` and `test:cln` do it, and have looked for the programs. */
const WITH_REAL_NODES = ["lnd", "cln"] as const;
const asked = WITH_REAL_NODES.filter((tier) => process.argv.includes(`--project=${tier}`));

export default defineConfig({
  test: {
    projects: [
      project("fast", globsOf(ENDINGS.fast)),
      project("slow", slowTests(), { exclude: leftOut(), patience: 5 }),
      project("postgres-15", on15.always, { engine: "15" }),
      project("postgres-15-too", on15.too, { engine: "15" }),
      ...asked.map((tier) => project(tier, globsOf(ENDINGS[tier]), { patience: 5 })),
      project("more-runs", filesWithProperties(ROOT), { runs: 5 }),
    ],
    sequence: { sequencer: LongestFirst },
    maxWorkers: availableParallelism() + 2, // many tests wait for other processes
    globalSetup: [
      "packages/server/src/platform/database/testing/database.setup.ts",
      "packages/release/test/release.setup.ts",
    ],
  },
});
