import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * In the order in which files begin. What takes minutes begins first: a run is as long as the last file to end. The
 * first one makes a release, and others that take long run beside it until those can begin that need the release.
 */
const ENDINGS = [
  "/release.installation.test.ts",
  "/backup.installation.test.ts",
  "/mainnet-start.installation.test.ts",
  "/remade.installation.test.ts",
  "/http.installation.test.ts",
  "/short.installation.test.ts",
  ".installation.test.ts",
  ".kill.test.ts",
  ".tools.test.ts",
  ".channels.test.ts",
  ".browser.test.ts",
  ".states.test.ts",
  ".clients.test.ts",
];

/**
 * Files of one ending, and those of the fast tier, in the order of Vitest: by their size where no run was before. With
 * `CI_ORDER`, what proves SQL and then all by chance: `.ci/run` stops what tests once more when its time is over.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = process.env["CI_ORDER"];
    if (order === undefined) return byRank(await super.sort(files), ({ moduleId }) => rankOf(moduleId));
    const mixed = inOrder(files, order, ({ moduleId }) => moduleId);
    return byRank(mixed, ({ project }) => (project.name === "postgres-15" ? 0 : 1));
  }
}

/** Exported for its test. */
export function rankOf(path: string): number {
  const rank = ENDINGS.findIndex((ending) => path.endsWith(ending));
  return rank < 0 ? ENDINGS.length : rank;
}

function byRank<File>(files: readonly File[], rank: (file: File) => number): File[] {
  return files.toSorted((a, b) => rank(a) - rank(b));
}

/** Exported for its test. The same for the same `order`. */
export function inOrder<File>(files: readonly File[], order: string, nameOf: (file: File) => string): File[] {
  const placeOf = (file: File) => createHash("sha256").update(order).update(nameOf(file)).digest("hex");
  const places = new Map(files.map((file) => [file, placeOf(file)] as const));
  return files.toSorted((a, b) => ((places.get(a) ?? "") < (places.get(b) ?? "") ? -1 : 1));
}
