import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

export const ROOT = join(import.meta.dirname, "..");

/** Paths of all files under version control, from the root, with forward slashes. */
export async function trackedFiles(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)("git", ["ls-files", "-z"], { cwd: ROOT, maxBuffer: 64 * 1024 * 1024 });
  return stdout.split("\0").filter((path) => path !== "");
}
