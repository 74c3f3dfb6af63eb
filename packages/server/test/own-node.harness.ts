import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readFileIfAny } from "#platform/machine/files.ts";
import type { Installation } from "./installation.harness.ts";
import type { WorldMessage } from "./own-node-start.harness.ts";

const PROGRAM = join(import.meta.dirname, "own-node-start.harness.ts");
const MODULES = join(import.meta.dirname, "modules.harness.ts");
const PATIENCE_MS = 60_000;

export type OwnNodeStart = {
  readonly baseUrl: string;
  /** Has the node's other side do something. */
  world(message: WorldMessage): Promise<unknown>;
  /** Everything that the process has printed. */
  readonly output: () => string;
  /** Addresses of all modules that the process has loaded. */
  loaded(): readonly string[];
  /** Ends it in order; resolves with its status. */
  stop(): Promise<number | null>;
};

/**
 * One installation whose node is not that of the test network. `hidden`: packages that are not installed there.
 * @throws {Error} with what it printed when it ends before it is ready.
 */
export async function startOnOwnNode(
  { dataDir }: Pick<Installation, "dataDir">,
  settings: Readonly<Record<string, string>> = {},
  hidden: readonly string[] = [],
): Promise<OwnNodeStart> {
  const list = `${dataDir}.modules`;
  const child = fork(PROGRAM, [], {
    execArgv: ["--import", MODULES],
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      LEYDEN_DATA_DIR: dataDir,
      LEYDEN_PORT: "0",
      LEYDEN_LOG_LEVEL: "warn",
      LOADED_MODULES: list,
      HIDDEN_PACKAGES: hidden.join(","),
      ...settings,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (data) => (output += data));
  const ended = once(child, "close").then(([status]) => status as number | null);
  const isReady = () => /^Leyden is ready: (\S+)$/m.exec(output)?.[1];
  const late = AbortSignal.timeout(PATIENCE_MS);
  while (isReady() === undefined) {
    if (child.exitCode !== null || late.aborted) {
      child.kill("SIGKILL");
      await ended;
      throw new Error(output);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    baseUrl: isReady() ?? "",
    async world(message) {
      const answered = once(child, "message");
      child.send(message);
      return (await answered)[0].answer;
    },
    output: () => output,
    loaded: () => (readFileIfAny(list) ?? "").split("\n"),
    async stop() {
      child.kill("SIGTERM");
      return await ended;
    },
  };
}
