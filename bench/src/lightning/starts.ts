import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Figure, Part, Unit, Wanted } from "../figure.ts";
import { type Installation, type ProcessName, startInstallation } from "./installation.ts";

type Round = {
  readonly firstSeconds: number;
  readonly secondSeconds: number;
  readonly memory: Readonly<Record<ProcessName, number>>;
};

/** `leyden start` on an empty data folder and again on the same one; what the processes hold when nothing happens. */
export const lightningStarts: Part = {
  title: "Lightning network: starts and memory",
  async measure({ rounds, restSeconds }) {
    const measured: Round[] = [];
    for (let round = 1; round <= rounds; round += 1) measured.push(await measureRound(round, restSeconds));
    const figure = (title: string, unit: Unit, value: (round: Round) => number, wanted?: Wanted): Figure => ({
      title,
      unit,
      rounds: measured.map(value),
      ...(wanted && { wanted }),
    });
    return [
      figure("first start", "s", ({ firstSeconds }) => firstSeconds, { atMost: 5 }),
      figure("second start", "s", ({ secondSeconds }) => secondSeconds, { atMost: 2.5 }),
      figure("memory of the server at rest", "MB", ({ memory }) => memory.server, { atMost: 150, goal: 120 }),
      figure("memory of our node at rest", "MB", ({ memory }) => memory.node),
      figure("memory of router and merchant at rest", "MB", ({ memory }) => memory.world),
      figure("memory of the chain at rest", "MB", ({ memory }) => memory.chain),
    ];
  },
};

async function measureRound(round: number, restSeconds: number): Promise<Round> {
  const folder = await mkdtemp(join(tmpdir(), "leyden-bench-"));
  const load = loadavg()[0]?.toFixed(1);
  try {
    const first = await during(folder, async ({ readySeconds }) => readySeconds);
    const { readySeconds, memory } = await during(folder, async (installation) => {
      await sleep(restSeconds * 1_000);
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
