import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { NetworkAddresses } from "@leyden/regtest";
import { type Development, readDevelopment } from "../../../packages/server/src/supervisor/provision.ts";
import { readRunning } from "../../../packages/server/src/supervisor/run-file.ts";

/** Everything that `npm start` starts, in a data folder of its own, until `stop`. */
export type Installation = {
  /** From the command to the line that says it is ready. */
  readonly readySeconds: number;
  readonly development: Development;
  readonly network: NetworkAddresses;
  /** Resident memory by process, in MB. */
  memory(): Readonly<Record<ProcessName, number>>;
  stop(): Promise<void>;
};

export type ProcessName = "server" | "node" | "world" | "chain";

const CHECKOUT = join(import.meta.dirname, "../../..");
const READY = "Leyden is ready";
const KB_IN_MB = 1_024;

/** Starts an installation in a new folder, and stops it and removes the folder when the work is done. */
export async function withInstallation<T>(
  more: NodeJS.ProcessEnv,
  work: (installation: Installation, folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
  try {
    const installation = await startInstallation(join(folder, "leyden"), more);
    try {
      return await work(installation, folder);
    } finally {
      await installation.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** What is started, and in which folder. */
export type Start = { readonly words: readonly [string, ...string[]]; readonly cwd: string };

/** What a person runs in a checkout. */
const IN_CHECKOUT: Start = { words: ["npm", "start"], cwd: CHECKOUT };

/** Runs the command that a person runs, with `more` settings, and measures until it says that it is ready. */
export async function startInstallation(
  dataDir: string,
  more: NodeJS.ProcessEnv = {},
  { words: [program, ...words], cwd }: Start = IN_CHECKOUT,
): Promise<Installation> {
  const begun = performance.now();
  const command = spawn(program, words, {
    cwd,
    env: { ...foreignEnvironment(), ...settings(dataDir), ...more },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const ended = once(command, "exit");
  await untilReady(command);
  const readySeconds = (performance.now() - begun) / 1_000;

  const development = readDevelopment(dataDir);
  const running = readRunning(dataDir);
  if (development === undefined || running?.children?.network === undefined)
    throw new Error("it is ready and did not write where it is");
  const { pid } = running;
  return {
    readySeconds,
    development,
    network: running.children.network,
    memory: () => memoryOf(pid),
    async stop() {
      process.kill(pid, "SIGTERM");
      await ended;
    },
  };
}

/** Compiled code belongs to the folder, so that the first start on it is one after `npm ci`. */
function settings(dataDir: string): NodeJS.ProcessEnv {
  return {
    LEYDEN_DATA_DIR: dataDir,
    LEYDEN_PORT: "0",
    LEYDEN_LOG_LEVEL: "error",
    NODE_COMPILE_CACHE: join(dataDir, "compiled"),
  };
}

/** The settings of whoever runs the benchmark are not for the installation that is measured. */
function foreignEnvironment(): NodeJS.ProcessEnv {
  const isOurs = (name: string) => name.startsWith("LEYDEN_") || name === "DATABASE_URL";
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isOurs(name)));
}

function untilReady(command: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    command.stdout?.on("data", (bytes) => {
      said += bytes;
      if (said.includes(READY)) resolve();
    });
    command.once("exit", () => reject(new Error(`it ended before it was ready:\n${said}`)));
  });
}

function memoryOf(server: number): Record<ProcessName, number> {
  const lines = execFileSync("ps", ["-A", "-o", "pid=,ppid=,rss=,args="], { encoding: "utf8" }).split("\n");
  const processes = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(\d+)\s+(.*)$/.exec(line)?.slice(1) ?? []);
  const rss = (isIt: (pid: string, parent: string, args: string) => boolean) =>
    Number(processes.find(([pid = "", parent = "", _, args = ""]) => isIt(pid, parent, args))?.[2]) / KB_IN_MB;
  const childRunning = (file: string) =>
    rss((_, parent, args) => Number(parent) === server && args.includes(join(file, "main.ts")));
  return {
    server: rss((pid) => Number(pid) === server),
    node: childRunning("node"),
    world: childRunning("world"),
    chain: childRunning("chain"),
  };
}
