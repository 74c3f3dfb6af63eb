import { readdirSync, readFileSync } from "node:fs";

/** Of proc(5), which Linux alone has. A clock tick is a hundredth of a second. */
const TICKS_PER_SECOND = 100;
const KB_IN_MB = 1_024;

type Stat = { readonly parent: number; readonly seconds: number; readonly secondsOfDead: number };

/** Processor time of one process, in seconds; 0 when it has ended. */
export function secondsOf(pid: number): number {
  return statOf(pid)?.seconds ?? 0;
}

/** Processor time of a process and of all that it has started, in seconds. */
export function secondsOfAll(root: number): number {
  const stats = new Map(
    pids().flatMap((pid) => {
      const stat = statOf(pid);
      return stat === undefined ? [] : [[pid, stat] as const];
    }),
  );
  const family = [root];
  for (const parent of family) for (const [pid, stat] of stats) if (stat.parent === parent) family.push(pid);
  const seconds = family.map((pid) => (stats.get(pid)?.seconds ?? 0) + (stats.get(pid)?.secondsOfDead ?? 0));
  return seconds.reduce((sum, value) => sum + value, 0);
}

/**
 * What a process holds, in MB. `pss`: what it shares with others counts in parts. `own`: what no file stands behind.
 */
export type Memory = { readonly rss: number; readonly pss: number; readonly own: number };

export function memoryOf(pid: number): Memory {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(text)?.[1]) / KB_IN_MB;
  return { rss: megabytes("Rss"), pss: megabytes("Pss"), own: megabytes("Anonymous") };
}

function pids(): readonly number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
}

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" "); // the name before it may hold spaces
    const ticks = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND;
    return { parent: Number(fields[1]), seconds: ticks(11), secondsOfDead: ticks(13) };
  } catch {
    return undefined;
  }
}
