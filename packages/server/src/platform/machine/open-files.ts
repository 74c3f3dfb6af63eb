import { readFileIfAny } from "./files.ts";

/** Of proc(5), `/proc/<pid>/limits`: the soft limit, which counts. */
const LINE = /^Max open files\s+(\d+|unlimited)\s/m;

/**
 * How many files and connections a process may have open together. Undefined where the system does not say it, or there
 * is no such process. Node raises its own limit at its start as far as it may.
 */
export function openFilesMax(pid: number): number | undefined {
  const [, limit] = LINE.exec(readFileIfAny(`/proc/${pid}/limits`) ?? "") ?? [];
  return limit === "unlimited" ? Number.POSITIVE_INFINITY : limit === undefined ? undefined : Number(limit);
}
