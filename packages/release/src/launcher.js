#!/usr/bin/env node
// The command line of Leyden, in a release. Plain JavaScript, which any Node can read.
import module from "node:module";
import { homedir } from "node:os";
import { join } from "node:path";

const NODE_MIN = 24;

if (Number(process.versions.node.split(".")[0]) < NODE_MIN) {
  console.error(`Leyden needs Node ${NODE_MIN} or newer; this is ${process.version} (${process.execPath}).`);
  process.exit(1);
}

/** Compiled code of V8, for the child processes too. Where the folder cannot be written all works, and starts later. */
const { env } = process;
env.NODE_COMPILE_CACHE ??= join(env.XDG_CACHE_HOME || join(homedir(), ".cache"), "leyden");
module.enableCompileCache(env.NODE_COMPILE_CACHE);

await import("./src/main.js");
