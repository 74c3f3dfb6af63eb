import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Tests with a browser, whole installations, or kills: short files that take long. */
const SLOW =
  /chromium|packages\/(?:web|server)\/test\/|regtest\/src\/|adapters\/lightning\/embedded|test\/architecture/;

/** Begins with what takes long, so that no worker is left alone with it at the end. Vitest itself goes by the size of the files. */
class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => Number(SLOW.test(b.moduleId)) - Number(SLOW.test(a.moduleId)));
  }
}

export default defineConfig({
  test: {
    include: [
      "packages/*/src/**/*.test.ts",
      "packages/*/test/**/*.test.ts",
      "bench/src/**/*.test.ts",
      "test/**/*.test.ts",
    ],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    sequence: { sequencer: SlowFirst },
    pool: "forks",
    maxWorkers: 3, // many tests wait for other processes
    isolate: false, // a third less processor time; the house has no module state
    env: { NODE_COMPILE_CACHE: fileURLToPath(new URL("node_modules/.cache/leyden", import.meta.url)) },
    globalSetup: "packages/server/src/platform/database/testing/database.setup.ts",
  },
});
