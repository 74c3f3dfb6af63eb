import { readFileSync } from "node:fs";
import { signal, waitUntil } from "../machine/process.ts";

/** How long each of the gentler ways to end a server is waited for. */
export type Patience = { readonly smartMs: number; readonly fastMs: number; readonly immediateMs: number };

/** Ways to end a server: the smart, the fast and the immediate shutdown (PostgreSQL, section 18.5). */
export type Way = "SIGTERM" | "SIGINT" | "SIGQUIT";

/**
 * An immediate shutdown kills what does not listen after five seconds (PostgreSQL source, SIGKILL_CHILDREN_AFTER_SECS):
 * it gets twice that.
 */
export const PATIENCE: Patience = { smartMs: 5_000, fastMs: 15_000, immediateMs: 10_000 };

/** A killed process is gone at once, unless the system itself holds it. */
const KILLED_MS = 5_000;

/**
 * Ends a server as gently as it lets itself be ended, beginning with one of the ways: a smart shutdown takes no new
 * connection and waits until the others have closed theirs, a fast one ends them, after an immediate one the next start
 * recovers; at last a kill of all its processes. Nothing committed is lost by any. False when it is still there.
 */
export async function endServer(
  pid: number,
  { isGone, patience, from }: { isGone: () => boolean; patience: Patience; from: Way },
): Promise<boolean> {
  const ways = [
    ["SIGTERM", patience.smartMs],
    ["SIGINT", patience.fastMs],
    ["SIGQUIT", patience.immediateMs],
  ] as const;
  for (const [way, waitMs] of ways.slice(ways.findIndex(([way]) => way === from))) {
    signal(pid, way);
    if (await waitUntil(isGone, waitMs)) return true;
  }
  const backends = childrenOf(pid); // they end by themselves when their parent has gone, unless they hang too
  signal(pid, "SIGKILL");
  for (const backend of backends) signal(backend, "SIGKILL");
  return await waitUntil(isGone, KILLED_MS);
}

/** From proc(5), `/proc/<pid>/task/<tid>/children`; none where the system does not say. */
function childrenOf(pid: number): number[] {
  try {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
    return list === "" ? [] : list.split(" ").map(Number);
  } catch {
    return [];
  }
}
