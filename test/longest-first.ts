import { createHash } from "node:crypto";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** In the order in which files begin. What takes minutes begins first: a run is as long as the last file to end. */
const ENDINGS = [
  "/release.installation.test.ts",
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
 * `TURN`, by chance: `.ci/run` stops what tests once more when its time is over, and gives another turn to each commit.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const turn = process.env["TURN"];
    if (turn !== undefined) return inTurn(files, turn, ({ moduleId }) => moduleId);
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) => rankOf(a.moduleId) - rankOf(b.moduleId));
  }
}

/** Exported for its test. */
export function rankOf(path: string): number {
  const rank = ENDINGS.findIndex((ending) => path.endsWith(ending));
  return rank < 0 ? ENDINGS.length : rank;
}

/** Exported for its test. The same order for the same turn. */
export function inTurn<File>(files: readonly File[], turn: string, nameOf: (file: File) => string): File[] {
  const places = new Map(
    files.map((file) => [file, createHash("sha256").update(turn).update(nameOf(file)).digest("hex")] as const),
  );
  return files.toSorted((a, b) => ((places.get(a) ?? "") < (places.get(b) ?? "") ? -1 : 1));
}
