import { readdirSync, readFileSync } from "node:fs";

/** proc(5): of fields 14 to 17 of `/proc/<pid>/stat` one is 10 ms on every architecture that we run on. */
const TICK_MS = 10;

/**
 * What processes, the children that they have and those that have ended have taken of the processors so far, in
 * milliseconds. Of a process that has ended: nothing.
 */
export function processorMs(pids: readonly number[]): number {
  return allProcesses()
    .filter(({ pid, parent }) => pids.includes(pid) || pids.includes(parent))
    .reduce((sum, { pid, ownMs, endedMs }) => sum + ownMs + (pids.includes(pid) ? endedMs : 0), 0);
}

/** Ids of the processes that it has started and that run. */
export function childrenOf(pid: number): readonly number[] {
  return allProcesses()
    .filter(({ parent }) => parent === pid)
    .map((child) => child.pid);
}

function allProcesses(): readonly Stat[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => statOf(Number(name)));
}

type Stat = { readonly pid: number; readonly parent: number; readonly ownMs: number; readonly endedMs: number };

function statOf(pid: number): Stat[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The name of the program is in parentheses and may hold anything.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const field = (number: number) => Number(fields[number - 3]);
    const ms = (user: number, system: number) => (field(user) + field(system)) * TICK_MS;
    return [{ pid, parent: field(4), ownMs: ms(14, 15), endedMs: ms(16, 17) }];
  } catch {
    return []; // it has ended
  }
}
