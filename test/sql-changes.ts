import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The last commit for which `.ci/run` was green in this clone; `.ci/run` writes it. */
export const GREEN = "refs/leyden/green";

/**
 * Whether SQL may be another than that of the last green commit: a file of SQL, or a statement in a source file. True
 * where there is no such commit, as in a fresh clone.
 */
export function mayHaveOtherSql(root: string): boolean {
  let changed: string[];
  try {
    const git = (...words: string[]) =>
      execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    const names = git("diff", "--name-only", "--no-renames", "-z", GREEN, "--");
    changed = `${names}${git("ls-files", "--others", "--exclude-standard", "-z")}`.split("\0");
  } catch {
    return true;
  }
  return changed.some((path) => path.endsWith(".sql") || (path.endsWith(".ts") && hasStatement(join(root, path))));
}

/** Whether `.ci/run` was green in this clone before. */
export function hasGreen(root: string): boolean {
  return commitOf(root, GREEN) !== undefined;
}

/**
 * One of `parts` equal parts of the files: with each commit another one, so that as many commits as there are parts run
 * all of them sooner or later. All of them where there is no commit.
 */
export function partOf(files: readonly string[], parts: number, root: string): readonly string[] {
  const commit = commitOf(root, "HEAD");
  if (commit === undefined) return files;
  const turn = Number.parseInt(commit.slice(0, 8), 16) % parts;
  return files.toSorted().filter((_, i) => i % parts === turn);
}

/** In how many parts a clone without a green commit tests on PostgreSQL 15. `.ci/run` runs one of them. */
export function partsOfOldest(env: NodeJS.ProcessEnv = process.env): number {
  return Number(env["CI_PARTS_OF_POSTGRES_15"] ?? 1);
}

function commitOf(root: string, name: string): string | undefined {
  try {
    const words = ["rev-parse", "--verify", "--quiet", name];
    return execFileSync("git", words, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

/** A file that is gone took its statements with it. */
const hasStatement = (file: string) => existsSync(file) && readFileSync(file, "utf8").includes("sql`");
