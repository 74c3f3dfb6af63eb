import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import type { Plugin } from "vite";
import { isProgram } from "../src/compile.ts";

/** Folders of the checkout whose compiled files a release has. */
const COMPILED = ["packages/server/src/", "packages/regtest/src/"];

/**
 * For tests of the checkout that shall run against an installed release: whatever they import of the server is its
 * compiled file there, and packages are those that it has. Node itself imports that file, so what it imports in turn is
 * found as the release finds it.
 */
export function installedSources({ root, installed }: { readonly root: string; readonly installed: string }): Plugin {
  return {
    name: "installed-sources",
    enforce: "pre",
    async resolveId(name, importer, options) {
      const found = await this.resolve(name, importer, { ...options, skipSelf: true });
      const path = relative(root, found?.id.split("?")[0] ?? "");
      if (path.startsWith("node_modules/")) {
        const own = join(installed, path);
        return existsSync(own) ? own : found;
      }
      if (!isCompiled(path)) return found;
      const file = join(installed, path.replace(/\.ts$/, ".js"));
      if (!existsSync(file)) throw new Error(`the release lacks ${file}, which ${importer} needs`);
      return file;
    },
  };
}

function isCompiled(path: string): boolean {
  return path.endsWith(".ts") && COMPILED.some((folder) => path.startsWith(folder)) && isProgram(path);
}
