import { rmSync } from "node:fs";
import { join } from "node:path";
import type { NetworkAddresses } from "@leyden/regtest";
import type { NodeAddress } from "#adapters/lightning/choose.ts";
import type { DatabaseAddress } from "#platform/database/pool.ts";
import { readFileIfAny, writePrivateFile } from "#platform/machine/files.ts";
import { isAlive, startMark } from "#platform/machine/process.ts";
import { VERSION } from "#platform/machine/release.ts";
import { OperatorError } from "#platform/operator-error.ts";

export type ChildAddresses = {
  readonly database: DatabaseAddress;
  readonly node: NodeAddress;
  /** Of the test network; missing where the node is the operator's own. */
  readonly network?: NetworkAddresses | undefined;
};

/** What every other process of this installation needs to find the running one's children: `<data>/run.json`. */
export type Running = {
  readonly pid: number;
  /** When that process began, so that a later one with the same number is not taken for it. */
  readonly startMark: string | undefined;
  /** Its release. */
  readonly version: string;
  readonly baseUrl: string;
  readonly instanceId: string;
  /** Missing while things start or stop. */
  readonly children: ChildAddresses | undefined;
};

const fileIn = (dataDir: string) => join(dataDir, "run.json");

/** Writes down that this process runs. */
export function writeRunning(dataDir: string, running: Omit<Running, "pid" | "startMark" | "version">): void {
  const self = { pid: process.pid, startMark: startMark(process.pid), version: VERSION };
  writePrivateFile(fileIn(dataDir), `${JSON.stringify({ ...self, ...running }, null, 2)}\n`);
}

export function forgetRunning(dataDir: string): void {
  rmSync(fileIn(dataDir), { force: true });
}

/** The running installation; `undefined` when none runs, also when one was killed and left its file. */
export function readRunning(dataDir: string): Running | undefined {
  const text = readFileIfAny(fileIn(dataDir));
  if (text === undefined) return undefined;
  const running = JSON.parse(text) as Running;
  return isAlive(running.pid) && startMark(running.pid) === running.startMark ? running : undefined;
}

/**
 * The database has the functions of the version that runs, and its processes know of each other by this file.
 * @throws {OperatorError} when this program is of another version.
 */
export function requireSameVersion({ version }: Pick<Running, "version">): void {
  if (version === VERSION) return;
  throw new OperatorError(
    `Leyden ${version} runs on this data folder, and this is ${VERSION}`,
    `Use the commands of ${version} until it is stopped; \`npm run leyden -- migrate\` alone may run beside it.`,
  );
}
