#!/usr/bin/env node
// Plain JavaScript for any Node, so that one that is too old can hand over to a newer one: it could not read the rest.
import { spawn } from "node:child_process";
import module, { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const NODE_MIN = 24;
const LOOK_FOR_PARENT_MS = 500;
/** As in package.json. By default the young generation grows to 130 MB under load, and keeps them. */
const SMALL_HEAP = "--max-semi-space-size=8";

if (Number(process.versions.node.split(".")[0]) >= NODE_MIN) {
  keepCompiledCode();
  await import("./src/main.ts");
} else {
  const newer = bundledNode();
  if (newer === undefined) refuse();
  else runAgainWith(newer);
}

/**
 * Compiled code, without its types, stays beside the packages, for the child processes too: the next start takes half as
 * long, and each process 10 to 25 MB less. Without such a folder everything works as at the first start.
 */
function keepCompiledCode() {
  const folder = fileURLToPath(new URL("../../node_modules/.cache/leyden", import.meta.url));
  module.enableCompileCache(folder);
  // biome-ignore lint/style/noProcessEnv: where child processes look for it
  process.env.NODE_COMPILE_CACHE ??= folder;
}

/**
 * The Node that `npm ci` brings along. npm 11 puts it first on the path of every script, and then we do not get here;
 * npm 10 removes that link together with those of the packages for other platforms.
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

/** Stands for the newer one: ends when it ends, and hands on what only we are told. */
function runAgainWith(node) {
  const child = spawn(node, [SMALL_HEAP, fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: "inherit",
  });
  child.on("exit", (status) => process.exit(status ?? 1));
  process.on("SIGTERM", () => child.kill("SIGTERM"));
  for (const name of ["SIGINT", "SIGHUP"]) process.on(name, () => undefined); // a terminal sends them to both of us

  const parent = process.ppid;
  // biome-ignore lint/style/noRestrictedGlobals: nobody simulates this process
  const watch = setInterval(() => {
    if (process.ppid === parent || !process.argv.includes("--attached")) return;
    clearInterval(watch);
    child.kill("SIGTERM");
  }, LOOK_FOR_PARENT_MS);
}
