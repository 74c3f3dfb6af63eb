import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The programs of a network of LND nodes, and the one by which a person commands one. */
export const PROGRAMS = ["btcd", "lnd", "lncli"] as const;
export type ProgramName = (typeof PROGRAMS)[number];

/** The versions that these tests were last run with. */
export const VERSIONS = { lnd: "v0.21.3-beta", btcd: "v0.26.2" };

/** LND is no dependency of this project and comes from no package: it is built from its Go modules. */
export const HOW_TO_GET = [
  `lnd and lncli ${VERSIONS.lnd} and btcd ${VERSIONS.btcd} are built from Go modules (Go 1.25.10; ten minutes, 2 GB of memory), each in the folder that it prints:`,
  `  go mod download -json github.com/btcsuite/btcd@${VERSIONS.btcd}; cd <its Dir>; go build -o "$LND_BIN/btcd" .`,
  `  go mod download -json github.com/lightningnetwork/lnd@${VERSIONS.lnd}; cd <its Dir>; go build -tags "invoicesrpc routerrpc signrpc walletrpc chainrpc peersrpc" -o "$LND_BIN/" ./cmd/lnd ./cmd/lncli`,
].join("\n");

/** Where a program is: in the folder `LND_BIN`, else on `PATH`. */
export function findProgram(name: ProgramName): string | undefined {
  return findIn(process.env["LND_BIN"], name);
}

/** The program of this name in a folder, or on `PATH` where none is given. */
export function findIn(folder: string | undefined, name: string): string | undefined {
  const { PATH = "" } = process.env;
  const folders = folder === undefined || folder === "" ? PATH.split(delimiter) : [folder];
  return folders.map((one) => join(one, name)).find(isProgram);
}

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** What is missing, and how to get it; nothing where all is there. */
export function missingOfLnd(needed: readonly ProgramName[] = PROGRAMS): readonly string[] {
  const missing = needed.filter((name) => findProgram(name) === undefined);
  if (missing.length === 0) return [];
  return [`${missing.join(" and ")}: neither in the folder LND_BIN nor on PATH.`, HOW_TO_GET];
}
