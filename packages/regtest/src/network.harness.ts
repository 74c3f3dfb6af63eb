import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type Controls, controlsOf } from "./addresses.ts";
import type { Control } from "./control-client.ts";
import { type Network, type NetworkOptions, startNetwork } from "./network.ts";

export const INSTANCE_ID = "01900000-0000-7000-8000-000000000001";

/** A network in a folder of its own, and what tests need of it. */
export type TestNetwork = {
  readonly dataDir: string;
  network(): Network;
  controls(): Controls;
  /** Ends all processes of the network without warning, as a power cut would. */
  kill(...names: readonly ("chain" | "node" | "world")[]): void;
  /** Resolves when every channel carries payments again and none is under way. */
  settled(): Promise<void>;
  stop(): Promise<void>;
};

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), "leyden-network-"));
}

export async function startTestNetwork(options: Partial<NetworkOptions> = {}): Promise<TestNetwork> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const network = await startNetwork({ dataDir, instanceId: INSTANCE_ID, ...options });
  const controls = controlsOf(network);
  return {
    dataDir,
    network: () => network,
    controls: () => controls,
    kill(...names) {
      for (const { name, pid } of network.processes()) if (names.includes(name)) process.kill(pid, "SIGKILL");
    },
    settled: () => untilSettled(controls),
    async stop() {
      await network.stop();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true });
    },
  };
}

export async function untilSettled(controls: Controls): Promise<void> {
  await sleep(50); // a process that was just killed still looks alive for an instant
  await expect
    .poll(async () => Promise.all(Object.values(controls).map(isSettled)), { interval: 100 })
    .toEqual([true, true, true]);
}

async function isSettled(node: Control): Promise<boolean> {
  try {
    const { channels } = await node.channels();
    return channels.length > 0 && channels.every(({ usable, pendingHtlcs }) => usable && pendingHtlcs === 0);
  } catch {
    return false;
  }
}

/** Ids of all channels; each has the router at one end. */
export async function channelIds(test: TestNetwork): Promise<readonly string[]> {
  const { channels } = await test.controls().router.channels();
  return channels.map(({ channelId }) => channelId).sort();
}
