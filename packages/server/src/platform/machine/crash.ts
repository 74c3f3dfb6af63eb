import type { CrashPoint, Reached } from "#kernel/clock.ts";

/**
 * Kills this process, as `kill -9` would, when it gets to `wanted`. For tests; the configuration refuses it on mainnet.
 */
export function crashAt(wanted: CrashPoint | undefined): Reached {
  return (point) => {
    if (point === wanted) process.kill(process.pid, "SIGKILL");
  };
}
