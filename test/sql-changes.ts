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

/** A file that is gone took its statements with it. */
const hasStatement = (file: string) => existsSync(file) && readFileSync(file, "utf8").includes("sql`");
