import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";

/**
 * True while a process with this number runs. It may be another one than the one we knew: see `startMark`. A dead one
 * that its parent has not collected counts as gone: in a container it may stay uncollected.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPERM") return false;
  }
  return procStat(pid)?.[0] !== "Z";
}

/**
 * A text that differs between two processes that got the same number one after the other: when the process began.
 * `undefined` when there is no such process.
 */
export function startMark(pid: number): string | undefined {
  const stat = procStat(pid);
  if (stat === undefined) return fromPs(pid, "lstart=");
  if (stat[0] === "Z") return undefined;
  return `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()}/${stat[19]}`;
}

/** The fields of proc(5) `/proc/<pid>/stat` from the state on: [0] state, [19] start in clock ticks since boot. */
function procStat(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return stat.slice(stat.lastIndexOf(")") + 2).split(" "); // the name before it may hold spaces and parentheses
  } catch {
    return undefined;
  }
}

/** The command line of a process, its words joined by spaces; `undefined` when there is none or it cannot be read. */
export function commandLine(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
  } catch {
    return fromPs(pid, "command=");
  }
}

/** Machines without /proc (macOS) have `ps`; slim containers have /proc and no `ps`. */
function fromPs(pid: number, column: string): string | undefined {
  try {
    const text = execFileSync("ps", ["-o", column, "-p", String(pid)], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return text.trim() || undefined;
  } catch {
    return undefined;
  }
}

/** Waits until `done` says so, checked every 20 ms. False when `timeoutMs` is over first. */
export async function waitUntil(done: () => boolean, timeoutMs: number): Promise<boolean> {
  const end = performance.now() + timeoutMs;
  while (!done()) {
    if (performance.now() > end) return false;
    await sleep(20);
  }
  return true;
}

/** Sends a signal; a process that is gone already is not an error. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/** Time in which compiler threads finish what they do. */
const COMPILING_MS = 20;

/**
 * V8 compiles no more beside the main thread. `process.exit` waits for its compiler threads, and they may wait for the
 * main thread for ever (nodejs/node#54918).
 */
export function stopCompilers(): void {
  for (const flag of ["--no-concurrent-sparkplug", "--no-concurrent-recompilation"]) setFlagsFromString(flag);
}

/** Ends this process with `status` when its output is written. Whatever still waits for something does not keep it. */
export async function exitWith(status: number): Promise<never> {
  stopCompilers();
  await new Promise((resolve) => process.stdout.write("", resolve));
  await sleep(COMPILING_MS);
  process.exit(status);
}
