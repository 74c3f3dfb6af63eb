#!/usr/bin/env node
// The command line of Leyden. Plain JavaScript, for any Node: `run.js` finds one that can run the rest.
import module from "node:module";
import { fileURLToPath } from "node:url";

const pathOf = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Compiled code, without its types, stays beside the packages, for the child processes too: the next start takes half
 * as long, and each process 10 to 25 MB less. Without such a folder everything works as at the first start.
 */
// biome-ignore lint/style/noProcessEnv: where a process looks for it before it runs anything
process.env.NODE_COMPILE_CACHE ??= pathOf("../../node_modules/.cache/leyden");
// biome-ignore lint/style/noProcessEnv: as above
module.enableCompileCache?.(process.env.NODE_COMPILE_CACHE);

process.argv.splice(2, 0, pathOf("src/main.ts"));
await import("../../run.js");
