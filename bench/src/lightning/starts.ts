import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Part } from "../figure.ts";
import { type Installation, type ProcessName, startInstallation } from "./installation.ts";

/** After this long without requests a process is at rest. */
const QUIET_MS = 10_000;

type Round = {
  readonly firstSeconds: number;
  readonly secondSeconds: number;
  readonly memory: Readonly<Record<ProcessName, number>>;
};

/** `leyden start` on an empty data folder and again on the same one; what the processes hold when nothing happens. */
export const lightningStarts: Part = {
  title: "Lightning network: starts and memory",
  async measure({ rounds }) {
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) measured.push(await measureRound(round));
    const figure = (title: string, value: (round: Round) => number, atMost?: number) => ({
      title,
      rounds: measured.map(value),
      ...(atMost !== undefined && { wanted: { atMost } }),
    });
    return [
      figure("first start, s", ({ firstSeconds }) => firstSeconds, 45),
      figure("second start, s", ({ secondSeconds }) => secondSeconds, 8),
      figure("memory at rest, MB: server", ({ memory }) => memory.server, 180),
      figure("… our node", ({ memory }) => memory.node),
      figure("… world: router and merchant", ({ memory }) => memory.world),
      figure("… chain", ({ memory }) => memory.chain),
    ];
  },
};

async function measureRound(round: number): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
  const load = loadavg()[0]?.toFixed(1);
  try {
    const first = await during(folder, async ({ readySeconds }) => readySeconds);
    const { readySeconds, memory } = await during(folder, async (installation) => {
      await sleep(QUIET_MS);
      return { ...installation, memory: installation.memory() };
    });
    const starts = `started in ${first.toFixed(1)} s, then in ${readySeconds.toFixed(1)} s`;
    console.log(`round ${round}: ${starts}, server ${memory.server.toFixed(0)} MB; load before ${load}`);
    return { firstSeconds: first, secondSeconds: readySeconds, memory };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function during<T>(dataDir: string, work: (installation: Installation) => Promise<T>): Promise<T> {
  const installation = await startInstallation(dataDir);
  try {
    return await work(installation);
  } finally {
    await installation.stop();
  }
}
