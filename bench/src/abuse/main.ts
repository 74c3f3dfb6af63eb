import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { memoryOf } from "../starts/processes.ts";
import { KINDS, type Target } from "./requests.ts";

const HELP = `node run.js bench/src/abuse/main.ts [options]

What memory the server holds after an attack: an installation with the usual settings is started in an empty folder, and
requests of many kinds come from thousands of addresses, one kind a worker, as fast as it answers. Linux alone.

  --seconds=600   of abuse
  --rest=60       seconds without requests before the last reading
  --workers=4     of each kind, at the same time
  --help
`;
const { values: options } = parseArgs({
  options: {
    seconds: { type: "string", default: "600" },
    rest: { type: "string", default: "60" },
    workers: { type: "string", default: "4" },
    help: { type: "boolean", default: false },
  },
});
if (options.help) {
  console.log(HELP);
  process.exit();
}
const READY_MS = 240_000;
const EACH_MS = 60_000;

const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
await chmod(folder, 0o711); // as root the database runs as somebody else
const server = startServer();
try {
  await measure(server);
} finally {
  server.kill();
  if (server.exitCode === null) await once(server, "exit");
  await rm(folder, { recursive: true, force: true });
}

async function measure({ pid = 0 }: ChildProcess): Promise<void> {
  const target = await untilReady();
  await sleep(Number(options.rest) * 1_000);
  print("at rest", pid);
  const until = performance.now() + Number(options.seconds) * 1_000;
  const counts = new Map<string, number>();
  const workers = Object.entries(KINDS).flatMap(([name, abuse]) =>
    Array.from({ length: Number(options.workers) }, async () => {
      while (performance.now() < until) {
        const ended = `${name}: ${await abuse(target)}`;
        counts.set(ended, (counts.get(ended) ?? 0) + 1);
      }
    }),
  );
  const readings = setInterval(() => print("under abuse", pid), EACH_MS);
  await Promise.all(workers);
  clearInterval(readings);
  print(`after ${options.seconds} s of abuse`, pid);
  await sleep(Number(options.rest) * 1_000);
  print(`after ${options.rest} s of rest`, pid);
  for (const [name, count] of [...counts].toSorted()) console.log(`${String(count).padStart(9)}  ${name}`);
}

function print(when: string, pid: number): void {
  console.log(
    `${when.padEnd(24)} ${JSON.stringify(memoryOf(pid))}, load ${loadavg()[0]?.toFixed(1)} on ${cpus().length} cores`,
  );
}

function startServer(): ChildProcess {
  const { PATH, HOME } = process.env;
  return spawn(process.execPath, ["packages/server/leyden.js", "start"], {
    cwd: join(import.meta.dirname, "../../.."),
    env: { PATH, HOME, LEYDEN_DATA_DIR: join(folder, "data"), LEYDEN_PORT: "0", LEYDEN_LOG_LEVEL: "error" },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

/** Where it answers: the file of development is written when it is ready. */
async function untilReady(): Promise<Target> {
  for (const end = performance.now() + READY_MS; performance.now() < end; await sleep(200)) {
    const text = await readFile(join(folder, "data", "development.json"), "utf8").catch(() => undefined);
    if (server.exitCode !== null) throw new Error("the server ended before it was ready");
    if (text === undefined) continue;
    const { baseUrl, apiKey } = JSON.parse(text) as { readonly baseUrl: string; readonly apiKey: string };
    if ((await fetch(`${baseUrl}/readyz`).catch(() => undefined))?.ok !== true) continue;
    const { hostname, port } = new URL(baseUrl);
    return { host: hostname, port: Number(port), apiKey };
  }
  throw new Error("the server was not ready in time");
}
