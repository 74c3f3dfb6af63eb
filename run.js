#!/usr/bin/env node
// `node run.js <file> [words]` runs a file of this repository with Node 24: with this one, or with the one that `npm
// ci` brings along. Plain JavaScript, so that a Node that is too old for the rest can read it and hand over.
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const NODE_MIN = 24;
const LOOK_FOR_PARENT_MS = 500;

const [name, ...words] = process.argv.slice(2);
const file = resolve(name ?? "");

if (Number(process.versions.node.split(".")[0]) >= NODE_MIN) {
  process.argv.splice(1, 2, file); // as if it had been started by itself
  await import(pathToFileURL(file).href).catch(explainMissingPackage);
} else {
  const newer = bundledNode();
  if (newer === undefined) refuse();
  else standFor(spawn(newer, [...process.execArgv, file, ...words], { stdio: "inherit" }));
}

/**
 * npm 11 puts this Node first on the path of every script, and then we do not get here; npm 10 removes the link to it
 * together with those of the packages for other platforms.
 */
function bundledNode() {
  const { platform, arch } = process;
  const program = platform === "win32" ? `node-win-${arch}/bin/node.exe` : `node-${platform}-${arch}/bin/node`;
  try {
    return createRequire(import.meta.url).resolve(program);
  } catch {
    return undefined;
  }
}

function refuse() {
  console.error(`Leyden needs Node ${NODE_MIN} or newer; this is ${process.version} (${process.execPath}).`);
  console.error(
    "`npm ci` brings one along for Linux, Windows and Intel Macs, unless optional packages are left out; " +
      `elsewhere install Node ${NODE_MIN}: https://nodejs.org`,
  );
  process.exit(1);
}

/** @throws what is not a missing package. */
function explainMissingPackage(error) {
  const isPackage = /^Cannot find (?:package|module '[^']*node_modules)/.test(error?.message);
  if (error?.code !== "ERR_MODULE_NOT_FOUND" || !isPackage) throw error;
  console.error("The packages that Leyden needs are not installed: run `npm ci` first.");
  process.exit(1);
}

/** Hands on the signals that only this process gets, and ends as `child` does. */
function standFor(child) {
  child.on("error", refuse); // it is there and cannot be run
  child.on("exit", (status, signal) => {
    if (signal === null) process.exit(status);
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  });
  const tell = (signal) => {
    clearInterval(watch); // it knows
    child.kill(signal);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, tell);

  const parent = process.ppid;
  // biome-ignore lint/style/noRestrictedGlobals: nobody simulates this process
  const watch = setInterval(() => {
    if (process.ppid !== parent && words.includes("--attached")) tell("SIGTERM");
  }, LOOK_FOR_PARENT_MS);
}
