import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Folder of the checkout, or of the installed release. */
const ROOT = join(import.meta.dirname, "../../../../..");

const readJson = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Record<string, string>;

/** A release has this file; a checkout has none. */
const release = existsSync(join(ROOT, "release.json")) ? readJson("release.json") : undefined;

/** Whether this is an installed release: compiled, and with nothing that builds. */
export const IS_RELEASE = release !== undefined;

/** Version of the release, or the one that the next release of this checkout has. */
export const VERSION = (release ?? readJson("packages/server/package.json"))["version"] ?? "";

/** Of which commit a release was made, or the checkout is; undefined where git does not know. */
export function commit(): string | undefined {
  return release === undefined ? commitOfCheckout() : release["commit"];
}

function commitOfCheckout(): string | undefined {
  try {
    const git = ["rev-parse", "--short=12", "HEAD"];
    return execFileSync("git", git, { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}
