import { execFileSync } from "node:child_process";
import { childrenOf } from "./processor-time.ts";

/** Of util-linux. */
export const TASKSET = "taskset";

/** Why processes cannot be kept on cores here. */
export function whyNoCores(): string | undefined {
  try {
    execFileSync(TASKSET, ["--version"], { stdio: "ignore" });
    return undefined;
  } catch {
    return `${TASKSET} is missing: the package util-linux has it.`;
  }
}

/** From now on these processes, their children and what they start run on this core alone. The first one is 0. */
export function keepOnCore(core: number, pids: readonly number[]): void {
  for (const pid of pids.flatMap((pid) => [pid, ...childrenOf(pid)]))
    execFileSync(TASKSET, ["--all-tasks", "--cpu-list", "--pid", String(core), String(pid)], { stdio: "ignore" });
}
