import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** In the order in which files begin. What takes minutes begins first: a run is as long as the last file to end. */
const ENDINGS = [
  "/release.installation.test.ts",
  "/remade.installation.test.ts",
  "/http.installation.test.ts",
  "/short.installation.test.ts",
  ".installation.test.ts",
  ".kill.test.ts",
  ".channels.test.ts",
  ".browser.test.ts",
  ".states.test.ts",
  ".clients.test.ts",
];

/**
 * Files of one ending, and those of the fast tier, in the order of Vitest: by their size where no run was before. With
 * `CI_ORDER`, in one by chance: `.ci/run` stops what tests once more when its time is over.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const order = process.env["CI_ORDER"];
    if (order !== undefined) return inOrder(files, order, ({ moduleId }) => moduleId);
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}

/** Exported for its test. */
export function rankOf(path: string): number {
  const rank = ENDINGS.findIndex((ending) => path.endsWith(ending));
  return rank < 0 ? ENDINGS.length : rank;
}

/** Exported for its test. The same for the same `order`. */
export function inOrder<File>(files: readonly File[], order: string, nameOf: (file: File) => string): File[] {
  const placeOf = (file: File) => createHash("sha256").update(order).update(nameOf(file)).digest("hex");
  const places = new Map(files.map((file) => [file, placeOf(file)] as const));
  return files.toSorted((a, b) => ((places.get(a) ?? "") < (places.get(b) ?? "") ? -1 : 1));
}
