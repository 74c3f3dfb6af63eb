import { execFile, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { NetworkAddresses } from "@leyden/regtest";
import { readFileIfAny } from "#platform/machine/files.ts";
import { isAlive, signal } from "#platform/machine/process.ts";
import { scratchFolder } from "#platform/machine/testing/scratch-folder.harness.ts";
import type { Development } from "#supervisor/provision.ts";
import { readRunning } from "#supervisor/run-file.ts";

const LAUNCHER = join(import.meta.dirname, "../leyden.js");

/** One installation in a folder of its own, run as a person runs it: `leyden start` and commands beside it. */
export type Installation = {
  readonly dataDir: string;
  /** Starts it; resolves when it says that it is ready. */
  start(settings?: Readonly<Record<string, string>>): Promise<Started>;
  /** Starts it and presses Ctrl-C in the middle. Resolves with what still runs after its end. */
  giveUpAfter(ms: number): Promise<number[]>;
  /** Starts one more process beside it; resolves when it says that it is ready, and where. */
  join(role: "api" | "worker", settings?: Readonly<Record<string, string>>): Promise<Joined>;
  /** Runs one command to its end. */
  command(...words: string[]): Promise<{ status: number; output: string; errors: string }>;
  /** Ends whatever still runs, and removes the folder. */
  remove(): Promise<void>;
};

export type Joined = {
  readonly baseUrl: string;
  readonly output: () => string;
  readonly ended: Promise<unknown>;
};

export type Started = Development & {
  readonly output: () => string;
  /** Where the test network is. */
  network(): NetworkAddresses;
  /** The process itself and everything that it has started. */
  processes(): number[];
  /** Kills the process, and it alone. */
  kill(): void;
  /**
   * Asks the process to end and waits for that; resolves with its status. SIGINT is Ctrl-C: a terminal sends it to the
   * whole group.
   */
  stop(name: "SIGINT" | "SIGTERM"): Promise<number | null>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<unknown>;
  /** An authenticated call. */
  call(
    method: "GET" | "POST",
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: Answer }>;
};

// biome-ignore lint/suspicious/noExplicitAny: tests look at what they expect
type Answer = any;

const READY_MS = 240_000;

/**
 * `launcher`: the program of the command line, that of an installed release instead of this checkout's. `parent`: the
 * folder of an installation that is there, for another release of it.
 */
export function createInstallation(
  settings: Readonly<Record<string, string>> = {},
  launcher: string = LAUNCHER,
  parent: string = newFolder(),
): Installation {
  const dataDir = join(parent, "data");
  const environment = {
    PATH: process.env["PATH"],
    HOME: process.env["HOME"],
    LEYDEN_DATA_DIR: dataDir,
    LEYDEN_PORT: "0",
    LEYDEN_LOG_LEVEL: "warn",
    ...settings,
  };
  const seen = new Set<number>();

  const command: Installation["command"] = (...words) =>
    new Promise((resolve) => {
      execFile(process.execPath, [launcher, ...words], { env: environment }, (error, output, errors) =>
        resolve({ status: error === null ? 0 : Number(error.code), output, errors }),
      );
    });

  const launch = (words: readonly string[], settings: Readonly<Record<string, string>>) => {
    const child = spawn(process.execPath, [launcher, "start", "--attached", ...words], {
      env: { ...environment, ...settings },
      stdio: ["ignore", "pipe", "pipe"],
      detached: true, // a group of its own, as at a terminal
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
    const processes = () => withDescendants([child.pid, postmasterOf(dataDir)]);
    const pressCtrlC = () => process.kill(-(child.pid as number), "SIGINT");
    return { child, ended, processes, pressCtrlC, output: () => output };
  };

  /** Waits, and collects every process that is started meanwhile. */
  const watch = async ({ child, processes, output }: ReturnType<typeof launch>, isDone: () => boolean) => {
    for (const end = performance.now() + READY_MS; !isDone(); await sleep(20)) {
      for (const pid of processes()) seen.add(pid);
      if (child.exitCode !== null || performance.now() > end) throw new Error(`it does not start:\n${output()}`);
    }
    for (const pid of processes()) seen.add(pid);
  };

  /** Runs `leyden start` until it says that it is ready. */
  const run = async (words: readonly string[], settings: Readonly<Record<string, string>>) => {
    const started = launch(words, settings);
    await watch(started, () => /^Leyden.* is ready: /m.test(started.output()));
    return started;
  };

  return {
    dataDir,
    command,
    async giveUpAfter(ms) {
      const started = launch([], {});
      const since = performance.now();
      await watch(started, () => performance.now() - since > ms);
      started.pressCtrlC();
      await started.ended;
      return [...seen].filter(isAlive);
    },
    async join(role, settings = {}) {
      const { ended, output } = await run(["--role", role], settings);
      return { ended, output, baseUrl: / is ready: (.+)$/m.exec(output())?.[1] ?? "" };
    },
    async start(settings = {}) {
      const { child, ended, processes, pressCtrlC, output } = await run([], settings);
      const development = JSON.parse(readFileSync(join(dataDir, "development.json"), "utf8")) as Development;
      return {
        ...development,
        output,
        network() {
          const network = readRunning(dataDir)?.children?.network;
          if (network === undefined) throw new Error("it does not run, or not on the test network");
          return network;
        },
        processes,
        ended,
        kill: () => void child.kill("SIGKILL"),
        stop(name) {
          if (name === "SIGINT") pressCtrlC();
          else child.kill(name);
          return ended;
        },
        async call(method, path, body, headers) {
          const response = await fetch(`${development.baseUrl}${path}`, {
            method,
            headers: { apikey: development.apiKey, ...(body && { "content-type": "application/json" }), ...headers },
            ...(body && { body: JSON.stringify(body) }),
          });
          return { status: response.status, body: await response.json() };
        },
      };
    },
    async remove() {
      const database = postmasterOf(dataDir);
      if (database !== undefined) seen.add(database);
      for (const pid of seen) if (isAlive(pid)) signal(pid, "SIGKILL");
      rmSync(parent, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

function newFolder(): string {
  const folder = mkdtempSync(join(scratchFolder(), "leyden-start-"));
  chmodSync(folder, 0o711); // as root the database runs as somebody else
  return folder;
}

/** The database may be no child of the process: one that a killed process left behind was taken over. */
function postmasterOf(dataDir: string): number | undefined {
  const text = readFileIfAny(join(dataDir, "postgres/data/postmaster.pid"));
  return text === undefined ? undefined : Number(text.split("\n")[0]);
}

/** proc(5): field 4 of `/proc/<pid>/stat` is the parent. */
function withDescendants(roots: readonly (number | undefined)[]): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^[0-9]+$/.test(entry))) {
    const stat = statOf(name);
    if (stat !== undefined) parents.set(Number(name), Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]));
  }
  const found = new Set(roots.filter((pid) => pid !== undefined && parents.has(pid)) as number[]);
  for (let size = 0; size !== found.size; ) {
    size = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** A process that ends while its file is open gives ESRCH. */
function statOf(pid: string): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
}
