import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";

/** Packages of their own, for programs of others. */
export const LIBRARIES = ["packages/client", "packages/widget"];
const AS_THEY_ARE = ["package.json", "README.md", "LICENSE"];

/**
 * Puts into `folder` what the file of a library has: its `prepack` would build that in the checkout, where other
 * programs may read it, and `.npmrc` lets no script run.
 * @throws when the compiler finds a mistake.
 */
export function stageLibrary(root: string, path: string, folder: string): void {
  for (const name of AS_THEY_ARE) cpSync(join(root, path, name), join(folder, name));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const words = ["-p", join(root, path, "tsconfig.build.json"), "--outDir", join(folder, "dist")];
  execFileSync(process.execPath, [compiler, ...words], { stdio: "inherit" });
}
