import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { readFileIfAny } from "#platform/machine/files.ts";
import { until } from "./process.harness.ts";

const LAUNCHER = join(import.meta.dirname, "../../leyden.js");
const MODULES = join(import.meta.dirname, "../modules.harness.ts");

export type LeydenRun = {
  readonly baseUrl: string;
  readonly pid: number;
  /** Addresses of all modules that it has loaded. */
  loaded(): readonly string[];
  /** Ends it in order; resolves with its status. */
  stop(): Promise<number | null>;
  /** Ends its process without warning. */
  kill(): Promise<void>;
};

/** `leyden start` where the embedded network is not installed. */
export async function runLeyden(dataDir: string, settings: Readonly<Record<string, string>>): Promise<LeydenRun> {
  const list = `${dataDir}.modules`;
  const child = spawn(process.execPath, [LAUNCHER, "start", "--attached"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      HOME: process.env["HOME"],
      NODE_OPTIONS: `--import ${MODULES}`,
      LEYDEN_DATA_DIR: dataDir,
      LEYDEN_PORT: "0",
      LEYDEN_LOG_LEVEL: "warn",
      LOADED_MODULES: list,
      HIDDEN_PACKAGES: "@leyden/regtest",
      ...settings,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
  const ended = once(child, "close").then(([status]) => status as number | null);
  const baseUrl = await until("Leyden", async () => {
    if (child.exitCode !== null) throw new Error(output);
    return /^Leyden is ready: (\S+)$/m.exec(output)?.[1];
  });
  return {
    baseUrl,
    pid: child.pid as number,
    loaded: () => (readFileIfAny(list) ?? "").split("\n"),
    async stop() {
      if (child.exitCode === null) child.kill("SIGTERM");
      return await ended;
    },
    async kill() {
      child.kill("SIGKILL");
      await once(child, "exit"); // its database lives on, and has its output open
    },
  };
}
