/** Compiles the library into `dist`, which holds nothing else. `npm pack` and `npm publish` run it. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";

const PACKAGE = join(import.meta.dirname, "..");
const COMPILER = join(PACKAGE, "../../node_modules/typescript/bin/tsc");

rmSync(join(PACKAGE, "dist"), { recursive: true, force: true });
const { status } = spawnSync(process.execPath, [COMPILER, "-p", join(PACKAGE, "tsconfig.build.json")], {
  stdio: "inherit",
});
process.exitCode = status ?? 1;
