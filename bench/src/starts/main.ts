import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { collectGarbage } from "./collect.ts";
import { type Memory, memoryOf, secondsOf, secondsOfAll } from "./processes.ts";

const HELP = `node run.js bench/src/starts/main.ts [options]

Where the time of a start goes, and what the server then holds: an installation is started on an empty data folder, and again on
the same one. Processor time is what two checkouts can be compared by while others use the machine. Linux alone.

  --checkout=.   another one to measure, with its packages installed
  --rest=60      seconds without requests before memory is read
  --help
`;
const { values: options } = parseArgs({
  options: {
    checkout: { type: "string", default: join(import.meta.dirname, "../../..") },
    rest: { type: "string", default: "60" },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit();
}

const READY = "Leyden is ready";
const INSPECTOR = /ws:\/\/\S+/;
/** After a collection the engine gives pages back beside its work. */
const AFTER_COLLECTION_MS = 2_000;

const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
try {
  for (const which of ["first", "second"]) await measureStart(which);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureStart(which: string): Promise<void> {
  console.log(`\n${which} start (load before: ${loadavg()[0]?.toFixed(1)})`);
  const server = startServer();
  const ended = once(server, "exit");
  const { pid = 0 } = server;
  const inspector = urlOfInspector(server);
  try {
    await Promise.race([untilReady(server, pid), ended.then(() => Promise.reject(new Error("it ended before")))]);
    printMemory("when it is ready", memoryOf(pid));
    await sleep(Number(options.rest) * 1_000);
    printMemory(`after ${options.rest} s of rest`, memoryOf(pid));
    server.kill("SIGUSR1");
    const heap = await collectGarbage(await inspector);
    await sleep(AFTER_COLLECTION_MS);
    const parts = Object.entries(heap).map(([name, mb]) => `${name} ${mb.toFixed(0)}`);
    printMemory("after a collection", memoryOf(pid), `; of the engine: ${parts.join(", ")}`);
  } finally {
    server.kill();
    await ended;
  }
}

/** Compiled code belongs to the data folder, so that the first start on it is one after `npm ci`. */
function startServer(): ChildProcess {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, ["packages/server/leyden.js", "start"], {
    cwd: resolve(options.checkout),
    env: {
      PATH,
      HOME,
      LEYDEN_DATA_DIR: folder,
      LEYDEN_PORT: "0",
      LEYDEN_LOG_LEVEL: "error",
      NODE_COMPILE_CACHE: join(folder, "compiled"),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** Prints each step when it is done: wall time, and processor time since the beginning. */
async function untilReady({ stdout }: ChildProcess, pid: number): Promise<void> {
  if (stdout === null) throw new Error("its output is not piped");
  const begun = performance.now();
  const seconds = (value: number) => `${value.toFixed(2)} s`;
  for await (const bytes of stdout.iterator({ destroyOnReturn: false })) {
    const text = String(bytes);
    const [line = ""] = text.trim().split("\n");
    const wall = seconds((performance.now() - begun) / 1_000);
    const processors = `${seconds(secondsOf(pid))} of the server, ${seconds(secondsOfAll(pid))} of all`;
    console.log(`${wall.padStart(8)}  ${line.slice(0, 40).padEnd(40)}  processors: ${processors}`);
    if (text.includes(READY)) break;
  }
  stdout.resume();
}

function urlOfInspector({ stderr }: ChildProcess): Promise<string> {
  return new Promise((found) => {
    let said = "";
    stderr?.on("data", (bytes) => {
      said += bytes;
      const url = INSPECTOR.exec(said)?.[0];
      if (url !== undefined) found(url);
    });
  });
}

function printMemory(when: string, { rss, pss, own }: Memory, more = ""): void {
  const megabytes = `${rss.toFixed(0)} MB resident, ${pss.toFixed(0)} shared in parts, ${own.toFixed(0)} its own`;
  console.log(`          ${when}: ${megabytes}${more}`);
}
