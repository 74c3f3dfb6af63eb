import { dirname, join } from "node:path";
import { findIn, isProgram } from "../lnd/programs.harness.ts";

/** The version that these tests were last run with. */
export const VERSION = "v26.06.6";

/** Core Lightning is no dependency of this project and comes from no package. */
export const HOW_TO_GET = [
  `Core Lightning ${VERSION} with its plugin clnrest is in the archives of its release at`,
  "github.com/ElementsProject/lightning. Unpack one, and name its folder of lightningd (usr/bin) in CLN_BIN; the",
  "plugins lie beside it (usr/libexec/c-lightning/plugins).",
].join("\n");

/** Where lightningd is: in the folder `CLN_BIN`, else on `PATH`. */
export function findLightningd(): string | undefined {
  return findIn(process.env["CLN_BIN"], "lightningd");
}

/** What is missing, and how to get it; nothing where all is there. */
export function missingOfCln(): readonly string[] {
  const lightningd = findLightningd();
  if (lightningd === undefined) return ["lightningd: neither in the folder CLN_BIN nor on PATH.", HOW_TO_GET];
  const clnrest = join(dirname(lightningd), "../libexec/c-lightning/plugins/clnrest");
  return isProgram(clnrest) ? [] : [`clnrest: it is not at ${clnrest}.`, HOW_TO_GET];
}
