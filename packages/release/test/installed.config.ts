import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import { installedSources } from "./installed-sources.ts";

/**
 * The tests of the fast tier that call the service over HTTP, on the compiled files of an installed release.
 * `release.installation.test.ts` runs them, and names the release in `RELEASE`.
 */
const ROOT = join(import.meta.dirname, "../../..");
const INSTALLED = process.env["RELEASE"] ?? "";
const SERVER = "packages/server";

/** They ask many times what the others ask once: rules, of which an installed release can lack nothing. */
const ASK_AGAIN = [
  "connections",
  "crowded",
  "fuzz",
  "idempotency-input",
  "optional-fields",
  "two-callers",
  "wallet-limits",
];

export default defineConfig({
  root: ROOT,
  plugins: [installedSources({ root: ROOT, installed: INSTALLED })],
  test: {
    include: [
      `${SERVER}/test/api/*([a-z-]).?({db,sql}.)test.ts`,
      `${SERVER}/src/slices/*/*{routes,pages}.?({db,sql}.)test.ts`,
    ],
    exclude: ASK_AGAIN.map((name) => `${SERVER}/test/api/${name}.*`),
    setupFiles: "packages/release/test/installed.setup.ts",
    server: { deps: { external: [/\/node_modules\//] } },
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 60_000 } },
    fsModuleCache: false, // it would keep where the files of another release were
    pool: "forks",
    maxWorkers: availableParallelism(),
    isolate: false,
    provide: { engine: "18", chromium: "", runs: 1 },
    globalSetup: `${SERVER}/src/platform/database/testing/database.setup.ts`,
  },
});
